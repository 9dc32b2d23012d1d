import { expect, test } from 'vitest';
import { alternativeTools } from '../../../../src/surfaces/mcp/content/for-people.ts';
import { mcpContext } from '../../../../src/surfaces/mcp/tools/context.ts';
import { catalogue } from '../../../../tools/index.ts';
import { assistantOf, type Json } from '../../../spec/assistants/assistant.ts';
import { openPlatform } from '../../../world/platform.ts';
import { toolNames } from '../tools/tool-names.ts';

function notesOf(content: readonly Json[]): string {
  return content
    .slice(1)
    .map(({ text }) => text)
    .join(' ');
}

test('the tool suggested in place of a person-only tool is another tool that assistants may call', async () => {
  const platform = await openPlatform();
  const { forPeople } = mcpContext(platform.platform.engine, catalogue, '2.1.0');
  for (const [name, own] of Object.entries(alternativeTools)) {
    expect([name, forPeople.has(name)]).toEqual([name, true]);
    for (const tool of own) expect([name, tool, toolNames.has(tool)]).toEqual([name, tool, true]);
  }
  await platform.close();
});

test('a page that mentions a person-only tool says so and names the tool to use instead', async () => {
  const platform = await openPlatform();
  const assistant = assistantOf(platform);
  const { content } = await assistant.call('read_docs', { topic: 'guides/from-postmark' });
  expect(content[0]!.text).toContain('import_suppressions');
  expect(notesOf(content)).toContain(
    'import_suppressions is not available to assistants; a person can run it: posthouse tools run import_suppressions; you have add_suppressions.',
  );
  const narrow = assistantOf(platform, { query: '?tools=read_docs' });
  const { content: alone } = await narrow.call('read_docs', { topic: 'guides/from-postmark' });
  expect(notesOf(alone)).toContain('import_suppressions is not available to assistants');
  expect(notesOf(alone)).not.toContain('add_suppressions');
  const many = await assistant.call('read_docs', { topic: 'reference/tools', part: 3 });
  expect(notesOf(many.content)).toMatch(
    /^Not available to assistants: (?:\w+, ){4}\w+ and \d+ more; a person can run them: posthouse tools run NAME\.$/,
  );
  const { content: plain } = await assistant.call('read_docs', { topic: 'segments' });
  expect(plain).toHaveLength(1);
  await platform.close();
});

test('a search result that mentions a person-only tool says so', async () => {
  const platform = await openPlatform();
  const assistant = assistantOf(platform);
  const { content } = await assistant.call('search_docs', { query: 'import_suppressions' });
  expect(notesOf(content)).toContain('import_suppressions is not available to assistants');
  const { content: other } = await assistant.call('search_docs', { query: 'double opt-in' });
  expect(notesOf(other)).not.toContain('not for assistants');
  await platform.close();
});
