import type { Trigger } from '../../model/workflow/definition.ts';
import { runsListenTo, segmentListensTo, triggerListensTo } from '../../model/workflow/facts-needed.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import { saveWorkflowListens } from '../../store/records/workflows/workflow-inbox.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** Covers the active version and older versions that still have runs. */
export async function saveListens(store: OrganizationStore, workflow: WorkflowRecord): Promise<void> {
  const kinds = new Set<string>();
  if (workflow.status !== 'ARCHIVED') {
    for (const number of await store.workflows.versionsInUse(workflow)) {
      const version = await store.workflows.version(workflow.key, number);
      if (version) for (const kind of runsListenTo(version.definition)) kinds.add(kind);
    }
    const active =
      workflow.version === null ? undefined : await store.workflows.version(workflow.key, workflow.version);
    for (const kind of active ? await startsBy(store, active.definition.trigger) : []) kinds.add(kind);
  }
  await saveWorkflowListens(store.queries, store.organization, workflow.key, [...kinds]);
}

async function startsBy(store: OrganizationStore, trigger: Trigger): Promise<Iterable<string>> {
  if (trigger.type !== 'SEGMENT_ENTERED') return triggerListensTo(trigger);
  const segment = await store.segments.byId(trigger.segment);
  return segment ? segmentListensTo(segment.rule) : [];
}
