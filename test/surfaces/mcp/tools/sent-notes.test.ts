import { describe, expect, test } from 'vitest';
import { type Assistant, assistantOf } from '../../../spec/assistants/assistant.ts';
import { mail, open, realMailbox } from '../../../spec/scene.ts';
import { sendable } from '../../../tools/campaigns/scene.ts';

/**
 * A note next to the result says whether a send is really delivered, because the result has no field for it.
 */

async function notesOf(assistant: Assistant, tool: string, input: Record<string, unknown>) {
  const first = await assistant.call(tool, input);
  const { result } = first;
  const confirmed = result.name === 'confirmation_required' && {
    confirmation_token: result.details.confirmation_token,
  };
  const { refused, content } = confirmed ? await assistant.call(tool, { ...input, ...confirmed }) : first;
  return { refused, notes: content.slice(1).flatMap(({ type, text }) => (type === 'text' ? [text] : [])) };
}

const kept =
  'mail to real addresses is captured (delivery_mode captured) and not sent. Only the operator can turn sending on; then retry_email sends a captured email.';

describe.each([
  ['of the organization', { sendingEnabled: false }, `Sending is off for this organization: ${kept}`],
  ['of the server', { settings: { delivery: 'capture' } }, `Sending is off on this server: ${kept}`],
  ['nowhere', {}, undefined],
] as const)('while sending is disabled (%s),', (_, options, note) => {
  test('every send has a note about it, and other calls have none', async () => {
    const platform = await open(options);
    const assistant = assistantOf(platform);
    const result = { refused: false, notes: note === undefined ? [] : [note] };
    const nothing = { refused: false, notes: [] };
    expect(await notesOf(assistant, 'send_email', mail({ to: realMailbox }))).toEqual(result);
    expect(await notesOf(assistant, 'send_email_batch', { emails: [mail(), mail()] })).toEqual(result);
    await platform.call('create_subscriber', { email: 'ada@example.com' });
    const made = await assistant.call('create_campaign', { name: 'May', ...sendable });
    expect(made.content).toHaveLength(1);
    const campaignId = made.result.id;
    const begins =
      'Sending starts immediately; get_campaign shows its status, and the number of recipients in stats.';
    expect(await notesOf(assistant, 'send_campaign', { campaignId })).toEqual({
      refused: false,
      notes: [...result.notes, begins],
    });
    expect(await notesOf(assistant, 'list_campaigns', {})).toEqual(nothing);
    expect(await notesOf(assistant, 'send_email', { ...mail(), dry_run: true })).toEqual(nothing);
    const wrong = await notesOf(assistant, 'send_email', mail({ to: 'unknown' }));
    expect(wrong).toEqual({ refused: true, notes: [] });
  });
});

test('a test-mode token gets a note about test mode', async () => {
  const platform = await open();
  const { token } = await platform.addToken(platform.organization, { mode: 'test' });
  expect(await notesOf(assistantOf(platform, { token }), 'send_email', mail({ to: realMailbox }))).toEqual({
    refused: false,
    notes: ['This API token has mode test: no real mail is sent, and delivery_mode is always test.'],
  });
});
