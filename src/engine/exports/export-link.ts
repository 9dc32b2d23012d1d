import { invalidField } from '../../model/failure.ts';
import { minuteMs } from '../../model/instant.ts';
import { scopesWithin } from '../../model/oauth/scopes.ts';
import { scopes as everyScope, type TokenRecord, type TokenScope } from '../../model/organization/token.ts';
import { usableFrom } from '../auth/oauth/grant-approver.ts';
import { grantStillWorks } from '../auth/prove-access.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine, SealedEngine } from '../context/scope.ts';

/** Applies to the start of a download, not to its end. */
const linkMs = 15 * minuteMs;
const purpose = 'export link';
/** Proxies accept request lines of 8 KiB. */
const linkCharactersMax = 7_500;

/** Followed by the file name. */
export const downloadPath = '/exports';

type LinkSubject = {
  tool: string;
  input: unknown;
  file: string;
  organization: number;
  /** Null for the operator of the machine. A token without a row is stored whole. */
  token: { id: string } | { outside: TokenRecord } | null;
  scopes: readonly TokenScope[] | null;
  grant?: string;
  expiresAt: number;
};

/** The sealed link reveals nothing and cannot be forged. @throws Failure validation_error when the URL would be too long */
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
  // Only columns can be so many.
  if (sealed.length > linkCharactersMax)
    throw invalidField('columns', 'exceed the length of a link; name fewer');
  return { url: `${settings.baseUrl}${downloadPath}/${wanted.file}?link=${sealed}`, expiresAt };
}

export type OpenedLink = { caller: Caller; tool: string; input: unknown; file: string };

/** Authenticates the token again, with at most its former scopes. Null if the link or token is invalid. */
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
    return null;
  }
}

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

/** Checked during long exports, because a token may be revoked meanwhile. */
export async function stillWorks(engine: Engine, { token, organization, grant }: Caller): Promise<boolean> {
  const { store, world } = engine;
  if (grant !== undefined && !(await grantStillWorks(engine, grant))) return false;
  if (token === null || token.key === 0) return true;
  const now = await store.forOrganization(organization.key).tokens.byId(token.id);
  if (!now || now.revokedAt !== null) return false;
  return now.expiresAt === null || now.expiresAt > world.clock.now();
}
