import { beginningOf } from '../text/text.ts';
import type { CampaignRecord } from './campaign.ts';
import { draftOf, nameCharactersMax } from './campaign-input.ts';

const suffix = ' (copy)';

export function copiedCampaign(
  campaign: CampaignRecord,
  { id, createdAt }: Pick<CampaignRecord, 'id' | 'createdAt'>,
): Omit<CampaignRecord, 'key'> {
  const { name, subject, preview, fromName, fromEmail, replyTo, body, audience, abTest } = campaign;
  return {
    ...draftOf({ id, organization: campaign.organization, createdAt }),
    name: beginningOf(name, nameCharactersMax - suffix.length) + suffix,
    subject,
    preview,
    fromName,
    fromEmail,
    replyTo,
    body,
    audience,
    timezone: campaign.timezone,
    abTest: abTest && { ...abTest, winner: null },
    throttle: campaign.throttle,
    tracking: campaign.tracking,
  };
}
