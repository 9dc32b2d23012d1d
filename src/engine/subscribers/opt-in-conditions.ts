import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenRecord } from '../../model/organization/token.ts';
import type { CauseChain } from '../../model/sending/mail-cause.ts';
import { type Job, termsOfJob } from '../../store/jobs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { noRow } from '../auth/subject-record.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { openPermit, type SendPermit } from '../context/send-permit.ts';

/** Fixed when the request was caused. The token's allowed recipients and cap were checked then. */
type OptInConditions = {
  /** MAC of the address: the request is sent to no other. */
  address: string;
  token: number | null;
  test: boolean;
  domainId: string | null;
  /** The request must stay captured, because no person approved it. */
  staysHere?: true;
  /** The assistant's allowance, unless already counted. */
  budget?: string;
  cause?: CauseChain;
};

/** Equal conditions have equal texts. */
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
 * The caller is the platform, within the conditions. Null if the request must not be sent: the address
 * changed, the token was deleted, or another worker has the job.
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
  // A job of an earlier version has no conditions, because only the platform caused requests then.
  if (kept === null) return { caller: asker(organization, requestId, null), permit: openPermit, cause: null };
  const terms: OptInConditions = JSON.parse(kept);
  if (terms.address !== markOf(engine.secretBox, organization, email)) return null;
  const { cause = null } = terms;
  const permit = permitOf(terms);
  // A person of an outside issuer has no token that could be deleted or limited.
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

/** Only the limits that were not checked when the request was caused. */
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
  return secretBox.macText('question', `${key}\n${email}`);
}
