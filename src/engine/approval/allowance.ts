import { parseMailbox } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';
import type { ApprovalMode } from '../../model/sending/approval-mode.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import {
  countUnapproved,
  type UnapprovedPerson,
  unapprovedCountedMinutes,
  unapprovedPeopleADayMax,
  unapprovedPeopleMax,
} from '../../model/sending/unapproved-people.ts';
import type { Queries } from '../../store/database.ts';
import {
  lockUnapprovedPeople,
  lookAtUnapprovedPeople,
  saveUnapprovedPeople,
  type UnapprovedCaller,
} from '../../store/records/permits/unapproved-sends.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import type { Submission } from '../context/submission.ts';

/** People that assistants may mail without approval, counted in the database for all processes. */

/** `budget` is the public id of a root token, or `operator`. */
type Budget = { organization: number; budget: string };

/** Only a check: the transaction that accepts the mail counts the people. An unreadable address counts as a person too. */
export async function hasRoom(
  engine: Pick<Engine, 'world' | 'store' | 'secretBox' | 'settings'>,
  { organization, budget }: Budget,
  addresses: readonly string[],
): Promise<boolean> {
  const marks = marksOf(engine, organization, addresses);
  if (marks.length === 0) return true;
  const known = await lookAtUnapprovedPeople(engine.store.database.reader, { organization, caller: budget });
  return countUnapproved(known, marks, engine.world.clock.now(), approvalMode(engine)) !== null;
}

/** Locked until the transaction of the group ends. */
export type HeldAllowances = {
  /** @returns the refusal if there are too many people; then none is counted */
  count(submission: Submission<unknown>, emails: readonly string[]): Failure | null;
  save(): Promise<void>;
};

/** Locks in a fixed order, so that two groups cannot deadlock. */
export async function holdAllowances(
  queries: Queries,
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  submissions: readonly Submission<unknown>[],
): Promise<HeldAllowances> {
  const nameOf = ({ organization, caller }: UnapprovedCaller): string => `${organization} ${caller}`;
  const wanted = new Map(
    submissions.flatMap((submission) => {
      const whose = allowanceOf(submission);
      return whose === null ? [] : [[nameOf(whose), whose] as const];
    }),
  );
  const counts = new Map<string, { whose: UnapprovedCaller; people: UnapprovedPerson[]; changed: boolean }>();
  for (const [name, whose] of [...wanted].sort(([one], [other]) => (one < other ? -1 : 1))) {
    counts.set(name, { whose, people: await lockUnapprovedPeople(queries, whose), changed: false });
  }
  return {
    count(submission, emails) {
      const whose = allowanceOf(submission);
      if (whose === null) return null;
      const held = counts.get(nameOf(whose))!;
      const marks = marksOf(engine, whose.organization, emails);
      if (marks.length === 0) return null;
      if (marks.length > 1 && approvalMode(engine) === 'bulk') return manyAtOnce(submission.caller, emails);
      const people = countUnapproved(held.people, marks, submission.now, approvalMode(engine));
      if (people === null) return refuseOverAllowance(engine, submission.caller, emails);
      held.people = people;
      held.changed = true;
      return null;
    },
    async save() {
      for (const { whose, people, changed } of counts.values()) {
        if (changed) await saveUnapprovedPeople(queries, whose, people);
      }
    },
  };
}

function allowanceOf({ caller, permit }: Submission<unknown>): UnapprovedCaller | null {
  if (permit?.kind !== 'allowance') return null;
  return { organization: caller.organization.key, caller: permit.budget };
}

/** Counts people whose mail passes no gate here. @returns false beyond the allowance; the caller must write nothing */
export async function spendAllowance(
  queries: Queries,
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  { organization, budget, now }: Budget & { now: number },
  emails: readonly string[],
): Promise<boolean> {
  const marks = marksOf(engine, organization, emails);
  if (marks.length === 0) return true;
  const whose = { organization, caller: budget };
  const known = await lockUnapprovedPeople(queries, whose);
  const people = countUnapproved(known, marks, now, approvalMode(engine));
  if (people !== null) await saveUnapprovedPeople(queries, whose, people);
  return people !== null;
}

export function refuseOverAllowance(
  engine: Pick<Engine, 'settings'>,
  caller: Pick<Caller, 'door'>,
  recipients: readonly string[] = [],
): Failure {
  const why =
    approvalMode(engine) === 'always'
      ? 'here a person confirms each mail of an assistant (POSTHOUSE_MCP_CONFIRM=always)'
      : `an assistant’s token mails at most ${unapprovedPeopleMax} people in ${unapprovedCountedMinutes} minutes and ${unapprovedPeopleADayMax} in 24 hours without an approval, and this would be one more`;
  return notConfirmed(caller, why, recipients);
}

function manyAtOnce(caller: Pick<Caller, 'door'>, recipients: readonly string[]): Failure {
  return notConfirmed(caller, 'a person confirms mail of an assistant to more than one person', recipients);
}

export const onlyOverMcp =
  'Nothing was done: this API token belongs to an assistant, and this call needs a person’s approval. Use MCP, which can ask the person';

/** Only over MCP can the assistant ask a person. */
function notConfirmed({ door }: Pick<Caller, 'door'>, why: string, recipients: readonly string[]): Failure {
  const elsewhere = door === 'mcp' ? '' : '. Call it over MCP, where they can be asked';
  return new Failure(door === 'mcp' ? 'confirmation_required' : 'restricted_api_key', {
    message: `Nothing was sent: ${why}${elsewhere}`,
    details: { reason: 'not_confirmed' },
    recipients,
  });
}

/** Budget of the operator's assistants, which present no token. */
export const ofOperator = 'operator';

/** Tokens minted by one token share its budget, so minting another allows no more people. */
export async function findBudgetKey(
  { store }: Pick<Engine, 'store'>,
  { organization, token }: Pick<Caller, 'organization' | 'token'>,
): Promise<string> {
  return await findRootToken(store.forOrganization(organization.key), token);
}

/** Also works within a transaction. */
export async function findRootToken(
  { tokens }: Pick<OrganizationStore, 'tokens'>,
  token: Caller['token'] | { key: number },
): Promise<string> {
  if (token === null) return ofOperator;
  if ('mintedBy' in token && token.mintedBy === null) return token.id;
  return (await tokens.rootOf(token.key)) ?? ofOperator;
}

export function approvalMode({ settings }: Pick<Engine, 'settings'>): ApprovalMode {
  return settings.approvalMode ?? 'bulk';
}

/** MACs, which do not reveal the addresses. */
function marksOf(
  { secretBox, settings }: Pick<Engine, 'secretBox' | 'settings'>,
  organization: number,
  addresses: readonly string[],
): string[] {
  const marks = addresses.flatMap((address) => {
    const read = parseMailbox(address);
    if (read.ok && fixtureRule(read.mailbox, settings.testRunners)) return [];
    const person = `${organization}\n${read.ok ? read.mailbox.key : address}`;
    return secretBox.macText('mailed unasked', person);
  });
  return [...new Set(marks)];
}
