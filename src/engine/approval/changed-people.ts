import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import { amongChangedByAssistants } from '../../store/records/assistant-changes.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { ofOperator, spendAllowance } from './allowance.ts';

/**
 * A workflow mails the people its trigger names, so an assistant that starts it for people, tags them, changes them or tracks their
 * events decides who is mailed. Its allowance pays for these mails, as for the mail that it sends itself.
 */

/** Mails that are accepted together would reach more people: nothing of them is written. */
export class TooManyChanged extends Error {}

/** A mail of a workflow. `assistant`: whose allowance its run names, and when that began. */
type CausedMail = { subscriber: number; email: string; run: { assistant: string | null; startedAt: number } };

/**
 * Counts the people of these mails if an assistant caused their runs, or changed them, since the workflow was activated. Changes from
 * before were visible to the person who approved the activation. To be asked in the transaction of the mails, of those that leave.
 * @throws TooManyChanged when one is too many
 */
export async function countChanged(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  { queries, organization }: OrganizationStore,
  { activatedAt, approvedAt }: Pick<WorkflowRecord, 'activatedAt' | 'approvedAt'>,
  mails: readonly CausedMail[],
  now: number,
): Promise<void> {
  const since = approvedAt ?? activatedAt;
  if (since === null || mails.length === 0) return;
  const people = mails.map(({ subscriber }) => subscriber);
  const changed = await amongChangedByAssistants(queries, organization, people, since);
  const paysFor = ({ subscriber, run }: CausedMail): string | null => {
    if (run.assistant !== null && run.startedAt >= since) return run.assistant;
    return changed.has(subscriber) ? (changed.get(subscriber) ?? ofOperator) : null;
  };
  // In one order, so that no two transactions wait for each other.
  const byAllowance = [...Map.groupBy(mails, paysFor)].sort(([one], [other]) => (one! < other! ? -1 : 1));
  for (const [assistant, caused] of byAllowance) {
    if (assistant === null) continue;
    const emails = caused.map(({ email }) => email);
    if (!(await spendAllowance(queries, engine, { organization, budget: assistant, now }, emails))) {
      throw new TooManyChanged();
    }
  }
}
