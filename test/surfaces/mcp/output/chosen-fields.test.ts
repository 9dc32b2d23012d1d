import { expect, test } from 'vitest';
import { assistantOf, type Json } from '../../../spec/assistants/assistant.ts';
import { open } from '../../../spec/scene.ts';

async function scene() {
  const platform = await open({ confirm: 'never' });
  const use = async (tool: string, input: object) => (await platform.call(tool, input)).output as Json;
  await use('save_subscribers', {
    subscribers: ['ada', 'bob'].map((name) => ({
      email: `${name}@example.com`,
      firstName: name,
      attributes: { note: 'x'.repeat(5_000) },
    })),
  });
  return { assistant: assistantOf(platform), use };
}

test('a list returns only the chosen fields of each entry, and its id', async () => {
  const { assistant } = await scene();
  const answers = await Promise.all(
    [
      { detail: 'email,first_name' },
      { detail: 'email, firstName' },
      { detail: ['email', 'firstName'] },
      { fields: ['email', 'first_name'] },
    ].map((given) => assistant.call('list_subscribers', given)),
  );
  for (const { result, content } of answers) {
    expect(result).toEqual({
      object: 'list',
      data: [
        { id: expect.stringMatching(/^sub_/), email: 'bob@example.com', firstName: '⟦bob⟧' },
        { id: expect.stringMatching(/^sub_/), email: 'ada@example.com', firstName: '⟦ada⟧' },
      ],
      has_more: false,
      total: 2,
    });
    expect(content).toHaveLength(1);
  }
});

test('a chosen field is returned although a summary omits it, also as null', async () => {
  const { assistant } = await scene();
  const { result } = await assistant.call('list_subscribers', { detail: 'source,timezone', limit: 1 });
  expect(result.data).toEqual([{ id: expect.any(String), source: 'API', timezone: null }]);
});

test('an answer for one object returns the chosen fields and the id', async () => {
  const { assistant, use } = await scene();
  const { result } = await assistant.call('get_subscriber', {
    subscriber: 'ada@example.com',
    detail: 'status',
  });
  expect(result).toEqual({ object: 'subscriber', id: expect.stringMatching(/^sub_/), status: 'ACTIVE' });
  const { id } = await use('create_campaign', { name: 'May', subject: 'News', html: '<p>Hello</p>' });
  const campaign = (await assistant.call('get_campaign', { campaign_id: id, detail: 'html,status' })).result;
  expect(campaign).toEqual({ object: 'campaign', id, status: 'DRAFT', html: expect.stringMatching('Hello') });
});

test('entries without an id have only the chosen fields', async () => {
  const { assistant } = await scene();
  const { result } = await assistant.call('get_email_metrics', { interval: 'day', detail: 'delivered' });
  expect(result.data[0]).toEqual({ delivered: expect.any(Number) });
});

test('an unknown field is rejected with the fields of the answer', async () => {
  const { assistant } = await scene();
  for (const [given, path] of [
    [{ detail: 'email,mail' }, 'detail'],
    [{ fields: ['mail'] }, 'fields'],
    [{ fields: [] }, 'fields'],
    [{ fields: { email: 1 } }, 'fields'],
  ] as const) {
    const { result, refused } = await assistant.call('list_subscribers', given);
    expect([refused, result.details[0].path]).toEqual([true, path]);
    expect(result.details[0].message).toMatch(
      /^must be summary, full, or some of the fields object, id, email, /,
    );
  }
  const { result } = await assistant.call('list_subscribers', { detail: 'full', fields: ['email'] });
  expect(result.details).toMatchObject([{ path: 'fields', message: 'cannot be given together with detail' }]);
});
