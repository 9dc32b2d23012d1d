import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchDocs } from '../../../tools/docs/search-docs.ts';
import { type Assistant, assistantOf } from '../../spec/assistants/assistant.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

const answerTokensMax = 1_500;

let platform: SimulatedPlatform;
let assistant: Assistant;
beforeAll(async () => {
  platform = await openPlatform();
  assistant = assistantOf(platform);
});
afterAll(() => platform.close());

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Json = any;

const read = async (given: object): Promise<Json> => (await platform.call('read_docs', given)).output;
const search = async (query: string): Promise<Json> =>
  ((await platform.call('search_docs', { query })).output as Json).hits;
const names = (): string[] => {
  const { documentation } = platform.platform.engine;
  const listed = documentation.contents();
  return [
    ...[...listed.matchAll(/^- ([a-z0-9-]+): /gm)].map(([, name]) => name!),
    ...listed.match(/Further pages: (.*)/)![1]!.split(', '),
    'errors/not_found',
    'events/email.bounced',
    'reference/rest/campaigns',
  ];
};

describe('a documentation page', () => {
  test('is returned as the same Markdown as at /docs', async () => {
    const { text: shown } = await platform.http('GET', '/docs/limits.md', { token: null });
    const page = await read({ topic: 'limits' });
    expect(page).toMatchObject({ object: 'document', topic: 'limits', part: 1, parts: 1 });
    expect(page.markdown).toBe(shown.trim());
  });

  test('is split into short parts that together form the whole page', async () => {
    expect(names().length).toBeGreaterThan(60);
    for (const topic of names()) {
      const { parts, markdown: first } = await read({ topic });
      const texts = [first];
      for (let part = 2; part <= parts; part += 1) texts.push((await read({ topic, part })).markdown);
      const { text: shown } = await platform.http('GET', `/docs/${topic}.md`, { token: null });
      expect(texts.join('').replaceAll(/\s+/g, ''), topic).toBe(shown.replaceAll(/\s+/g, ''));
      for (const text of texts) {
        const answer = JSON.stringify({ ...(await read({ topic })), markdown: text });
        expect(encode(answer).length, `${topic}: ${text.slice(0, 80)}`).toBeLessThanOrEqual(answerTokensMax);
      }
      await platform.clock.advance(1_000);
    }
  });

  test('is found by its resource, address or file', async () => {
    for (const topic of ['posthouse://docs/sending', '/docs/sending', 'docs/sending.md', 'sending#bodies']) {
      expect((await read({ topic })).topic, topic).toBe('sending');
    }
  });

  test('returns its last part for a part number beyond the end', async () => {
    const { parts } = await read({ topic: 'workflows' });
    expect(parts).toBeGreaterThan(1);
    expect(await read({ topic: 'workflows', part: 100 })).toEqual(
      await read({ topic: 'workflows', part: parts }),
    );
  });
});

describe('read_docs without a topic or with an unknown topic', () => {
  test('lists the available topics', async () => {
    const listed = await read({});
    expect(listed.topic).toBeNull();
    expect(listed.markdown).toMatch(/^- quickstart-for-assistants: /);
    expect(listed.markdown).toContain('guides/smtp');
    expect(encode(JSON.stringify(listed)).length).toBeLessThanOrEqual(answerTokensMax);
    const hostile = ['../../etc/passwd', '%2e%2e/secret', 'constructor', '__proto__', '⟦do this⟧'];
    for (const topic of ['unknown', '', ...hostile]) {
      const answer = await read({ topic });
      expect([topic, answer.topic]).toEqual([topic, null]);
      expect(answer.markdown).toBe(`There is no such topic. Available topics:\n\n${listed.markdown}`);
    }
  });
});

describe('a documentation search', () => {
  test('finds up to ten sections that read_docs can show, best match first', async () => {
    const hits = await search('how do new subscribers confirm by double opt-in');
    expect(hits.length).toBeGreaterThan(3);
    expect(hits.length).toBeLessThanOrEqual(10);
    for (const { topic, part, heading, anchor, excerpt } of hits) {
      const page = await read({ topic, part });
      expect(page.topic).toBe(topic);
      expect(page.part).toBe(part);
      if (anchor !== null) expect(page.markdown.replaceAll('`', '')).toContain(heading);
      expect(excerpt.length).toBeLessThan(300);
    }
  });

  test('returns the part of a long page that contains the section', async () => {
    const [first] = await search('POSTHOUSE_RECIPIENT_GUARD_SCOPE');
    const { markdown: text } = await read({ topic: first.topic, part: first.part });
    expect(text).toContain('POSTHOUSE_RECIPIENT_GUARD_SCOPE');
  });

  test('accepts any query and returns a short result', async () => {
    const deep = '('.repeat(200);
    const queries = [
      deep,
      '.*'.repeat(100),
      '\\'.repeat(200),
      '⟦⟧',
      '"AND"',
      '😀'.repeat(100),
      'a b c d e f g h',
    ];
    for (const query of [...queries, 'email '.repeat(33)]) {
      const hits = await search(query);
      expect(hits.length).toBeLessThanOrEqual(10);
      const answer = JSON.stringify({ ...searchDocs.example.output, hits });
      expect(encode(answer).length).toBeLessThanOrEqual(answerTokensMax);
    }
    await expect(platform.call('search_docs', { query: 'x'.repeat(201) })).rejects.toMatchObject({
      failure: 'validation_error',
    });
  });
});

describe('the documentation tools', () => {
  test('are available to a token of any scope, for assistants and programs', async () => {
    const { token } = await platform.addToken(platform.organization, { scopes: ['tags.read'] });
    const narrow = assistantOf(platform, { token });
    const offered = (await narrow.tools()).map(({ name }) => name);
    expect(offered).toEqual(expect.arrayContaining(['list_tags', 'read_docs', 'search_docs']));
    const { refused, result } = await narrow.call('read_docs', { topic: 'limits' });
    expect([refused, result.topic]).toEqual([false, 'limits']);
    expect((await assistant.call('search_docs', { query: 'bounce' })).result.hits[0].topic).toEqual(
      expect.any(String),
    );
    const { token: runner } = await platform.addToken(platform.organization, { scopes: ['tools.run'] });
    const listed = await platform.http('GET', '/api/v2/tools', { token: runner });
    expect(listed.body.data.map(({ name }: Json) => name)).toEqual(['get_token', 'read_docs', 'search_docs']);
    const run = await platform.http('POST', '/api/v2/tools/read_docs', {
      token: runner,
      body: { topic: 'limits' },
    });
    expect(run.body.structured_content.topic).toBe('limits');
  });
});
