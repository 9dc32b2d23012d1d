import { canonicalJson } from '../../model/text/canonical-json.ts';
import type { Definition } from '../../model/workflow/definition.ts';
import { resolveRunVersion, type WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { isAgainstApproved } from '../approval/approved-delivery.ts';

export async function isUnchanged(store: OrganizationStore, workflow: WorkflowRecord): Promise<boolean> {
  if (workflow.version === null) return false;
  const version = await store.workflows.version(workflow.key, workflow.version);
  return version !== undefined && canonicalJson(version.definition) === canonicalJson(workflow.definition);
}

/** An approval of the draft also lets out the mail of older versions with open runs, so it must cover them. */
export async function unapprovedVersions(
  store: OrganizationStore,
  workflow: WorkflowRecord,
  running: 'finish' | 'move' | 'exit',
): Promise<{ version: number; definition: Definition }[]> {
  if (running !== 'finish' || !isAgainstApproved(workflow.approvedDelivery, 'live')) return [];
  const ofRuns = await store.workflows.versionsOfRuns(workflow.key);
  const followed = [...new Set(ofRuns.map((version) => resolveRunVersion(workflow, { version })))].sort(
    (a, b) => a - b,
  );
  const known = await Promise.all(followed.map((number) => store.workflows.version(workflow.key, number)));
  const draft = canonicalJson(workflow.definition);
  return known.flatMap((one) =>
    one && canonicalJson(one.definition) !== draft
      ? [{ version: one.version, definition: one.definition }]
      : [],
  );
}
