import { afterEach, expect, it } from 'vitest';
import { heldCharactersMax, openQuestions } from '../../../src/surfaces/mcp/open-questions.ts';
import { simulatedClock } from '../../world/clock.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { stdioTo } from './stdio-wire.ts';
import type { Json } from './wire.ts';

const placesOfOne = 20;
const quarterHourMs = 15 * 60_000;

let house: SimulatedPlatform | null = null;
afterEach(async () => {
  await house?.close();
  house = null;
});

const initialize = {
  jsonrpc: '2.0',
  id: 'open',
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'a test', version: '1' },
  },
};

const batch = (id: number, subject = 'News'): Json => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: {
    name: 'send_email_batch',
    arguments: {
      emails: [1, 2].map((index) => ({
        from: 'hello@acme.dev',
        to: `person${index}@mailbox.dev`,
        subject,
        markdown: `${'A word. '.repeat(10)}`,
      })),
    },
  },
});

it('holds so many calls open for people, and confirms the others by a second call', async () => {
  house = await openPlatform();
  const { ask, send, next, end } = stdioTo(house);
  await ask(initialize);
  send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const questions: Json[] = [];
  for (let id = 0; id < placesOfOne; id += 1) {
    send(batch(id));
    questions.push(await next());
  }
  expect(questions.every(({ method }) => method === 'elicitation/create')).toBe(true);
  const beyond = await ask(batch(99));
  expect(JSON.parse(beyond.result.content[0].text)).toMatchObject({ name: 'confirmation_required' });
  // An answer makes room for another question.
  send({ jsonrpc: '2.0', id: questions[0].id, result: { action: 'decline' } });
  expect((await next()).id).toBe(0);
  send(batch(100));
  expect((await next()).method).toBe('elicitation/create');
  // So does a cancellation.
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  const asked: Json[] = [];
  for (send(batch(101)); asked.at(-1)?.method !== 'elicitation/create'; ) asked.push(await next());
  for (let requestId = 2; requestId <= 101; requestId += 1) {
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
  }
  await end();
  expect(house.mailbox.messages).toEqual([]);
});

it('does not hold a call with much in it', async () => {
  house = await openPlatform();
  const { ask, end } = stdioTo(house);
  await ask(initialize);
  const message = batch(1);
  message.params.arguments.emails[0].markdown = 'A word. '.repeat(heldCharactersMax / 8);
  expect(JSON.parse((await ask(message)).result.content[0].text)).toMatchObject({
    name: 'confirmation_required',
  });
  await end();
});

it('gives a place back by itself, and counts each organization apart', async () => {
  const clock = simulatedClock();
  const { take } = openQuestions(clock);
  for (let count = 0; count < placesOfOne; count += 1) expect(take(1)).not.toBeNull();
  expect(take(1)).toBeNull();
  const other = take(2)!;
  other();
  other();
  await clock.advance(quarterHourMs);
  expect(take(1)).not.toBeNull();
});
