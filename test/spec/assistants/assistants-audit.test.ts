import { expect } from 'vitest';
import type { TokenScope } from '../../../src/model/organization/token.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';
import { phishing } from '../campaigns/campaign-scene.ts';
import { mail, open, realMailbox } from '../scene.ts';
import { verifies } from '../verifies.ts';
import { assistantOf, type Json } from './assistant.ts';
import { letter } from './assistants-scene.ts';

/** Reads an organization's audit entries about its assistants. */

async function entries(platform: SimulatedPlatform, filter: object = {}): Promise<Json[]> {
  return ((await platform.call('list_audit_log', { limit: 100, ...filter })).output as Json).data;
}

/** Tool and outcome, oldest first. */
async function outcomes(platform: SimulatedPlatform, filter: object = {}): Promise<[string, string][]> {
  return (await entries(platform, filter))
    .map(({ tool, outcome }) => [tool, outcome] as [string, string])
    .reverse();
}

const two = { emails: ['ada', 'bob'].map((name) => ({ ...letter, to: `${name}@takes-mail.com` })) };

verifies(
  ['audit.written', 'audit.outcome', 'audit.no-addresses'],
  'an assistant’s send is logged with token, program and result, but no address',
  async () => {
    const platform = await open();
    const { id, token } = await platform.addToken(platform.organization, { name: 'the assistant' });
    const assistant = assistantOf(platform, { token });
    await assistant.call('send_email', mail({ to: realMailbox }));
    await assistant.call('list_emails');
    await assistant.call('send_email', mail({ to: realMailbox, dry_run: true }));
    const noted = await entries(platform, { token_id: id });
    expect(noted).toEqual([
      expect.objectContaining({
        object: 'audit_entry',
        token: { id, name: 'the assistant' },
        client: 'a test of the specification 1.0.0',
        door: 'mcp',
        tool: 'send_email',
        effect: 'send',
        outcome: 'done',
      }),
    ]);
    expect(JSON.stringify(noted)).not.toMatch(/takes-mail|Hello/);
  },
);

verifies(
  'audit.refused',
  'each call that waits, is confirmed, repeated or refused has one log entry',
  async () => {
    const platform = await open();
    const { id, token } = await platform.addToken(platform.organization);
    const assistant = assistantOf(platform, { token });
    const given = { ...two, idempotency_key: 'once' };
    const { result } = await assistant.call('send_email_batch', given);
    const { confirmation_token } = result.details;
    await assistant.call('send_email_batch', { ...given, confirmation_token });
    await assistant.call('send_email_batch', given);
    await assistant.call('send_email', mail({ to: 'unknown' }));
    await assistant.call('send_email', mail({ idempotency_key: 'ü' }));
    await assistant.call('delete_tag', { tag: 'none' });
    const campaign = (await platform.call('create_campaign', phishing)).output as Json;
    await platform.call('create_subscriber', { email: 'ada@takes-mail.com' });
    await assistant.call('send_campaign', { campaignId: campaign.id });
    expect(await outcomes(platform, { token_id: id })).toEqual([
      ['send_email_batch', 'confirmation_required'],
      ['send_email_batch', 'done'],
      ['send_email_batch', 'replayed'],
      ['send_email', 'validation_error'],
      ['send_email', 'invalid_idempotency_key'],
      ['delete_tag', 'not_found'],
      ['send_campaign', 'content_verification_failed'],
    ]);
  },
);

verifies('audit.refused', 'a send by a token without the scope is logged', async () => {
  const platform = await open();
  const scopes: TokenScope[] = ['emails.read'];
  const { id, token } = await platform.addToken(platform.organization, { scopes });
  await assistantOf(platform, { token }).call('send_email', mail());
  expect(await outcomes(platform, { token_id: id })).toEqual([['send_email', 'restricted_api_key']]);
});
