import { cutAtCodeUnits } from '../text/text.ts';
import type { CampaignRecord } from './campaign.ts';
import { createDraft, nameCharactersMax } from './campaign-input.ts';

const suffix = ' (copy)';

export function copiedCampaign(
  campaign: CampaignRecord,
  { id, createdAt }: Pick<CampaignRecord, 'id' | 'createdAt'>,
): Omit<CampaignRecord, 'key'> {
  const { name, subject, preview, fromName, fromEmail, replyTo, body, audience, abTest } = campaign;
  return {
    ...createDraft({ id, organization: campaign.organization, createdAt }),
    name: cutAtCodeUnits(name, nameCharactersMax - suffix.length) + suffix,
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
