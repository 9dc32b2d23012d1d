import { parseMailbox } from '../../model/address.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import { countUnapproved, uncountUnapproved } from '../../model/sending/unapproved-people.ts';
import { lockUnapprovedPeople, saveUnapprovedPeople } from '../../store/records/unapproved-sends.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';

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

/** Of tokens that one token minted, and of what those did, one count: minting another buys no more people. */
async function countedFor(
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
