/** Actions on one campaign. Each makes one tool call and redirects to the page that shows its effect. */
import { archiveCampaign } from '../../../../../tools/campaigns/archive-campaign.ts';
import { deleteCampaign } from '../../../../../tools/campaigns/delete-campaign.ts';
import { duplicateCampaign } from '../../../../../tools/campaigns/duplicate-campaign.ts';
import { restoreCampaign } from '../../../../../tools/campaigns/restore-campaign.ts';
import { cancelCampaign } from '../../../../../tools/campaigns/sending/cancel-campaign.ts';
import { endCampaign } from '../../../../../tools/campaigns/sending/end-campaign.ts';
import { pauseCampaign } from '../../../../../tools/campaigns/sending/pause-campaign.ts';
import { rescheduleCampaign } from '../../../../../tools/campaigns/sending/reschedule-campaign.ts';
import { resumeCampaign } from '../../../../../tools/campaigns/sending/resume-campaign.ts';
import type { Tool } from '../../../../contract/tool.ts';
import type { PersonRole } from '../../../../model/person/roles.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { correctable } from '../../form-faults.ts';
import { seeOther } from '../../layout.ts';
import type { ConsolePage, Visit } from '../../page.ts';
import { editorFormBytesMax } from '../templates/mail-body.ts';
import { showCampaign } from './show-campaign.ts';

export const campaignActionPages: readonly ConsolePage[] = [
  action('pause', pauseCampaign, ['admin'], ({ id }) => `${id}/report?done=paused`),
  action('resume', resumeCampaign, ['admin'], ({ id }) => `${id}/report?done=resumed`),
  action('end', endCampaign, ['admin'], ({ id }) => `${id}/report?done=ended`),
  action('cancel', cancelCampaign, ['admin'], ({ id }) => `${id}/edit?done=cancelled`),
  action('duplicate', duplicateCampaign, ['author'], ({ id }) => `${id}/edit?done=duplicated`),
  action('archive', archiveCampaign, ['author'], ({ id }) => `${id}?done=archived`),
  action('restore', restoreCampaign, ['author'], ({ id }) => `${id}/edit?done=restored`),
  action('delete', deleteCampaign, ['author'], () => '?done=deleted'),
  { method: 'POST', path: '/console/campaigns/:id/move', roles: ['admin'], answer: move },
];

/** @param next path of the page after the action, below the list of campaigns */
function action(
  name: string,
  tool: Tool,
  roles: readonly PersonRole[],
  next: (answer: { id: string }) => string,
): ConsolePage {
  return {
    method: 'POST',
    path: `/console/campaigns/:id/${name}`,
    roles,
    // Some of the buttons belong to the form of the editor.
    formBytesMax: editorFormBytesMax,
    async answer(visit: Visit): Promise<HttpAnswer> {
      try {
        const answer = (await visit.call(tool, { campaignId: visit.parameters.id })) as { id: string };
        const path = next(answer);
        return seeOther(`/console/campaigns${path.startsWith('?') ? '' : '/'}${path}`);
      } catch (error) {
        return await showCampaign(visit, correctable(error));
      }
    },
  };
}

async function move(visit: Visit): Promise<HttpAnswer> {
  const { form, parameters } = visit;
  try {
    await visit.call(rescheduleCampaign, {
      campaignId: parameters.id,
      scheduledAt: form.get('at') ?? '',
      ...(form.get('zone') && { timezone: form.get('zone') }),
    });
  } catch (error) {
    return await showCampaign(visit, correctable(error));
  }
  return seeOther(`/console/campaigns/${parameters.id}?done=moved`);
}
