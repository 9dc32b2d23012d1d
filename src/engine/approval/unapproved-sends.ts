import { parseMailbox } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import {
  countUnapproved,
  type UnapprovedPerson,
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
    const people = countUnapproved(await lockUnapprovedPeople(queries, whose), marks, countedAt);
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
  return countUnapproved(known, marks, engine.world.clock.now()) === null ? null : whose.caller;
}

/** The people of a group of submissions that no person was asked about, held until its transaction ends. */
export type UnaskedCounts = {
  /** Whether a submission's people may be mailed; counts them if they may. */
  count(submission: Submission<unknown>, emails: readonly string[]): boolean;
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
      if (whose === null) return true;
      const held = counts.get(nameOf(whose))!;
      const marks = marksOf(engine, whose.organization, emails);
      if (marks.length === 0) return true;
      const people = countUnapproved(held.people, marks, submission.now);
      if (people === null) return false;
      held.people = people;
      held.changed = true;
      return true;
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
  const people = countUnapproved(await lockUnapprovedPeople(queries, whose), marks, now);
  if (people !== null) await saveUnapprovedPeople(queries, whose, people);
  return people !== null;
}

/**
 * The people who may be mailed without asking are used up. Only over MCP can a person be asked now.
 * @param recipients who would have been mailed
 */
export function oneTooMany({ door }: Pick<Caller, 'door'>, recipients: readonly string[] = []): Failure {
  const many = `${unapprovedPeopleMax} people were mailed one by one within 15 minutes without an approval`;
  return new Failure(door === 'mcp' ? 'confirmation_required' : 'restricted_api_key', {
    message: `Nothing was sent: ${many} by an assistant’s token, and this would be one more`,
    details: { reason: 'not_confirmed' },
    recipients,
  });
}

function unaskedOf({ caller, unasked }: Submission<unknown>): UnapprovedCaller | null {
  return unasked === undefined ? null : { organization: caller.organization.key, caller: unasked };
}

/** Of tokens that one token minted, and of what those did, one count: minting another buys no more people. */
export async function countedFor(
  { store }: Pick<Engine, 'store'>,
  { organization, token }: Pick<Caller, 'organization' | 'token'>,
): Promise<string> {
  if (!token) return 'operator';
  if (token.mintedBy === null) return token.id;
  return (await store.forOrganization(organization.key).tokens.rootOf(token.key)) ?? token.id;
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
