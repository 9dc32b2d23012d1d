import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, type Json, openWire, toolCall, type Wire } from '../protocol/wire.ts';

/** The audit log records refused calls of an assistant like successful ones. */
let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

async function logged(filter: object): Promise<Json[]> {
  return ((await wire.posthouse.call('list_audit_log', filter)).output as Json).data;
}

const two = ['a', 'b'].map((name) => ({
  from: 'hello@acme.dev',
  to: `${name}@mailbox.dev`,
  subject: 'Hello',
  markdown: 'Hello.',
}));

test('the audit log records a send held for a person, and then the send itself', async () => {
  const given = { emails: two };
  const held = await answerOf(await wire.post(toolCall('send_email_batch', given)));
  const { details } = JSON.parse(held.result.content[0].text);
  expect((await logged({ tool: 'send_email_batch' })).map(({ outcome }) => outcome)).toEqual([
    'confirmation_required',
  ]);
  await answerOf(await wire.post(toolCall('send_email_batch', { ...given, dry_run: true })));
  const confirmed = { ...given, confirmation_token: details.confirmation_token };
  await answerOf(await wire.post(toolCall('send_email_batch', confirmed)));
  const entries = await logged({ tool: 'send_email_batch' });
  expect(entries.map(({ outcome }) => outcome)).toEqual(['done', 'confirmation_required']);
  expect(JSON.stringify(entries)).not.toContain(details.confirmation_token);
});

test('the audit log records a call that the token may not make, over MCP or REST', async () => {
  const { id, token } = await wire.posthouse.addToken(wire.posthouse.organization, {
    scopes: ['emails.read', 'tools.run'],
  });
  await answerOf(await wire.post(toolCall('create_tag', { name: 'red' }), { token }));
  const { status } = await wire.posthouse.http('POST', '/api/v2/tools/create_tag', {
    token,
    body: { name: 'red' },
  });
  expect(status).toBe(403);
  const entries = await logged({ token_id: id });
  expect(entries.map(({ outcome, door }) => [door, outcome])).toEqual([
    ['tools', 'restricted_api_key'],
    ['mcp', 'restricted_api_key'],
  ]);
});

test('the audit log records each attempt to use a filtered tool, except a read', async () => {
  const { id, token } = await wire.posthouse.addToken(wire.posthouse.organization);
  const readOnly = { token, headers: { 'X-MCP-Read-Only': 'true' } };
  const send = toolCall('send_email', { ...two[0] });
  const refused = await answerOf(await wire.post(send, readOnly));
  expect(refused.error.code).toBe(-32602);
  await answerOf(
    await wire.post(toolCall('list_tokens', {}), { token, headers: { 'X-MCP-Toolsets': 'core' } }),
  );
  // The response does not wait for the entry. SQLite has one writer, so the entry precedes this tag.
  await wire.posthouse.call('create_tag', { name: 'written after it' });
  await answerOf(await wire.post(send, readOnly));
  await wire.posthouse.call('create_tag', { name: 'and once more' });
  const entries = await logged({ token_id: id });
  expect(entries.map(({ tool, door, outcome, about }) => [tool, door, outcome, about])).toEqual([
    ['send_email', 'mcp', 'not_offered', []],
    ['send_email', 'mcp', 'not_offered', []],
  ]);
});

test('a campaign edited after the person agreed is not sent, even if it was edited at the last moment', async () => {
  const markdown = 'The garden is open. [Leave]({{unsubscribeUrl}})';
  const draft = { name: 'News', subject: 'News', fromEmail: 'news@acme.dev', markdown };
  const { id: campaignId } = (await wire.posthouse.call('create_campaign', draft)).output as Json;
  for (const name of ['a', 'b'])
    await wire.posthouse.call('create_subscriber', { email: `${name}@readers.dev` });
  const held = await answerOf(await wire.post(toolCall('send_campaign', { campaignId })));
  const { details } = JSON.parse(held.result.content[0].text);
  // Edits between the use of the confirmation and the send.
  const { database } = wire.posthouse.platform.engine.store;
  const used = async () => (await database.reader.all('SELECT id FROM used_confirmations', [])).length;
  const before = await used();
  const transaction = database.transaction.bind(database);
  database.transaction = async (work) => {
    const answer = await transaction(work);
    if ((await used()) > before) {
      database.transaction = transaction;
      await wire.posthouse.call('update_campaign', { campaignId, subject: 'Other news' });
    }
    return answer;
  };
  const sent = await answerOf(
    await wire.post(
      toolCall('send_campaign', { campaignId, confirmation_token: details.confirmation_token }),
    ),
  );
  expect(JSON.parse(sent.result.content[0].text)).toMatchObject({
    name: 'confirmation_required',
    message: 'Nothing was sent: it was changed after the person had confirmed it',
    details: { reason: 'changed' },
  });
  const { status } = (await wire.posthouse.call('get_campaign', { campaignId })).output as Json;
  expect(status).toBe('DRAFT');
});
