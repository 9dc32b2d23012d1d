import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMailbox } from '../../../src/model/address.ts';
import { hostileAddresses } from '../../model/hostile-addresses.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { isLongRun } from '../../world/simulated/random.ts';
import { callThrough, doors, type SpecDoor } from '../doors.ts';

/**
 * The address rules at every interface: the parsed address is checked, stored, and put on the envelope. No
 * real mailbox counts as a test recipient, and no test recipient as a real mailbox.
 */

/** Every entry: an interface and a tool, with the address in that tool's form. */
const waysIn: readonly { door: SpecDoor; tool: string; inputTo(to: string): Record<string, unknown> }[] = [
  ...doors.all.map((door) => ({
    door,
    tool: 'send_email',
    inputTo: (to: string) => ({ ...message, to }),
  })),
  {
    door: 'v2',
    tool: 'send_email_batch',
    inputTo: (to) => ({ emails: [{ ...message, to }] }),
  },
  { door: 'v2', tool: 'send_test_email', inputTo: (to) => ({ ...message, to: [to] }) },
];

/**
 * Every string through one interface, and a sample through the others, which share its parser; `npm run
 * test:long` tries all everywhere.
 */
function stringsFor(door: SpecDoor, tool: string): typeof hostileAddresses {
  if (isLongRun || (door === 'v2' && tool === 'send_email')) return hostileAddresses;
  return hostileAddresses.filter((_, index) => index % sampleStride === 0);
}
const sampleStride = 5;

const message = { from: 'hello@acme.dev', subject: 'Hello', markdown: 'Hello' };
const dayMs = 24 * 60 * 60 * 1_000;

describe.each(waysIn)('$tool through $door', ({ door, tool, inputTo }) => {
  let posthouse: SimulatedPlatform;
  beforeAll(async () => {
    posthouse = await openPlatform();
  });
  afterAll(() => posthouse.close());

  const tried = stringsFor(door, tool);
  test(`handles each of ${tried.length} hostile strings as specified`, async () => {
    expect(hostileAddresses.length).toBeGreaterThanOrEqual(150);
    const wrong: string[] = [];
    for (const { input, address, fixture } of tried) {
      const before = posthouse.mailbox.messages.length;
      // Yesterday's sends no longer count for the recipient guard: many strings of the corpus name the same
      // mailbox.
      await posthouse.clock.advance(dayMs);
      const result = await callThrough(door, posthouse, tool, inputTo(input));
      await posthouse.deliver();
      const left = posthouse.mailbox.messages.slice(before);
      const seen = { accepted: result.ok, envelopes: left.map(({ to }) => to.address) };
      const expected = {
        accepted: address !== null,
        envelopes: address !== null && !fixture ? [address] : [],
      };
      if (JSON.stringify(seen) !== JSON.stringify(expected)) {
        wrong.push(
          `${JSON.stringify(input)}: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`,
        );
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('the header of a mail names the same mailbox as the envelope', async () => {
  const posthouse = await openPlatform();
  for (const { input, address, fixture } of hostileAddresses) {
    if (address === null || fixture) continue;
    await posthouse.clock.advance(dayMs);
    await posthouse.call('send_email', { ...message, to: input });
  }
  await posthouse.deliver();
  const { output } = await posthouse.call('list_emails', { limit: 100 });
  const { data } = output as { data: { to: string[] }[] };
  const envelopes = new Set(posthouse.mailbox.messages.map(({ to }) => to.address));
  expect(data.length).toBeGreaterThan(20);
  for (const email of data) {
    const read = parseMailbox(email.to[0]!);
    expect(read.ok && envelopes.has(read.mailbox.address)).toBe(true);
  }
  await posthouse.close();
});
