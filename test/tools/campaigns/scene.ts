import type { Place } from '../both-databases.ts';

/** Fields of a sendable campaign. */
export const sendable = {
  subject: 'Our news',
  fromEmail: 'news@acme.example',
  markdown: 'Hello {{firstName|there}}\n\n[Unsubscribe]({{unsubscribeUrl}})',
};

/** A half-sent campaign: one of two subscribers is mailed this hour. */
export async function sendingCampaign({ use, platform }: Place): Promise<{ id: string }> {
  for (const email of ['ada@example.com', 'grace@example.com']) await use('create_subscriber', { email });
  const campaign = await use('create_campaign', { ...sendable, throttle: { perHour: 1 } });
  await use('send_campaign', { campaignId: campaign.id });
  await platform.deliver();
  return campaign;
}

/** Sends a campaign to an empty audience. */
export async function sentCampaign({ use, platform }: Place): Promise<{ id: string }> {
  const campaign = await use('create_campaign', {
    ...sendable,
    audience: { filter: { field: 'email', operator: 'eq', value: 'unknown@example.com' } },
  });
  await use('send_campaign', { campaignId: campaign.id });
  await platform.deliver();
  return campaign;
}
