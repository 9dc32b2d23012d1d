import { expect, test } from 'vitest';
import { eventQuota } from '../../../../src/surfaces/mcp/sessions/event-quota.ts';
import { eventStore } from '../../../../src/surfaces/mcp/sessions/event-store.ts';

const message = (characters: number) => ({
  jsonrpc: '2.0' as const,
  id: 1,
  result: { text: 'x'.repeat(characters) },
});
/** Its text takes a quarter of a megabyte, minus the surrounding JSON. */
const long = message(128 * 1024 - 200);
const longsOfOneSession = 8;
const longsOfOneOrganization = 32;
const longsOfOneProcess = 256;

/** Session with this many long messages, each on its own stream after a short message. */
async function saying(many: number, room: ReturnType<typeof eventQuota>, organization: number) {
  const store = eventStore('s', room, organization);
  const begun: string[] = [];
  for (let index = 0; index < many; index += 1) {
    begun.push(await store.storeEvent(`${index}`, message(0)));
    await store.storeEvent(`${index}`, long);
  }
  return { store, standings: () => begun.map((id) => store.progressOf(id)) };
}

test('an oversized message is not stored, and a client that missed it gets a notice', async () => {
  const store = eventStore('s', eventQuota(), 1);
  const begun = await store.storeEvent('a', message(0));
  const other = await store.storeEvent('b', message(0));
  const answered = await store.storeEvent('a', message(128 * 1024));
  expect([begun, other, answered].map((id) => store.progressOf(id))).toEqual(['gone', 'resume', 'resume']);
  const send = async () => {};
  await expect(store.replayEventsAfter(begun, { send })).rejects.toThrow('no longer stored');
  const heard = await store.storeEvent('_GET_stream', message(0));
  await store.storeEvent('_GET_stream', message(128 * 1024));
  expect(store.progressOf(heard)).toBe('listen');
});

test('kept messages are replayed as sent', async () => {
  const store = eventStore('s', eventQuota(), 1);
  const begun = await store.storeEvent('a', message(0));
  await store.storeEvent('b', message(1));
  await store.storeEvent('a', long);
  await store.storeEvent('a', message(2));
  const heard: unknown[] = [];
  const send = async (_id: string, said: unknown) => void heard.push(said);
  expect(await store.replayEventsAfter(begun, { send })).toBe('a');
  expect(heard).toEqual([long, message(2)]);
});

test('a session, an organization and the process each keep their newest messages', async () => {
  const alone = (await saying(longsOfOneSession + 2, eventQuota(), 1)).standings();
  expect(alone.slice(0, 2)).toEqual(['gone', 'gone']);
  expect(alone.filter((standing) => standing === 'resume').length).toBeGreaterThanOrEqual(
    longsOfOneSession - 1,
  );
  expect(alone.at(-1)).toBe('resume');

  const room = eventQuota();
  const sessions: Awaited<ReturnType<typeof saying>>[] = [];
  const kept = () =>
    sessions.map(({ standings }) => standings().filter((standing) => standing === 'resume').length);
  const outsider = await saying(1, room, 0);
  for (let index = 0; index < longsOfOneOrganization + 3; index += 1) sessions.push(await saying(1, room, 1));
  expect(outsider.standings()).toEqual(['resume']);
  expect(kept().slice(0, 3)).toEqual([0, 0, 0]);
  expect(kept().filter((many) => many === 1).length).toBeGreaterThanOrEqual(longsOfOneOrganization - 1);
  expect(kept().at(-1)).toBe(1);

  for (let index = 0; index < longsOfOneProcess; index += 1)
    sessions.push(await saying(1, room, 2 + (index % 20)));
  expect(outsider.standings()).toEqual(['gone']);
  expect(kept().filter((many) => many === 1).length).toBeLessThanOrEqual(longsOfOneProcess);
  expect(kept().at(-1)).toBe(1);
});

test('an ended session releases its quota and uses none again', async () => {
  const room = eventQuota();
  const first = await saying(1, room, 1);
  for (let index = 0; index < 2 * longsOfOneOrganization; index += 1) {
    const { store, standings } = await saying(1, room, 1);
    store.close();
    expect(standings()).toEqual(['gone']);
    await store.storeEvent('late', long);
  }
  expect(first.standings()).toEqual(['resume']);
});
