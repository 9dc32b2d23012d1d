import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import { amongChangedByAssistants } from '../../store/records/permits/assistant-changes.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { ofOperator, spendAllowance } from './allowance.ts';

/** An assistant that starts, tags or changes people decides who a workflow mails, so its allowance pays for these mails. */

/** The mails exceed the allowance, so none of them is written. */
export class TooManyChanged extends Error {}

/** `assistant` caused the run at `startedAt`. */
type CausedMail = { subscriber: number; email: string; run: { assistant: string | null; startedAt: number } };

/** Counts people that assistants changed since the approval. Call it in the transaction of the mails. @throws TooManyChanged */
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
  // Fixed order, to prevent deadlocks.
  const byAllowance = [...Map.groupBy(mails, paysFor)].sort(([one], [other]) => (one! < other! ? -1 : 1));
  for (const [assistant, caused] of byAllowance) {
    if (assistant === null) continue;
    const emails = caused.map(({ email }) => email);
    if (!(await spendAllowance(queries, engine, { organization, budget: assistant, now }, emails))) {
      throw new TooManyChanged();
    }
  }
}
