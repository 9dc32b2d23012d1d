import type { NamedState } from '../../model/approval/approval.ts';
import { idPrefixes } from '../../model/id.ts';
import type { OrganizationStore } from '../../store/store.ts';

const lookedUpMax = 20;

/** Deleted campaigns and workflows are left out. */
export async function findNamedStates(
  { campaigns, workflows }: Pick<OrganizationStore, 'campaigns' | 'workflows'>,
  ids: readonly string[],
): Promise<NamedState[]> {
  const states: NamedState[] = [];
  for (const id of ids.slice(0, lookedUpMax)) {
    const kind = id.slice(0, id.indexOf('_'));
    if (kind === idPrefixes.campaign) {
      const campaign = await campaigns.headById(id);
      if (campaign) states.push({ object: 'campaign', id, status: campaign.status, paused: campaign.paused });
    } else if (kind === idPrefixes.workflow) {
      const workflow = await workflows.byId(id);
      if (workflow) states.push({ object: 'workflow', id, status: workflow.status });
    }
  }
  return states;
}
