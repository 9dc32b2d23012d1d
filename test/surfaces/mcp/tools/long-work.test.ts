import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { type StdioWire, stdioTo } from '../protocol/stdio-wire.ts';
import {
  answerOf,
  envelope,
  heldBatch,
  heldVerdicts,
  initialize,
  type Json,
  listenTo,
  openWire,
  type Stream,
  toolCall,
  type Wire,
} from '../protocol/wire.ts';

/** A slow call: its client sees progress and may cancel it, and a cancelled call has no effect. */
let wire: Wire;
let verdicts: ReturnType<typeof heldVerdicts>;
beforeAll(async () => {
  wire = await openWire({ confirm: 'never' });
  verdicts = heldVerdicts(wire.posthouse);
});
afterAll(() => wire.close());

const token = 'how far';

/** A held batch in flight: its messages, and how its client cancels it. */
type UnderWay = { next(): Promise<Json>; cancel(): Promise<void>; finish(): Promise<void> };
type Start = (given: object) => Promise<UnderWay>;

const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } };

function heard(stream: Stream, cancel: () => Promise<unknown>): UnderWay {
  return {
    next: async () => (await stream.next())?.message,
    cancel: async () => void (await cancel()),
    finish: () => stream.cut().catch(() => {}),
  };
}

function onStdio(stdio: StdioWire): UnderWay {
  return {
    next: () => stdio.next(),
    cancel: async () => stdio.send(cancelled),
    finish: async () => void (await stdio.end()),
  };
}

const doors: [string, Start][] = [
  [
    'HTTP, 2026-07-28',
    async (given) => {
      const stop = new AbortController();
      const params = { name: 'send_email_batch', arguments: given, _meta: { progressToken: token } };
      const response = await wire.ask('tools/call', params, { id: 5, signal: stop.signal });
      return heard(listenTo(response), async () => stop.abort());
    },
  ],
  [
    'HTTP, 2025-11-25 with a session',
    async (given) => {
      const session = await wire.open();
      const response = await wire.post(toolCall('send_email_batch', given, 5, token), { session });
      return heard(listenTo(response), () => wire.post(cancelled, { session }));
    },
  ],
  [
    'HTTP, 2025-11-25 without a session',
    async (given) => {
      const stop = new AbortController();
      const call = toolCall('send_email_batch', given, 5, token);
      const headers = { 'mcp-protocol-version': '2025-11-25' };
      const response = await wire.post(call, { headers, signal: stop.signal });
      return heard(listenTo(response), async () => stop.abort());
    },
  ],
  [
    'stdio, 2026-07-28',
    async (given) => {
      const stdio = stdioTo(wire.posthouse);
      const call = toolCall('send_email_batch', given, 5, token);
      stdio.send({ ...call, params: { ...call.params, _meta: { ...envelope(), progressToken: token } } });
      return onStdio(stdio);
    },
  ],
  [
    'stdio, 2025-11-25',
    async (given) => {
      const stdio = stdioTo(wire.posthouse);
      await stdio.ask(initialize());
      stdio.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      stdio.send(toolCall('send_email_batch', given, 5, token));
      return onStdio(stdio);
    },
  ],
];

async function mailsTo(domain: string): Promise<number> {
  let sum = 0;
  for (const index of [0, 1, 2]) {
    const { output } = await wire.posthouse.call('list_emails', { to: `person-${index}@${domain}` });
    sum += (output as Json).data.length;
  }
  return sum;
}

describe.each(doors)('over %s', (name, start) => {
  const domain = `${name.replace(/\W+/g, '-').toLowerCase()}.dev`;

  verifies(
    'cancel.progress',
    'a client that requested progress gets it during the call, and then the response',
    async () => {
      const call = await start(heldBatch(domain));
      await verdicts.reached();
      const first = await call.next();
      expect(first).toMatchObject({
        method: 'notifications/progress',
        params: { progressToken: token, progress: 1, total: 3, message: 'emails verified' },
      });
      verdicts.release();
      const [second, third, answer] = [await call.next(), await call.next(), await call.next()];
      expect([second.params.progress, third.params.progress]).toEqual([2, 3]);
      expect(answer).toMatchObject({ id: 5, result: { structuredContent: { data: [{}, {}, {}] } } });
      expect(await mailsTo(domain)).toBe(3);
      await call.finish();
    },
  );

  verifies(
    ['cancel.nothing-or-all', 'cancel.retry', 'cancel.doors'],
    'a cancelled send sends nothing, and a repeat with its key sends once',
    async () => {
      const where = `cancelled.${domain}`;
      const given = { ...heldBatch(where), idempotency_key: where };
      const call = await start(given);
      await verdicts.reached();
      await call.next();
      await call.cancel();
      // The server reads this connection's messages in order, so the cancellation has arrived.
      await (await wire.ask('tools/list')).text();
      verdicts.release();
      await call.finish();
      // An uncancelled send would finish before the next call.
      expect((await answerOf(await callAgain(heldBatch(`after.${domain}`)))).error).toBeUndefined();
      expect(await mailsTo(where)).toBe(0);
      for (let times = 0; times < 2; times += 1) {
        const again = answerOf(await callAgain(given));
        expect((await again).result.structuredContent.data).toHaveLength(3);
      }
      expect(await mailsTo(where)).toBe(3);
    },
  );
});

/** The same send over another connection, no longer held. */
async function callAgain(given: object): Promise<Response> {
  const response = wire.ask('tools/call', { name: 'send_email_batch', arguments: given });
  const first = await Promise.race([verdicts.reached().then(() => null), response]);
  if (first === null) verdicts.release();
  return await response;
}

describe('a call with a plain JSON response', () => {
  it('is cancelled by a notification in its session, but not by a lost connection', async () => {
    const session = await wire.open();
    const given = { ...heldBatch('one-piece.dev'), idempotency_key: 'one piece' };
    const answer = wire.post(toolCall('send_email_batch', given, 5), { session });
    await verdicts.reached();
    expect((await wire.post(cancelled, { session })).status).toBe(202);
    verdicts.release();
    expect((await answer).status).toBe(202);
    expect(await mailsTo('one-piece.dev')).toBe(0);

    const stop = new AbortController();
    const broken = heldBatch('one-piece-broken.dev');
    const lost = wire.post(toolCall('send_email_batch', broken, 6), { session, signal: stop.signal });
    await verdicts.reached();
    stop.abort();
    await lost.catch(() => {});
    await (await wire.ask('tools/list')).text();
    verdicts.release();
    await wire.posthouse.clock.advance(1_000);
    // The call completed despite the lost connection.
    while ((await mailsTo('one-piece-broken.dev')) === 0) await wire.posthouse.clock.advance(10);
    expect(await mailsTo('one-piece-broken.dev')).toBe(3);
  });
});

describe('a stopping server', () => {
  it('answers calls in flight, ends open streams and waits for no client', async () => {
    const stopping = await openWire();
    const held = heldVerdicts(stopping.posthouse);
    const session = await stopping.open({ elicitation: {} });
    const asked = await stopping.open({ elicitation: {} });
    const streams = [
      listenTo(await stopping.get(session)),
      listenTo(await stopping.ask('subscriptions/listen', { notifications: { toolsListChanged: true } })),
    ];
    expect((await streams[1]!.next())?.message.method).toBe('notifications/subscriptions/acknowledged');
    const question = listenTo(
      await stopping.post(toolCall('send_email_batch', { emails: [heldBatch('asked.dev').emails[0]] }), {
        session: asked,
      }),
    );
    expect((await question.next())?.message.method).toBe('elicitation/create');
    const one = { ...heldBatch('in-hand.dev').emails[1] };
    const inFlight = [
      stopping.post(toolCall('send_email', one, 1), { session }),
      stopping.post(toolCall('send_email', { ...one, subject: 'Hold this too' }, 2, 'p'), {
        session: await stopping.open(),
      }),
      stopping.ask('tools/call', {
        name: 'send_email',
        arguments: { ...one, subject: 'Hold this as well' },
        _meta: { progressToken: 'p' },
      }),
    ];
    await held.reached(3);
    const answers = Promise.all(inFlight.map(async (response) => await answerOf(await response)));
    await stopping.posthouse.clock.advance(10);
    stopping.posthouse.platform.setPhase('draining');
    // The clock stands still, so a drain that waited for its grace period would never end.
    const drained = stopping.posthouse.platform.http.drain(7_000);
    expect((await streams[1]!.rest()).map(({ message }) => message.result?.resultType)).toEqual(['complete']);
    expect(await streams[0]!.rest()).toEqual([]);
    await question.rest();
    held.release();
    for (const { result } of await answers) expect(result.structuredContent.id).toMatch(/^eml_/);
    await drained;
    await stopping.close();
  });
});
