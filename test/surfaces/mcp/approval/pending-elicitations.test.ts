import { afterEach, expect, it } from 'vitest';
import {
  heldCharactersMax,
  pendingElicitations,
} from '../../../../src/surfaces/mcp/tools/pending-elicitations.ts';
import { addReaders } from '../../../engine/campaigns/campaign-scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { simulatedClock } from '../../../world/simulated/clock.ts';
import { type StdioWire, stdioTo } from '../protocol/stdio-wire.ts';
import { answerOf, type Json, listenTo, wireTo } from '../protocol/wire.ts';

const placesOfOne = 20;
const placesOfAll = 500;
const quarterHourMs = 15 * 60_000;

let posthouse: SimulatedPlatform | null = null;
afterEach(async () => {
  await posthouse?.close();
  posthouse = null;
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

/** Connects a client with elicitation. */
async function asking(): Promise<StdioWire> {
  posthouse = await openPlatform();
  const stdio = stdioTo(posthouse);
  await stdio.ask(initialize);
  stdio.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return stdio;
}

const said = ({ result }: Json): Json => JSON.parse(result.content[0].text);

/** Checks that the answer describes the send, and that only the person can start it. */
function expectUnasked(answer: Json, reason: string): void {
  expect(said(answer)).toMatchObject({
    name: 'confirmation_required',
    details: { reason, preview: expect.anything() },
  });
  expect(said(answer).details).not.toHaveProperty('confirmation_token');
  expect(JSON.stringify(answer)).not.toContain('confirm_');
}

it('a limited number of calls waits for people, and further calls are refused', async () => {
  const { ask, send, next, end } = await asking();
  const questions: Json[] = [];
  for (let id = 0; id < placesOfOne; id += 1) {
    send(batch(id));
    questions.push(await next());
  }
  expect(questions.every(({ method }) => method === 'elicitation/create')).toBe(true);
  const beyond = await ask(batch(99));
  expectUnasked(beyond, 'too_many_questions');
  expect(said(beyond).next).toContain('Tell the person that approval requests are waiting for them');
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
  expect(posthouse!.mailbox.messages).toEqual([]);
});

it('an error response to an elicitation frees its slot', async () => {
  const { send, next, end } = await asking();
  for (let id = 0; id <= placesOfOne; id += 1) {
    send(batch(id));
    const question = await next();
    expect(question.method).toBe('elicitation/create');
    send({ jsonrpc: '2.0', id: question.id, error: { code: -32603, message: 'There is no screen' } });
    const answer = await next();
    expect(answer).toMatchObject({ id, result: { isError: true } });
    expect(JSON.stringify(answer)).not.toContain('confirm_');
  }
  await end();
});

it('the end of a connection frees its slots', async () => {
  const { send, next, end } = await asking();
  const { questions } = posthouse!.platform.mcpContext;
  const { key } = posthouse!.platform.operator('mcp').organization;
  for (let count = 0; count < placesOfOne - 1; count += 1) questions.take(key);
  send(batch(1));
  expect((await next()).method).toBe('elicitation/create');
  expect(questions.take(key)).toBeNull();
  const ended = end();
  // Outstanding messages are awaited for a moment.
  await posthouse!.clock.advance(60_000);
  await ended;
  expect(questions.take(key)).not.toBeNull();
});

it('calls above the limit are also refused over HTTP', async () => {
  posthouse = await openPlatform();
  const wire = await wireTo(posthouse);
  const session = await wire.open({ elicitation: {} });
  const { questions } = posthouse.platform.mcpContext;
  const { key } = posthouse.platform.operator('mcp').organization;
  for (let count = 0; count < placesOfOne - 1; count += 1) questions.take(key);
  const stream = listenTo(await wire.post(batch(1), { session }));
  expect((await stream.next())?.message.method).toBe('elicitation/create');
  expectUnasked(await answerOf(await wire.post(batch(2), { session })), 'too_many_questions');
  // The session ends, and its question with it.
  await wire.end(session);
  await stream.rest();
  const another = await wire.open({ elicitation: {} });
  const asked = listenTo(await wire.post(batch(3), { session: another }));
  expect((await asked.next())?.message.method).toBe('elicitation/create');
  await wire.end(another);
  expect(posthouse.mailbox.messages).toEqual([]);
});

it('calls in one batch of messages are refused beyond the limit of open elicitations', async () => {
  const { send, next, end } = await asking();
  const many = 60;
  const unasked = 10;
  send(
    ...Array.from({ length: many }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: {
        name: 'send_email',
        arguments: {
          from: 'hello@acme.dev',
          to: `person${id}@mailbox.dev`,
          subject: 'News',
          markdown: 'A word about our garden.',
        },
      },
    })),
  );
  const heard: Json[] = [];
  while (heard.length < many) heard.push(await next());
  const refusals = heard.filter(({ result }) => result?.isError);
  expect(heard.filter(({ method }) => method === 'elicitation/create')).toHaveLength(placesOfOne);
  expect(refusals).toHaveLength(many - unasked - placesOfOne);
  for (const each of refusals) expectUnasked(each, 'too_many_questions');
  for (let requestId = 0; requestId < many; requestId += 1) {
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
  }
  await end();
});

it('a call with too much content is refused instead of held', async () => {
  const { ask, end } = await asking();
  const message = batch(1);
  message.params.arguments.emails[0].markdown = 'A word. '.repeat(heldCharactersMax / 8);
  const answer = await ask(message);
  expectUnasked(answer, 'too_large');
  expect(said(answer).message).toContain('262,144 characters');
  expect(said(answer).next).toContain('in smaller calls');
  await end();
});

it('the size of a held call is measured by its text, at most twice', async () => {
  const { ask, send, next, end } = await asking();
  const organization = posthouse!.platform.operator('mcp').organization;
  await addReaders(posthouse!, organization, ['one@mailbox.dev', 'two@mailbox.dev', 'three@mailbox.dev']);
  const { output } = await posthouse!.call('create_campaign', {
    name: 'News',
    subject: 'News',
    fromEmail: 'news@acme.dev',
    markdown: 'The garden is open. [Leave]({{unsubscribeUrl}})',
  });
  const call = (request: number, confirmation_token: string): Json => ({
    jsonrpc: '2.0',
    id: request,
    method: 'tools/call',
    params: { name: 'send_campaign', arguments: { campaignId: (output as Json).id, confirmation_token } },
  });
  send(call(1, '⟦'.repeat(heldCharactersMax)));
  expect((await next()).method).toBe('elicitation/create');
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  expectUnasked(await ask(call(2, '⟦'.repeat(2 * heldCharactersMax))), 'too_large');
  await end();
  expect(posthouse!.mailbox.messages).toEqual([]);
});

it('an organization has free slots even if many others use all of theirs', async () => {
  const { ask, send, next, end } = await asking();
  const { questions } = posthouse!.platform.mcpContext;
  const others = Array.from({ length: placesOfAll }, (_, index) => 1_000 + index);
  for (const other of others.slice(0, 100)) {
    for (let count = 0; count < placesOfOne; count += 1) questions.take(other);
  }
  send(batch(1));
  const question = await next();
  expect(question.method).toBe('elicitation/create');
  send({ jsonrpc: '2.0', id: question.id, result: { action: 'decline' } });
  expect((await next()).id).toBe(1);
  // With five times as many there is none left, and still no client answers for the person.
  for (const other of others) questions.take(other);
  expectUnasked(await ask(batch(2)), 'too_many_questions');
  await end();
});

it('a slot expires by itself, and each organization is counted separately', async () => {
  const clock = simulatedClock();
  const { take } = pendingElicitations(clock);
  for (let count = 0; count < placesOfOne; count += 1) expect(take(1)).not.toBeNull();
  expect(take(1)).toBeNull();
  const other = take(2)!;
  other();
  other();
  await clock.advance(quarterHourMs);
  expect(take(1)).not.toBeNull();
});
