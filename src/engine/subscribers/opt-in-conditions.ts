import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenRecord } from '../../model/organization/token.ts';
import { type Job, termsOfJob } from '../../store/jobs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';

/**
 * The conditions of an opt-in request while it waits, even if the token that caused it changes: the recipients it was
 * judged for, whether it is a test, and the domain it may leave from. What else limits the token was judged when it was
 * caused: its list of recipients for this very address, and its cap, which has counted the question.
 */
type OptInConditions = {
  /** A mark of the address: a question for one is none for another. */
  address: string;
  /** The key of the token; null for the operator's. */
  token: number | null;
  test: boolean;
  domainId: string | null;
};

/** The terms of a question to one address, as a job keeps them: the same text for the same terms. */
export function conditionsOfRequest(
  { secretBox }: Pick<Engine, 'secretBox'>,
  { organization, token }: Pick<Caller, 'organization' | 'token'>,
  email: string,
): string {
  const terms: OptInConditions = {
    address: markOf(secretBox, organization, email),
    token: token?.key ?? null,
    test: token?.mode === 'test',
    domainId: token?.domainId ?? null,
  };
  return JSON.stringify(terms);
}

/**
 * Who asks a question that is due: the platform itself, within the terms.
 * @param email the subscriber's, as it is now
 * @returns null when it is not to be asked any more: for another address, or for a token that is gone; or when the job is no
 *   longer this worker's
 */
export async function askerOnTerms(
  engine: Engine,
  store: OrganizationStore,
  organization: OrganizationRecord,
  job: Job,
  email: string,
): Promise<Caller | null> {
  const requestId = engine.world.ids.id('msg');
  const kept = await termsOfJob(store.queries, job);
  if (kept === undefined) return null;
  // A job of an earlier version has no conditions, because only the platform itself sent opt-in requests then.
  if (kept === null) return asker(organization, requestId, null);
  const terms: OptInConditions = JSON.parse(kept);
  if (terms.address !== markOf(engine.secretBox, organization, email)) return null;
  if (terms.token === null) return asker(organization, requestId, null);
  const token = await store.tokens.byKey(terms.token);
  if (!token) return null;
  const { test, domainId } = terms;
  return asker(organization, requestId, { ...token, mode: test ? 'test' : 'live', domainId });
}

/** The platform itself, held to what is not judged and counted already of the token that has it ask. */
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
