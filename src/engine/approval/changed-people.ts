import { amongChangedByAssistants } from '../../store/records/assistant-changes.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { countUnasked } from './unapproved-sends.ts';

/**
 * A workflow mails the people its trigger names, so an assistant that tags people, changes them or tracks their events decides who is
 * mailed. It may reach as many so as it may mail without asking.
 */

/** One name for all workflows of an organization, so that several do not reach more people than one. */
const countedAs = 'workflows';

/** Mails that are accepted together would reach more people: nothing of them is written. */
export class TooManyChanged extends Error {}

/**
 * Counts the people of these mails that an assistant has changed since the workflow was activated. To be asked in the transaction
 * of the mails, of those that leave.
 * @throws TooManyChanged when one is too many
 */
export async function countChanged(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  { queries, organization }: OrganizationStore,
  { activatedAt }: { activatedAt: number | null },
  mails: readonly { subscriber: number; email: string }[],
  now: number,
): Promise<void> {
  if (activatedAt === null || mails.length === 0) return;
  const people = mails.map(({ subscriber }) => subscriber);
  const changed = await amongChangedByAssistants(queries, organization, people, activatedAt);
  const emails = mails.flatMap(({ subscriber, email }) => (changed.has(subscriber) ? [email] : []));
  if (emails.length === 0) return;
  if (!(await countUnasked(queries, engine, { organization, unasked: countedAs, now }, emails))) {
    throw new TooManyChanged();
  }
}
