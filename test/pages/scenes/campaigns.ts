import type { SimulatedPlatform } from '../../world/platform.ts';
import type { Console } from './open-console.ts';

export type CampaignIds = Record<'ready' | 'draft' | 'scheduled' | 'sending' | 'sent' | 'template', string>;

const body = `# Six books for long evenings

Hello {{firstName|reader}},

the evenings are long again, and so is our table of new books.

[Read the first chapter](https://shop.example/chapter) or [visit the shop](https://shop.example/visit).

[Unsubscribe]({{unsubscribeUrl}})`;

/** Campaigns in every state with opens and clicks, and a published template with a draft. */
export async function addCampaigns({
  platform,
  use,
}: Pick<Console, 'platform' | 'use'>): Promise<CampaignIds> {
  await use('update_organization_settings', {
    timezone: 'Europe/London',
    postal_address: '14 Cross Street, Leeds',
    default_from: 'Fernhill Books <hello@fernhill.dev>',
  });
  await use('add_domain', { name: 'fernhill.dev', open_tracking: true, click_tracking: true });
  for (const [name, firstName] of [
    ['mina', 'Mina'],
    ['bob', 'Bob'],
    ['cem', 'Cem'],
  ]) {
    await use('create_subscriber', { email: `${name}@mailbox.dev`, firstName });
  }
  await use('create_subscriber', { email: 'open@example.com' });
  await use('create_subscriber', { email: 'bounce@example.com' });
  await use('create_subscriber', { email: 'dag@mailbox.dev' });
  await use('unsubscribe_subscriber', { subscriber: 'dag@mailbox.dev' });
  await use('create_tag', { name: 'book club' });
  await use('create_segment', {
    name: 'Monthly readers',
    rule: { field: 'email', operator: 'contains', value: 'mailbox' },
  });
  const from = { fromName: 'Fernhill Books', fromEmail: 'news@fernhill.dev' };
  const campaign = async (name: string, subject: string, more: object = {}): Promise<string> =>
    (await use('create_campaign', { name, subject, ...from, markdown: body, ...more })).id;
  const sent = await campaign('April news', 'April news: books in bloom');
  await use('send_campaign', { campaignId: sent });
  await platform.deliver();
  await platform.clock.advance(180_000);
  await platform.deliver();
  await react(platform);
  const sending = await campaign('Spring reading week', 'Seven days, seven books', {
    throttle: { perHour: 1 },
  });
  await use('send_campaign', { campaignId: sending });
  await platform.deliver();
  const scheduled = await campaign('May news', 'May news: six books for long evenings');
  await use('send_campaign', {
    campaignId: scheduled,
    scheduledAt: '2026-05-15T09:00',
    timezone: 'Europe/London',
  });
  const draft = await campaign('Holiday hours', 'We are closed on Monday', { markdown: 'No link yet.' });
  const { id: template } = await use('create_template', {
    name: 'receipt',
    subject: 'Your receipt {{number}}',
    from: 'Fernhill Books <hello@fernhill.dev>',
    markdown: 'Thank you, {{first_name|friend}}.\n\n[See your receipt]({{receipt_url}})',
    variables: [
      { name: 'number', sample: 'R-17' },
      { name: 'first_name', required: false, sample: 'Ada' },
      { name: 'receipt_url', type: 'url', sample: 'https://fernhill.dev/17' },
    ],
  });
  await use('publish_template', { template });
  await use('update_template', { template, subject: 'Receipt {{number}}' });
  const ready = await campaign('Author evening', 'Meet Ines Marlow at the shop');
  return { ready, draft, scheduled, sending, sent, template };
}

/** Opens and clicks of the first campaign, by people and by a scanner, over some hours. */
async function react(platform: SimulatedPlatform): Promise<void> {
  const mails = platform.mailbox.messages.map(({ html }) =>
    Array.from(
      html.matchAll(/(?:href|src)="http:\/\/console\.localhost(\/[oc]\/[^"]+)"/g),
      ([, path]) => path!,
    ),
  );
  const visit = (path: string | undefined, agent: string) =>
    path && platform.http('GET', path, { token: null, headers: { 'user-agent': agent }, peer: '192.0.2.77' });
  const pixel = (paths: string[]) => paths.find((path) => path.startsWith('/o/'));
  for (const paths of mails) await visit(pixel(paths), scanner);
  for (const paths of mails.slice(1)) {
    await platform.clock.advance(45 * 60_000);
    await visit(pixel(paths), firefox);
    await visit(
      paths.find((path) => path.startsWith('/c/')),
      firefox,
    );
  }
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const scanner = 'Mozilla/5.0 (compatible; Barracuda Sentinel; +https://barracuda.example)';
