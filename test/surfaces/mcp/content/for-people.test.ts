import { expect, test } from 'vitest';
import { assistantOf, type Json } from '../../../spec/assistants/assistant.ts';
import { openPlatform } from '../../../world/platform.ts';

function notesOf(content: readonly Json[]): string {
  return content
    .slice(1)
    .map(({ text }) => text)
    .join(' ');
}

test('a page that mentions a person-only tool says so', async () => {
  const platform = await openPlatform();
  const assistant = assistantOf(platform);
  const { content } = await assistant.call('read_docs', { topic: 'guides/oauth', part: 2 });
  expect(content[0]!.text).toContain('create_oauth_client');
  expect(notesOf(content)).toContain(
    'create_oauth_client is not available to assistants; a person can run it: posthouse tools run create_oauth_client.',
  );
  const { content: plain } = await assistant.call('read_docs', { topic: 'segments' });
  expect(plain).toHaveLength(1);
  await platform.close();
});

test('a search result that mentions a person-only tool says so', async () => {
  const platform = await openPlatform();
  const assistant = assistantOf(platform);
  const { content } = await assistant.call('search_docs', { query: 'create_oauth_client' });
  expect(notesOf(content)).toContain('create_oauth_client is not available to assistants');
  const { content: other } = await assistant.call('search_docs', { query: 'double opt-in' });
  expect(notesOf(other)).not.toContain('not available to assistants');
  await platform.close();
});
