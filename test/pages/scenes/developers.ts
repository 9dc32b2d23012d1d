import { hourMs } from '../../../src/model/instant.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import type { Console } from './open-console.ts';

export const hook = 'https://hooks.acme.dev/mail';

/** Tokens, an assistant with activity, a webhook with failed deliveries and an integration. */
export async function addDevelopers({ platform, use }: Pick<Console, 'platform' | 'use'>) {
  await use('create_token', {
    name: 'shop-production',
    scopes: ['emails.send', 'emails.read'],
    send_cap: { per_day: 2000 },
  });
  const crm = await use('create_token', {
    name: 'crm-sync',
    scopes: [
      'subscribers.read',
      'subscribers.write',
      'tags.read',
      'events.read',
      'campaigns.read',
      'domains.read',
    ],
    allowed_recipients: ['*@acme.dev'],
    ip_allowlist: ['198.51.100.0/24', '192.0.2.1'],
  });
  const { token, id: claude } = await use('create_token', {
    name: 'Claude',
    scopes: ['emails.read', 'emails.send', 'subscribers.read'],
    assistant: true,
  });
  const assistant = assistantOf(platform, { token, headers: { host: 'console.localhost' } });
  const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello.' };
  await assistant.call('send_email', { ...mail, to: 'bob@mailbox.dev' });
  await assistant.call('send_email', { ...mail, to: 'cy@mailbox.dev' });
  const { id } = await use('save_webhook', { url: hook, description: 'The CRM', events: ['suppression.*'] });
  const integration = await use('create_integration', { provider: 'custom', name: 'Forms' });
  platform.receivers.answers.set(
    hook,
    Array.from({ length: 40 }, () => 503),
  );
  await use('add_suppression', { email: 'ada@mailbox.dev' });
  for (let hours = 0; hours < 40; hours += 1) {
    await platform.deliver();
    await platform.clock.advance(hourMs);
  }
  const { data } = await use('list_webhook_deliveries', { webhook: id });
  return {
    token: crm.id as string,
    assistant: claude as string,
    webhook: id as string,
    delivery: data[0].id as string,
    integration: integration.id as string,
  };
}
