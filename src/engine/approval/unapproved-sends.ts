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
  uncountUnapproved,
} from '../../model/sending/unapproved-people.ts';
import type { Queries } from '../../store/database.ts';
import {
  lockUnapprovedPeople,
  lookAtUnapprovedPeople,
  saveUnapprovedPeople,
  type UnapprovedCaller,
} from '../../store/records/unapproved-sends.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import type { Submission } from '../context/submission.ts';

/**
 * The people mailed one by one without an approval: counted in the store, so that processes on one database share the
 * count and it outlives their restarts.
 */

/**
 * Counts these people, unless one of them would be too many. Fixtures are not delivered and do not count. The count is on
 * the disk before the mail is accepted, so a crash between the two counts too many and never too few.
 *
 * @param addresses what cannot be read as one counts as a person too
 * @returns how to take it back, where none of them was mailed after all; null when it would be too many
 */
export async function takeUnapproved(
  engine: Pick<Engine, 'world' | 'store' | 'secretBox' | 'settings'>,
  caller: Pick<Caller, 'organization' | 'token'>,
  addresses: readonly string[],
): Promise<(() => Promise<void>) | null> {
  const { clock } = engine.world;
  const { database } = engine.store;
  const { organization } = caller;
  const marks = marksOf(engine, organization.key, addresses);
  if (marks.length === 0) return async () => {};
  const whose = { organization: organization.key, caller: await countedFor(engine, caller) };
  const countedAt = clock.now();
  const isCounted = await database.transaction(async (queries) => {
    const people = countUnapproved(
      await lockUnapprovedPeople(queries, whose),
      marks,
      countedAt,
      modeOf(engine),
    );
    if (people !== null) await saveUnapprovedPeople(queries, whose, people);
    return people !== null;
  });
  if (!isCounted) return null;
  return async () => {
    await database.transaction(async (queries) => {
      const known = await lockUnapprovedPeople(queries, whose);
      const left = uncountUnapproved(known, { marks, countedAt }, clock.now());
      await saveUnapprovedPeople(queries, whose, left);
    });
  };
}

/**
 * Whether one more person may be mailed without an approval, as far as can be seen: who is too many is refused where the mail is
 * accepted, with the count held.
 * @returns who they are counted for there; null where they would be too many
 */
export async function roomFor(
  engine: Pick<Engine, 'world' | 'store' | 'secretBox' | 'settings'>,
  caller: Pick<Caller, 'organization' | 'token'>,
  address: string,
): Promise<string | null> {
  const { organization } = caller;
  const whose = { organization: organization.key, caller: await countedFor(engine, caller) };
  const marks = marksOf(engine, organization.key, [address]);
  if (marks.length === 0) return whose.caller;
  const known = await lookAtUnapprovedPeople(engine.store.database.reader, whose);
  const counted = countUnapproved(known, marks, engine.world.clock.now(), modeOf(engine));
  return counted === null ? null : whose.caller;
}

/** The people of a group of submissions that no person was asked about, held until its transaction ends. */
export type UnaskedCounts = {
  /** Counts a submission's people. @returns why they may not be mailed; then none of them was counted */
  count(submission: Submission<unknown>, emails: readonly string[]): Failure | null;
  save(): Promise<void>;
};

/** Holds the counts that a group needs, always in one order, so that no two groups wait for each other. */
export async function holdUnasked(
  queries: Queries,
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  submissions: readonly Submission<unknown>[],
): Promise<UnaskedCounts> {
  const nameOf = ({ organization, caller }: UnapprovedCaller): string => `${organization} ${caller}`;
  const wanted = new Map(
    submissions.flatMap((submission) => {
      const whose = unaskedOf(submission);
      return whose === null ? [] : [[nameOf(whose), whose] as const];
    }),
  );
  const counts = new Map<string, { whose: UnapprovedCaller; people: UnapprovedPerson[]; changed: boolean }>();
  for (const [name, whose] of [...wanted].sort(([one], [other]) => (one < other ? -1 : 1))) {
    counts.set(name, { whose, people: await lockUnapprovedPeople(queries, whose), changed: false });
  }
  return {
    count(submission, emails) {
      const whose = unaskedOf(submission);
      if (whose === null) return null;
      const held = counts.get(nameOf(whose))!;
      const marks = marksOf(engine, whose.organization, emails);
      if (marks.length === 0) return null;
      if (marks.length > 1 && modeOf(engine) === 'bulk') return manyAtOnce(submission.caller, emails);
      const people = countUnapproved(held.people, marks, submission.now, modeOf(engine));
      if (people === null) return oneTooMany(engine, submission.caller, emails);
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

/**
 * Counts the people of a call that puts mails on the wire which were accepted before, in its transaction.
 * @param unasked who they are counted for
 * @returns false when one would be too many: then nothing is to be written
 */
export async function countUnasked(
  queries: Queries,
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  { organization, unasked, now }: { organization: number; unasked: string; now: number },
  emails: readonly string[],
): Promise<boolean> {
  const marks = marksOf(engine, organization, emails);
  if (marks.length === 0) return true;
  const whose = { organization, caller: unasked };
  const people = countUnapproved(await lockUnapprovedPeople(queries, whose), marks, now, modeOf(engine));
  if (people !== null) await saveUnapprovedPeople(queries, whose, people);
  return people !== null;
}

/**
 * The people who may be mailed without asking are used up.
 * @param recipients who would have been mailed
 */
export function oneTooMany(
  engine: Pick<Engine, 'settings'>,
  caller: Pick<Caller, 'door'>,
  recipients: readonly string[] = [],
): Failure {
  const why =
    modeOf(engine) === 'always'
      ? 'here a person confirms each mail of an assistant (POSTHOUSE_MCP_CONFIRM=always)'
      : `an assistant’s token mails at most ${unapprovedPeopleMax} people in ${unapprovedCountedMinutes} minutes and ${unapprovedPeopleADayMax} in 24 hours without an approval, and this would be one more`;
  return notConfirmed(caller, why, recipients);
}

/** One call to several people. */
function manyAtOnce(caller: Pick<Caller, 'door'>, recipients: readonly string[]): Failure {
  return notConfirmed(caller, 'a person confirms mail of an assistant to more than one person', recipients);
}

/** Only over MCP can a person be asked. */
function notConfirmed({ door }: Pick<Caller, 'door'>, why: string, recipients: readonly string[]): Failure {
  const elsewhere = door === 'mcp' ? '' : '. Call it over MCP, where they can be asked';
  return new Failure(door === 'mcp' ? 'confirmation_required' : 'restricted_api_key', {
    message: `Nothing was sent: ${why}${elsewhere}`,
    details: { reason: 'not_confirmed' },
    recipients,
  });
}

function unaskedOf({ caller, unasked }: Submission<unknown>): UnapprovedCaller | null {
  return unasked === undefined ? null : { organization: caller.organization.key, caller: unasked };
}

/** The allowance of the operator's assistants, which present no token. */
export const ofOperator = 'operator';

/** Of tokens that one token minted, and of what those did, one count: minting another buys no more people. */
export async function countedFor(
  { store }: Pick<Engine, 'store'>,
  { organization, token }: Pick<Caller, 'organization' | 'token'>,
): Promise<string> {
  return await rootOf(store.forOrganization(organization.key), token);
}

/** The same, read through a store that may belong to a transaction. */
export async function rootOf(
  { tokens }: Pick<OrganizationStore, 'tokens'>,
  token: Caller['token'] | { key: number },
): Promise<string> {
  if (token === null) return ofOperator;
  if ('mintedBy' in token && token.mintedBy === null) return token.id;
  return (await tokens.rootOf(token.key)) ?? ofOperator;
}

function modeOf({ settings }: Pick<Engine, 'settings'>): ApprovalMode {
  return settings.approvalMode ?? 'bulk';
}

/** Marks from which the address cannot be read, each once. */
function marksOf(
  { secretBox, settings }: Pick<Engine, 'secretBox' | 'settings'>,
  organization: number,
  addresses: readonly string[],
): string[] {
  const marks = addresses.flatMap((address) => {
    const read = parseMailbox(address);
    if (read.ok && fixtureRule(read.mailbox, settings.testRunners)) return [];
    const person = `${organization}\n${read.ok ? read.mailbox.key : address}`;
    return secretBox.mac('mailed unasked', person).toString('base64url');
  });
  return [...new Set(marks)];
}
