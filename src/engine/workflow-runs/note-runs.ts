import { describeRun } from '../../model/webhook/describe-run.ts';
import { countedRuns, type WorkflowCounted } from '../../model/workflow/counts.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import { announce } from '../../store/records/webhooks/webhook-outbox.ts';
import type { KnownRun, StateRecord } from '../../store/records/workflows/workflow-runs.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** Collects count changes and writes them last, because counts stay locked until the commit. */
export class CountChanges {
  readonly #amounts = new Map<WorkflowCounted, number>();

  add(counted: WorkflowCounted, by = 1): void {
    this.#amounts.set(counted, (this.#amounts.get(counted) ?? 0) + by);
  }

  async keep(store: OrganizationStore): Promise<void> {
    if (this.#amounts.size > 0) await store.counts.changeAll(this.#amounts);
  }
}

const endedKinds = {
  COMPLETED: 'workflow.run.completed',
  EXITED: 'workflow.run.completed',
  CANCELLED: 'workflow.run.completed',
  FAILED: 'workflow.run.failed',
} as const;

export async function announceStarted(
  { queries, organization }: OrganizationStore,
  workflow: WorkflowRecord,
  runs: readonly KnownRun[],
  at: number,
): Promise<void> {
  if (runs.length === 0) return;
  await announce(queries, [organization], () =>
    runs.map(({ run, state }) => ({
      organization,
      kind: 'workflow.run.started',
      objectId: run.id,
      at,
      person: { toKey: null, subscriberId: run.subscriberId },
      data: describeRun(workflow, run, state),
    })),
  );
}

export async function announceEnded(
  store: OrganizationStore,
  workflow: WorkflowRecord,
  states: readonly StateRecord[],
  at: number,
): Promise<void> {
  if (states.length === 0) return;
  const { queries, organization } = store;
  await announce(queries, [organization], async () => {
    const runs = await store.workflowRuns.byKeys(states.map(({ run }) => run));
    return states.flatMap((state) => {
      const run = runs.get(state.run);
      const kind = endedKinds[state.status as keyof typeof endedKinds];
      if (!run || kind === undefined) return [];
      return {
        organization,
        kind,
        objectId: run.id,
        at,
        person: { toKey: null, subscriberId: run.subscriberId },
        data: describeRun(workflow, run, state),
      };
    });
  });
}

export async function noteEnded(
  store: OrganizationStore,
  workflow: WorkflowRecord,
  states: readonly StateRecord[],
  at: number,
): Promise<void> {
  const counts = new CountChanges();
  for (const { status, ended } of states) {
    counts.add(countedRuns(workflow.id, status));
    if (ended?.reason === 'goal') counts.add(countedRuns(workflow.id, 'goal'));
  }
  await announceEnded(store, workflow, states, at);
  await counts.keep(store);
}
