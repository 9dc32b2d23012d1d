import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenRecord } from '../../model/organization/token.ts';
import type { CauseChain } from '../../model/sending/mail-cause.ts';
import { type Job, termsOfJob } from '../../store/jobs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { noRow } from '../auth/subject-record.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { openPermit, type SendPermit } from '../context/send-permit.ts';

/**
 * The conditions of an opt-in request while it waits, kept even if the token that caused it changes. The token's allowed
 * recipients and its cap are not among them, because they were judged when the request was caused.
 */
type OptInConditions = {
  /** A mark of the address: the request is not sent to another. */
  address: string;
  /** The key of the token; null for the operator's. */
  token: number | null;
  test: boolean;
  domainId: string | null;
  /** The request may not leave: no person was asked, because none would have. Left out where it may. */
  staysHere?: true;
  /** Whose allowance counts the request when it is accepted. Left out where it was counted before, or needs no count. */
  budget?: string;
  /** The calls that caused the request. */
  cause?: CauseChain;
};

/** The conditions of a request to one address as a job stores them; equal conditions have equal texts. */
export function conditionsOfRequest(
  { secretBox }: Pick<Engine, 'secretBox'>,
  { organization, token }: Pick<Caller, 'organization' | 'token'>,
  email: string,
  { permit, chain }: { permit: SendPermit; chain: CauseChain | null },
): string {
  const terms: OptInConditions = {
    address: markOf(secretBox, organization, email),
    token: token?.key ?? null,
    test: token?.mode === 'test',
    domainId: token?.domainId ?? null,
    ...(permit.kind === 'contained' && { staysHere: true }),
    ...(permit.kind === 'allowance' && permit.only === undefined && { budget: permit.budget }),
    ...(chain && { cause: chain }),
  };
  return JSON.stringify(terms);
}

type OnTerms = { caller: Caller; permit: SendPermit; cause: CauseChain | null };

/**
 * The caller that sends a due opt-in request: the platform itself, within the conditions.
 * @param email the subscriber's current address
 * @returns null when the request must not be sent: the address changed, the token was deleted, or the job is no longer this
 *   worker's
 */
export async function askerOnTerms(
  engine: Engine,
  store: OrganizationStore,
  organization: OrganizationRecord,
  job: Job,
  email: string,
): Promise<OnTerms | null> {
  const requestId = engine.world.ids.id('msg');
  const kept = await termsOfJob(store.queries, job);
  if (kept === undefined) return null;
  // A job of an earlier version has no conditions, because only the platform itself sent opt-in requests then.
  if (kept === null) return { caller: asker(organization, requestId, null), permit: openPermit, cause: null };
  const terms: OptInConditions = JSON.parse(kept);
  if (terms.address !== markOf(engine.secretBox, organization, email)) return null;
  const { cause = null } = terms;
  const permit = permitOf(terms);
  // A person of an outside issuer has no token that could be deleted, and is held to no limits of one.
  if (terms.token === null || terms.token === noRow)
    return { caller: asker(organization, requestId, null), permit, cause };
  const token = await store.tokens.byKey(terms.token);
  if (!token) return null;
  const { test, domainId } = terms;
  const caller = asker(organization, requestId, { ...token, mode: test ? 'test' : 'live', domainId });
  return { caller, permit, cause };
}

function permitOf({ staysHere, budget }: OptInConditions): SendPermit {
  if (staysHere) return { kind: 'contained' };
  return budget === undefined ? openPermit : { kind: 'allowance', budget };
}

/** The platform itself, with the limits of the token that were not judged when the request was caused. */
export function asker(
  organization: OrganizationRecord,
  requestId: string,
  token: TokenRecord | null,
): Caller {
  const heldTo = token && { ...token, allowedRecipients: null, sendCap: null };
  return { door: 'link', organization, token: heldTo, scopes: [], requestId };
}

function markOf(
  secretBox: Engine['secretBox'],
  { key }: Pick<OrganizationRecord, 'key'>,
  email: string,
): string {
  return secretBox.mac('question', `${key}\n${email}`).toString('base64url');
}
