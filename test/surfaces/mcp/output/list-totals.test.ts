import { expect, test } from 'vitest';
import { assistantOf } from '../../../spec/assistants/assistant.ts';
import { open } from '../../../spec/scene.ts';

async function scene() {
  const platform = await open({ confirm: 'never' });
  const assistant = assistantOf(platform);
  const total = async (tool: string, given: object = {}): Promise<number | undefined> =>
    (await assistant.call(tool, { limit: 1, ...given })).result.total;
  const use = async (tool: string, input: object) => (await platform.call(tool, input)).output;
  return { platform, assistant, total, use };
}

const people = (amount: number, more: object = {}) => ({
  subscribers: Array.from({ length: amount }, (_, n) => ({ email: `p${n}@example.com`, ...more })),
});

test('a list of subscribers has the kept total, and the total of a status or a tag', async () => {
  const { total, use } = await scene();
  await use('save_subscribers', people(5, { tags: ['news'] }));
  await use('save_subscribers', people(2, { tags: ['vip'] }));
  await use('unsubscribe_subscriber', { subscriber: 'p0@example.com' });
  expect(await total('list_subscribers')).toBe(5);
  expect(await total('list_subscribers', { status: 'ACTIVE' })).toBe(4);
  expect(await total('list_subscribers', { tag: ['vip'] })).toBe(2);
  expect(await total('list_subscribers', { tag: ['unknown'] })).toBe(0);
});

test('a list has no total if only a scan could count it', async () => {
  const { assistant, total, use } = await scene();
  await use('save_subscribers', people(3, { tags: ['news'] }));
  expect(await total('list_subscribers', { query: 'example' })).toBeUndefined();
  expect(await total('list_subscribers', { status: 'ACTIVE', tag: ['news'] })).toBeUndefined();
  // A rule alone is counted, unless the organization has too many subscribers to read during the call.
  const rule = { field: 'tags', operator: 'eq', value: 'news' };
  expect(await total('list_subscribers', { rule })).toBe(3);
  expect(await total('list_subscribers', { rule, status: 'ACTIVE' })).toBeUndefined();
  // A list on one page is counted by its entries, but not the rest of a list.
  const { result } = await assistant.call('list_subscribers', { query: 'example' });
  expect([result.total, result.data.length]).toEqual([3, 3]);
  const after = result.data[0].id;
  expect((await assistant.call('list_subscribers', { query: 'example', after })).result).toMatchObject({
    has_more: false,
    data: [{}, {}],
  });
  expect(await total('list_subscribers', { query: 'example', after, limit: 5 })).toBeUndefined();
});

test('a filter is counted up to 1,000, and a kept count has no limit', async () => {
  const { total, use } = await scene();
  await use('save_subscribers', people(1_000));
  expect(await total('list_subscribers', { status: 'ACTIVE' })).toBe(1_000);
  await use('create_subscriber', { email: 'one.more@example.com' });
  expect(await total('list_subscribers', { status: 'ACTIVE' })).toBeUndefined();
  expect(await total('list_subscribers')).toBe(1_001);
});

test('lists of tags, segments, campaigns, templates, domains and emails have a total on every page', async () => {
  const { assistant, total, use } = await scene();
  for (const name of ['red', 'green', 'blue']) {
    await use('create_tag', { name });
    await use('create_segment', { name, rule: { field: 'tags', operator: 'eq', value: name } });
    await use('create_campaign', { name, subject: 'News' });
    await use('create_template', { name, subject: 'News', markdown: 'News' });
    await use('add_domain', { name: `${name}.example` });
    await use('send_email', {
      ...{ from: 'hello@acme.com', subject: 'Hi', markdown: 'Hi' },
      to: `${name}@example.com`,
    });
  }
  for (const list of [
    'list_tags',
    'list_segments',
    'list_campaigns',
    'list_templates',
    'list_domains',
    'list_emails',
  ]) {
    const { result } = await assistant.call(list, { limit: 1 });
    expect([list, result.total, result.has_more]).toEqual([list, 3, true]);
    expect([list, await total(list, { after: result.data[0].id })]).toEqual([list, 3]);
  }
  expect(await total('list_campaigns', { status: 'DRAFT' })).toBe(3);
  expect(await total('list_campaigns', { query: 'r' })).toBeUndefined();
  expect(await total('list_emails', { to: 'red@example.com' })).toBe(1);
  expect(await total('list_emails', { delivery_mode: 'test' })).toBeUndefined();
});

test('a list over REST, and over the tools interface, has no total', async () => {
  const { platform, use } = await scene();
  await use('create_tag', { name: 'red' });
  const { body } = await platform.http('GET', '/api/v2/tags');
  expect(Object.keys(body as object)).toEqual(['object', 'data', 'has_more']);
  expect(Object.keys((await use('list_tags', {})) as object)).toEqual(['object', 'data', 'has_more']);
});
