import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offeredAt, type Toolset, toolsets } from '../../../../../src/contract/tool.ts';
import { everyTool, standardFilter, type ToolFilter } from '../../../../../src/contract/tool-filter.ts';
import { unboundCatalogueTools } from '../../../../../src/surfaces/mcp/tools/catalogue/catalogue-tools.ts';
import { catalogue } from '../../../../../tools/index.ts';
import { type Assistant, assistantOf } from '../../../../spec/assistants/assistant.ts';
import { mail } from '../../../../spec/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../../../world/platform.ts';

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
const catalogueNames = unboundCatalogueTools.map(({ name }) => name);

function withToolsets(...names: Toolset[]): ToolFilter {
  return { ...everyTool, toolsets: new Set(names) };
}

async function open(filter: ToolFilter): Promise<SimulatedPlatform> {
  return await openPlatform({ confirm: 'bulk', mcp: { filter } });
}

describe('a connection with core and catalogue', () => {
  let platform: SimulatedPlatform;
  let assistant: Assistant;
  beforeAll(async () => {
    platform = await open(withToolsets('core', 'catalogue'));
    assistant = assistantOf(platform);
  });
  afterAll(() => platform.close());

  test('lists at most 20 tools', async () => {
    const names = (await assistant.tools()).map(({ name }) => name);
    expect(names.length).toBeLessThanOrEqual(20);
    expect(names).toEqual(expect.arrayContaining(catalogueNames));
    expect(names).not.toContain('list_campaigns');
  });

  test('finds every tool by the words of its name', async () => {
    const lost: string[] = [];
    for (const { name } of offered) {
      const { result } = await assistant.call('find_tools', { query: name.replaceAll('_', ' ') });
      const found = result.data.map((one: { name: string }) => one.name);
      if (!found.slice(0, 3).includes(name)) lost.push(`${name}: ${found.join(' ')}`);
    }
    expect(lost).toEqual([]);
  });

  test.each([
    ['undo an import that is running', 'cancel_import'],
    ['give me all people as CSV', 'export_csv'],
    ['why did the mail to Bob bounce', 'get_email'],
    ['stop all mail to an address', 'add_suppression'],
    ['bring back an archived newsletter', 'restore_campaign'],
    ['webhook for bounces to my chat', 'save_webhook'],
    ['new DKIM key', 'rotate_domain_dkim'],
    ['delete a workflow', 'delete_workflow'],
    ['which apps have access', 'list_grants'],
    ['connect Stripe', 'create_integration'],
    ['automation drip series', 'save_workflow'],
    ['why does this address get no mail', 'get_suppression'],
    ['birthday mail every year', 'save_workflow'],
  ])('finds for "%s" the tool %s', async (query, name) => {
    const { result } = await assistant.call('find_tools', { query });
    expect(result.data.map((one: { name: string }) => one.name)).toContain(name);
  });

  test('a search without a match returns an empty list, and a long query is refused', async () => {
    const { result } = await assistant.call('find_tools', { query: '✨ 漢字' });
    expect(result.data).toEqual([]);
    const { refused, result: fault } = await assistant.call('find_tools', { query: 'x'.repeat(201) });
    expect([refused, fault.name]).toEqual([true, 'validation_error']);
  });

  test('describes every tool with the schema of the list, an example that fits it, and its failures', async () => {
    const all = await assistantOf(platform, { query: '?toolsets=all' }).tools();
    expect(all.map(({ name }) => name)).toEqual(offered.map(({ name }) => name));
    for (const { name, inputSchema, description } of all) {
      const { result } = await assistant.call('describe_tool', { name });
      expect([name, result.input_schema, result.description]).toEqual([name, inputSchema, description]);
      const validate = new AjvJsonSchemaValidator().getValidator(inputSchema);
      expect([name, validate(result.example)]).toMatchObject([name, { valid: true }]);
      expect(result.failures).toEqual(offered.find((tool) => tool.name === name)!.failures);
    }
  });

  test('calls an unlisted tool with the answer, the notes and the audit entry of a direct call', async () => {
    const direct = assistantOf(platform, { query: '?toolsets=all' });
    const made = await assistant.call('call_tool', {
      name: 'create_tag',
      arguments: { name: 'customers' },
    });
    expect(made).toMatchObject({ refused: false, result: { object: 'tag' } });
    const input = { tag: 'customers' };
    const called = await assistant.call('call_tool', { name: 'get_tag', arguments: input });
    expect(called).toEqual(await direct.call('get_tag', input));
    const faulty = await assistant.call('call_tool', { name: 'get_tag', arguments: { tags: 1 } });
    expect(faulty).toEqual(await direct.call('get_tag', { tags: 1 }));
    expect(faulty.refused).toBe(true);
    const { result: log } = await direct.call('list_audit_log', { tool: 'create_tag' });
    expect(log.data).toHaveLength(1);
  });

  test('an unlisted tool can also be called by its own name', async () => {
    expect(await assistant.call('list_campaigns')).toMatchObject({ refused: false });
  });

  test.each([
    [{ name: 'create_tagg' }, 'There is no tool named create_tagg; did you mean create_tag?'],
    [{ name: 'call_tool', arguments: {} }, 'There is no tool named call_tool'],
    [{ name: 'submit_message', arguments: {} }, 'There is no tool named submit_message'],
  ])('refuses %j', async (given, message) => {
    const { refused, result } = await assistant.call('call_tool', given);
    expect([refused, result.name]).toEqual([true, 'not_found']);
    expect(result.message).toContain(message);
  });

  test.each([
    [{}, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'get_tag', arguments: 'x' }, 'arguments'],
    [{ name: 'get_tag', arguments: {}, tag: 'x' }, 'tag'],
  ])('names the faulty field of %j', async (given, field) => {
    const { refused, result } = await assistant.call('call_tool', given);
    expect([refused, result.name]).toEqual([true, 'validation_error']);
    expect(result.details[0].path).toBe(field);
  });

  test('asks for the approval that the direct call would need, and sends after it', async () => {
    const emails = ['ada', 'bob'].map((name) => mail({ to: `${name}@takes-mail.com` }));
    const given = { name: 'send_email_batch', arguments: { emails } };
    const direct = await assistantOf(platform).call('send_email_batch', { emails });
    const first = await assistant.call('call_tool', given);
    expect(first.result.name).toBe('confirmation_required');
    expect(first.result.details.preview).toEqual(direct.result.details.preview);
    const { confirmation_token } = first.result.details;
    const second = await assistant.call('call_tool', {
      ...given,
      arguments: { emails, confirmation_token },
    });
    expect(second.refused).toBe(false);
    const { result } = await assistant.call('list_emails', { to: 'ada@takes-mail.com' });
    expect(result.data).toHaveLength(1);
  });
});

test('a token reaches only the tools of its scopes through the catalogue', async () => {
  const platform = await open(withToolsets('core', 'catalogue'));
  const { token } = await platform.addToken(platform.organization, { scopes: ['emails.read'] });
  const assistant = assistantOf(platform, { token });
  const found = await assistant.call('find_tools', { query: 'create tag' });
  expect(found.result.data.map((one: { name: string }) => one.name)).not.toContain('create_tag');
  expect((await assistant.call('describe_tool', { name: 'create_tag' })).result.name).toBe('not_found');
  const given = { name: 'vip' };
  const called = await assistant.call('call_tool', { name: 'create_tag', arguments: given });
  expect(called.result.name).toBe('restricted_api_key');
  expect(called).toEqual(await assistant.call('create_tag', given));
  await platform.close();
});

test('read-only, excluded and named tools restrict the catalogue too', async () => {
  const platform = await open({
    ...withToolsets('core', 'catalogue'),
    readOnly: true,
    excluded: new Set(['get_segment']),
  });
  const assistant = assistantOf(platform);
  const listed = await assistant.tools();
  expect(listed.find(({ name }) => name === 'call_tool').annotations).toMatchObject({ readOnlyHint: true });
  for (const name of ['create_tag', 'get_segment', 'send_email']) {
    const { result } = await assistant.call('call_tool', { name, arguments: {} });
    expect([name, result.name]).toEqual([name, 'not_found']);
  }
  expect((await assistant.call('call_tool', { name: 'list_tags' })).refused).toBe(false);
  const { data } = (await platform.call('list_audit_log', { tool: 'send_email' })).output as {
    data: { outcome: string }[];
  };
  expect(data).toMatchObject([{ outcome: 'not_offered' }]);
  const narrow = assistantOf(platform, { query: '?tools=call_tool,get_tag' });
  const { result } = await narrow.call('call_tool', { name: 'list_tags' });
  expect(result.name).toBe('not_found');
  await platform.close();
});

test('a connection without the catalogue reaches only its toolsets', async () => {
  const platform = await open(withToolsets('core'));
  const assistant = assistantOf(platform, { query: '?toolsets=all' });
  expect((await assistant.tools()).map(({ name }) => name)).not.toContain('list_campaigns');
  expect(await assistant.code('tools/call', { name: 'list_campaigns', arguments: {} })).toBe(-32602);
  expect(await assistant.code('tools/call', { name: 'call_tool', arguments: {} })).toBe(-32602);
  await platform.close();
});

test('by default every toolset but rare is listed, and the catalogue reaches the rest', async () => {
  const platform = await open(standardFilter);
  const assistant = assistantOf(platform);
  const listed = (await assistant.tools()).map(({ name }) => name);
  const expected = [...offered, ...unboundCatalogueTools].filter(({ rare }) => !rare);
  expect(listed).toEqual(expected.map(({ name }) => name));
  const { result } = await assistant.call('call_tool', { name: 'list_grants' });
  expect(result.object).toBe('list');
  const all = (await assistantOf(platform, { query: '?toolsets=all' }).tools()).map(({ name }) => name);
  expect(all).toEqual(offered.map(({ name }) => name));
  expect(toolsets).toContain('rare');
  await platform.close();
});
