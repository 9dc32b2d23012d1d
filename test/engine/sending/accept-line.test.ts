import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Submission } from '../../../src/engine/context/submission.ts';
import { AcceptLine } from '../../../src/engine/sending/accept-line.ts';
import { parseMailbox } from '../../../src/model/address.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let posthouse: SimulatedPlatform;
let transactions: number;
beforeEach(async () => {
  transactions = 0;
  const database = openSqlite(':memory:');
  posthouse = await openPlatform({
    database: {
      ...database,
      transaction(work) {
        transactions += 1;
        return database.transaction(work);
      },
    },
  });
});
afterEach(() => posthouse.close());

type Organization = SimulatedPlatform['organization'];
const large = 200_000;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function mailbox(text: string) {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.mailbox;
}

function submission(organization: Organization, octets: number, number: number): Submission<string> {
  return {
    caller: posthouse.caller('v2', organization),
    source: 'api',
    now: posthouse.clock.now(),
    memory: null,
    cause: null,
    mode: 'strict',
    drafts: [
      {
        from: mailbox('news@acme.example'),
        to: mailbox(`reader-${number}@reader.example`),
        replyTo: null,
        subject: 'Hello',
        preview: null,
        body: { kind: 'html', source: 'x'.repeat(octets) },
      },
    ],
    answer: () => `${organization.name} ${number}`,
  };
}

test('a small mail is accepted before earlier large mails of another organization', async () => {
  const { organization: other } = await posthouse.addOrganization('Other');
  const accepted: string[] = [];
  const submit = async (one: Submission<string>): Promise<void> => {
    accepted.push(await posthouse.platform.engine.accept.submit(one));
  };
  const flood = Array.from({ length: 12 }, (_, number) =>
    submit(submission(posthouse.organization, large, number)),
  );
  await Promise.all([...flood, submit(submission(other, 10, 100))]);
  expect(accepted).toHaveLength(13);
  expect(accepted.indexOf('Other 100')).toBeLessThan(3);
});

test('a group takes mail from each organization in turn within its limits and skips none forever', async () => {
  const { organization: other } = await posthouse.addOrganization('Other');
  const { organization: third } = await posthouse.addOrganization('Third');
  const line = new AcceptLine<{ one: Submission<string> }>(() => ({ draftsMax: 10, octetsMax: 100 }));
  const sizes: [Organization, number][] = [
    [posthouse.organization, 40],
    [posthouse.organization, 40],
    [posthouse.organization, 40],
    [other, 90],
    [other, 10],
    [third, 500],
    [third, 10],
  ];
  for (const [number, [organization, octets]] of sizes.entries()) {
    line.add({ one: submission(organization, octets, number) });
  }
  const groups: number[][] = [];
  while (line.ready > 0) {
    const group = line.takeGroup();
    groups.push(group.map(({ one: { drafts } }) => Number(/\d+/.exec(drafts[0]!.to.address)![0])));
  }
  expect(groups).toEqual([[0, 1], [3, 4], [5], [2, 6]]);
});

test('a group holds at most its maximum number of drafts', async () => {
  const line = new AcceptLine<{ one: Submission<string> }>(() => ({ draftsMax: 2, octetsMax: 100 }));
  for (let number = 0; number < 5; number++) line.add({ one: submission(posthouse.organization, 1, number) });
  const lengths = [];
  while (line.ready > 0) lengths.push(line.takeGroup().length);
  expect(lengths).toEqual([2, 2, 1]);
});

test('a group skips a resting organization until it is woken', async () => {
  const { organization: other } = await posthouse.addOrganization('Other');
  const line = new AcceptLine<{ one: Submission<string> }>(() => ({ draftsMax: 10, octetsMax: 20 }));
  const add = (organization: Organization, number: number) =>
    line.add({ one: submission(organization, 10, number) });
  add(posthouse.organization, 0);
  add(other, 1);
  expect(line.rest(posthouse.organization.key)).toBe(true);
  expect(line.rest(posthouse.organization.key)).toBe(false);
  add(posthouse.organization, 2);
  expect([line.ready, line.isFull()]).toEqual([1, false]);
  expect(line.takeGroup()).toHaveLength(1);
  expect(line.takeGroup()).toEqual([]);
  line.wake(posthouse.organization.key);
  expect([line.ready, line.isFull()]).toEqual([2, true]);
  expect(line.takeGroup()).toHaveLength(2);
  expect([line.ready, line.isFull()]).toEqual([0, false]);
});

/** Submits in a world where each large mail takes `tookMs`; records the accepted ones. */
function slowSubmits() {
  const accepted: string[] = [];
  const submit = async (one: Submission<string>): Promise<void> => {
    accepted.push(await posthouse.platform.engine.accept.submit(one));
  };
  const tookMs = 50;
  const slow = (number: number): Promise<void> =>
    submit({
      ...submission(posthouse.organization, large, number),
      alongside: () => posthouse.clock.advance(tookMs),
    });
  return { accepted, submit, slow, tookMs };
}

test('an organization that is alone does not rest, and its large mails share a transaction', async () => {
  const { accepted, slow } = slowSubmits();
  const before = transactions;
  await Promise.all(Array.from({ length: 12 }, (_, number) => slow(number)));
  expect(accepted).toHaveLength(12);
  expect(transactions - before).toBeLessThan(4);
});

test('an organization rests between its large mails only while other organizations are active', async () => {
  const { organization: other } = await posthouse.addOrganization('Other');
  const { accepted, submit, slow, tookMs } = slowSubmits();
  await submit(submission(other, 10, 100));
  const flood = Promise.all(Array.from({ length: 12 }, (_, number) => slow(number)));
  while (accepted.length < 2) await submit(submission(other, 10, 101));
  const before = accepted.filter((answer) => !answer.startsWith('Other')).length;
  for (let number = 110; number < 120; number++) await submit(submission(other, 10, number));
  expect(accepted.filter((answer) => !answer.startsWith('Other')).length - before).toBeLessThan(3);
  const restMsMax = 4 * tookMs;
  for (let hostCooldown = 0; hostCooldown < 12; hostCooldown++) await posthouse.clock.advance(restMsMax);
  await flood;
  expect(posthouse.clock.timers()).toBe(0);
});

test('a shutdown waits until resting submissions are accepted', async () => {
  const { organization: other } = await posthouse.addOrganization('Other');
  const { http, engine } = posthouse.platform;
  const { port } = await http.listen('127.0.0.1', 0);
  const { submit, slow, tookMs } = slowSubmits();
  const body = { from: 'hello@acme.test', to: 'grace@example.com', subject: 'Hi', markdown: 'Hi' };
  // The first mail loads the verifier.
  expect((await posthouse.http('POST', '/api/v2/emails', { body })).status).toBe(200);
  await submit(submission(other, 10, 100));
  await slow(0);
  const asked = fetch(`http://127.0.0.1:${port}/api/v2/emails`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${firstToken}`,
      'content-type': 'application/json',
      'idempotency-key': 'once',
    },
    body: JSON.stringify(body),
  });
  while (engine.answering.size === 0) await settled();
  const ended: string[] = [];
  const answered = asked.then((answer) => ended.push(`answered ${answer.status}`));
  const drained = http.drain(60_000).then(() => ended.push('drained'));
  for (let turn = 0; turn < 50; turn++) await settled();
  expect(ended).toEqual([]);
  while (ended.length < 2) {
    await posthouse.clock.advance(tookMs);
    await settled();
  }
  await Promise.all([answered, drained]);
  expect(ended).toContain('answered 200');
});
