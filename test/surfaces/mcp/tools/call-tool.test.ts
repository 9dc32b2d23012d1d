import { expect, test } from 'vitest';
import type { Tool } from '../../../../src/contract/tool.ts';
import type { Conversation } from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { callTool } from '../../../../src/surfaces/mcp/tools/call-tool.ts';
import { mcpContext } from '../../../../src/surfaces/mcp/tools/context.ts';
import { catalogue } from '../../../../tools/index.ts';
import { assistantOf } from '../../../spec/assistants/assistant.ts';
import { open } from '../../../spec/scene.ts';
import { sendable } from '../../../tools/campaigns/scene.ts';

const conversation: Conversation = {
  client: 'An\u{200B} assistant\n 1.0',
  elicits: true,
  opensPages: false,
  inputResponses: { confirm: { action: 'accept' } },
  requestState: undefined,
  signal: new AbortController().signal,
  progress() {},
  sdk: { request: 'the context of a transport' },
};

test('a tool gets only the parts of a conversation that it may need', async () => {
  const platform = await open();
  const context = mcpContext(platform.platform.engine, catalogue, '2.1.0');
  let seen: object = {};
  const tool: Tool = {
    ...context.tools.get('create_tag')!,
    run(scope, input) {
      seen = scope;
      return context.tools.get('create_tag')!.run(scope, input);
    },
  };
  const answer = await callTool(
    context,
    platform.caller('mcp'),
    tool,
    { name: 'red' },
    conversation,
    () => true,
  );
  expect(answer).not.toHaveProperty('isError');
  expect(seen).toMatchObject({ signal: conversation.signal, progress: conversation.progress });
  for (const name of ['sdk', 'client', 'elicits', 'inputResponses', 'requestState']) {
    expect(seen).not.toHaveProperty(name);
  }
});

test('the name of a client is recorded as one visible line', async () => {
  const platform = await open();
  const context = mcpContext(platform.platform.engine, catalogue, '2.1.0');
  const caller = platform.caller('mcp');
  const makeTag = async (name: string, client: string): Promise<unknown> => {
    const said = { ...conversation, client };
    await callTool(context, caller, context.tools.get('create_tag')!, { name }, said, () => true);
    const { output } = await platform.call('list_audit_log', { limit: 1 });
    return (output as { data: { client: unknown }[] }).data[0]!.client;
  };
  expect(await makeTag('one', conversation.client)).toBe('An assistant 1.0');
  expect(await makeTag('two', 'x'.repeat(5_000))).toBe('x'.repeat(200));
  expect(await makeTag('three', '')).toBeNull();
});

test('the link of a truncated preview opens the complete preview', async () => {
  const platform = await open();
  const assistant = assistantOf(platform);
  const html = `${'<p>A letter about the garden.</p>'.repeat(3_000)}<a href="{{unsubscribeUrl}}">Leave</a>`;
  const { output } = await platform.call('create_campaign', { ...sendable, markdown: undefined, html });
  const campaignId = (output as { id: string }).id;
  const { result, content } = await assistant.call('preview_campaign', { campaignId });
  expect(result).toMatchObject({ object: 'campaign_preview', campaignId, values: 'fallbacks' });
  expect(result).not.toHaveProperty('html');
  const uri = `posthouse://campaigns/${campaignId}/preview`;
  const link = content.find(({ type }: { type: string }) => type === 'resource_link');
  expect(link).toEqual({ type: 'resource_link', uri, name: 'html', mimeType: 'text/html' });
  expect(content[1]!.text).toMatch(
    /^Left out, being long: html \([\d,]+ characters\); read it at posthouse:/,
  );
  const { contents } = await assistant.result('resources/read', { uri });
  expect(contents[0].text.split('A letter about the garden.').length - 1).toBe(3_000);
  expect(Buffer.byteLength(contents[0].text)).toBe(result.size.html_bytes);
  const { resourceTemplates } = await assistant.result('resources/templates/list');
  expect(resourceTemplates).toContainEqual(
    expect.objectContaining({ uriTemplate: 'posthouse://campaigns/{id}/preview', mimeType: 'text/html' }),
  );
});
