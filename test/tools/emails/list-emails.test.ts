import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let posthouse: SimulatedPlatform;
const ids: string[] = [];

beforeAll(async () => {
  posthouse = await openPlatform();
  for (const [index, to] of ['ada@example.com', 'bounce@example.com', 'grace@mailbox.dev'].entries()) {
    const { output } = await posthouse.call('send_email', {
      from: `sender${index}@acme.dev`,
      to,
      subject: `Number ${index}`,
      html: '<p>secret body</p>',
    });
    ids.unshift((output as { id: string }).id);
    await posthouse.clock.advance(60_000);
  }
});
afterAll(() => posthouse.close());

const list = async (query: string) => (await posthouse.http('GET', `/api/v2/emails?${query}`)).body;
const idsOf = async (query: string) => (await list(query)).data.map((email: { id: string }) => email.id);

test('list_emails lists mails newest first, without bodies', async () => {
  const body = await list('');
  expect(body).toMatchObject({ object: 'list', has_more: false });
  expect(body.data.map((email: { id: string }) => email.id)).toEqual(ids);
  expect(body.data[0]).not.toHaveProperty('html');
  expect(body.data[0]).not.toHaveProperty('text');
  expect(JSON.stringify(body)).not.toContain('secret body');
});

test('list_emails pages the list of mails by id in both directions', async () => {
  const first = await list('limit=2');
  expect(first.has_more).toBe(true);
  expect(await idsOf(`limit=2&after=${ids[1]}`)).toEqual([ids[2]]);
  expect(await idsOf(`limit=1&before=${ids[2]}`)).toEqual([ids[1]]);
});

test.each([
  ['last_event=bounced', [1]],
  ['to=ADA@example.com', [2]],
  ['from=sender1', [1]],
  ['source=api', [0, 1, 2]],
  ['source=smtp', []],
  ['query=mailbox', [0]],
  ['query=number%201', [1]],
  ['created_after=2026-01-01T00:00:30Z', [0, 1]],
  ['created_before=2026-01-01T00:00:30Z', [2]],
  ['last_event=bounced&to=ada@example.com', []],
])('list_emails filters mails by %s', async (query, expected) => {
  expect(await idsOf(query)).toEqual(expected.map((index) => ids[index]));
});

test('list_emails with a batch filter returns exactly the mails accepted in one call', async () => {
  const here = await openPlatform();
  onTestFinished(() => here.close());
  const send = async (emails: string[]) => {
    const body = emails.map((to) => ({ from: 'hello@acme.dev', to, subject: 'Hello', html: '<p>Hello</p>' }));
    const { data } = (await here.http('POST', '/api/v2/emails/batch', { body })).body;
    await here.clock.advance(1);
    return data.map(({ id }: { id: string }) => id);
  };
  await send(['before@example.com']);
  const sent = await send(['ada@example.com', 'bounce@example.com', 'grace@example.com']);
  await send(['after@example.com']);
  const found = async (query: string) =>
    (await here.http('GET', `/api/v2/emails?${query}`)).body.data.map(({ id }: { id: string }) => id);
  for (const id of sent) expect(await found(`batch=${id}`)).toEqual(sent.toReversed());
  expect(await found(`batch=${sent[0]}&limit=1&after=${sent[2]}`)).toEqual([sent[1]]);
  expect(await found(`batch=${sent[0]}&to=bounce@example.com`)).toEqual([sent[1]]);
  expect(await found(`batch=${sent[0]}&source=api`)).toEqual(sent.toReversed());
  expect(await found(`batch=${sent[0]}&source=smtp`)).toEqual([]);
  expect(await found(`batch=${sent[0]}&created_before=2026-01-01T00:00:00Z`)).toEqual([]);
  expect(await found('batch=eml_unknown')).toEqual([]);
  const other = await here.addOrganization('Other');
  const foreign = await here.http('GET', `/api/v2/emails?batch=${sent[0]}`, { token: other.token });
  expect(foreign.body.data).toEqual([]);
});

test.each([
  ['after=eml_unknown', 'after'],
  ['after=a&before=b', 'before'],
  ['limit=101', 'limit'],
  ['limit=0', 'limit'],
  ['last_event=lost', 'last_event'],
  ['page=2', 'page'],
  ['cursor=x', 'cursor'],
])('list_emails rejects the query %s', async (query, path) => {
  const { status, body } = await posthouse.http('GET', `/api/v2/emails?${query}`);
  expect(status).toBe(400);
  expect(body.details[0].path).toBe(path);
});
