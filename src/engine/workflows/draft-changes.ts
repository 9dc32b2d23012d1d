import { canonicalJson } from '../../model/text/canonical-json.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** Whether the draft says what the active version does. */
export async function isUnchanged(store: OrganizationStore, workflow: WorkflowRecord): Promise<boolean> {
  if (workflow.version === null) return false;
  const version = await store.workflows.version(workflow.key, workflow.version);
  return version !== undefined && canonicalJson(version.definition) === canonicalJson(workflow.definition);
}
