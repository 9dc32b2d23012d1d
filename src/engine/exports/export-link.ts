import { invalidField } from '../../model/failure.ts';
import { minuteMs } from '../../model/instant.ts';
import { scopesWithin } from '../../model/oauth/scopes.ts';
import { scopes as everyScope, type TokenRecord, type TokenScope } from '../../model/organization/token.ts';
import { usableFrom } from '../auth/grant-approver.ts';
import { grantStillWorks } from '../auth/prove-access.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine, SealedEngine } from '../context/scope.ts';

/** How long a link may be used for; what began by then is not cut off. */
const linkMs = 15 * minuteMs;
const purpose = 'export link';
/** Proxies take a request line of 8 KiB, and longer links were not made here. */
const linkCharactersMax = 7_500;

/** Where files are downloaded by a link; the name of the file follows. */
export const downloadPath = '/exports';

/** What a link is good for: one file, of one organization, as the token that asked for it. */
type LinkSubject = {
  tool: string;
  input: unknown;
  file: string;
  organization: number;
  /** Null for the operator of the machine; a token that no row keeps is here as a whole. */
  token: { id: string } | { outside: TokenRecord } | null;
  scopes: readonly TokenScope[] | null;
  /** The OAuth grant that it was asked for over. */
  grant?: string;
  expiresAt: number;
};

/**
 * Makes a link to a file. It is sealed, so that it can neither be forged nor changed, and shows nothing of what it is for.
 * @throws Failure validation_error when it would be longer than a URL may be
 */
export function exportLink(
  { secretBox, settings }: Pick<SealedEngine, 'secretBox' | 'settings'>,
  { organization, token, scopes, grant }: Pick<Caller, 'organization' | 'token' | 'scopes' | 'grant'>,
  now: number,
  wanted: Pick<LinkSubject, 'tool' | 'input' | 'file'>,
): { url: string; expiresAt: number } {
  const expiresAt = now + linkMs;
  const subject: LinkSubject = {
    ...wanted,
    organization: organization.key,
    token: token && (token.key === 0 ? { outside: token } : { id: token.id }),
    scopes: token && scopes,
    ...(grant !== undefined && { grant }),
    expiresAt,
  };
  const sealed = secretBox.seal(purpose, JSON.stringify(subject));
  // Of all that is asked for only the columns can be so many.
  if (sealed.length > linkCharactersMax) throw invalidField('columns', 'are too many for a link; name fewer');
  return { url: `${settings.baseUrl}${downloadPath}/${wanted.file}?link=${sealed}`, expiresAt };
}

export type OpenedLink = { caller: Caller; tool: string; input: unknown; file: string };

/**
 * Finds what a link is for, and who asks by it: the token as it is now, with no more scopes than it had then.
 * @returns null for what is no link of ours, has expired, or was made for a token that may not be used any more, or not
 *   from this address, or over a grant that has ended
 */
export async function openExportLink(
  engine: Engine,
  link: string,
  { ip, requestId }: { ip: string; requestId: string },
): Promise<OpenedLink | null> {
  const subject = readLink(engine, link);
  if (!subject || subject.expiresAt <= engine.world.clock.now()) return null;
  const organization = await engine.store.organizations.byKey(subject.organization);
  if (!organization) return null;
  const token = subject.token && (await tokenOf(engine, subject, subject.token, ip));
  if (subject.token !== null && token === null) return null;
  const { grant } = subject;
  if (grant !== undefined && !(await grantStillWorks(engine, grant))) return null;
  const scopes = token ? scopesWithin(subject.scopes ?? [], token.scopes) : everyScope;
  return {
    caller: { door: 'link', organization, token, scopes, requestId, ...(grant !== undefined && { grant }) },
    tool: subject.tool,
    input: subject.input,
    file: subject.file,
  };
}

function readLink({ secretBox }: Engine, link: string): LinkSubject | null {
  if (link.length > linkCharactersMax) return null;
  try {
    return JSON.parse(secretBox.open(purpose, link)) as LinkSubject;
  } catch {
    // The box reports by an error that a text was not sealed here.
    return null;
  }
}

/** The token of a link as it is now; null where it may not be used. */
async function tokenOf(
  { store, world }: Engine,
  { organization }: LinkSubject,
  kept: NonNullable<LinkSubject['token']>,
  ip: string,
): Promise<TokenRecord | null> {
  const token =
    'outside' in kept ? kept.outside : await store.forOrganization(organization).tokens.byId(kept.id);
  if (!token || token.revokedAt !== null) return null;
  if (token.expiresAt !== null && token.expiresAt <= world.clock.now()) return null;
  return usableFrom(token, ip) ? token : null;
}

/** Whether the token of a caller still works: what takes minutes is not finished for one that was revoked meanwhile. */
export async function stillWorks(engine: Engine, { token, organization, grant }: Caller): Promise<boolean> {
  const { store, world } = engine;
  if (grant !== undefined && !(await grantStillWorks(engine, grant))) return false;
  if (token === null || token.key === 0) return true;
  const now = await store.forOrganization(organization.key).tokens.byId(token.id);
  if (!now || now.revokedAt !== null) return false;
  return now.expiresAt === null || now.expiresAt > world.clock.now();
}
