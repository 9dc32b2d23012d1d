import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '../../../../src/model/instant.ts';
import { lookEveryMs } from '../../../../src/surfaces/mcp/sessions/watch-resources.ts';
import { freshFile } from '../content/fresh-file.ts';
import {
  answerOf,
  heldBatch,
  heldVerdicts,
  initialize,
  type Json,
  listenTo,
  openWire,
  request,
  toolCall,
  type Wire,
} from '../protocol/wire.ts';

/** Sessions of clients up to 2025-11-25 over a socket to the whole platform. */
let wire: Wire;
let verdicts: ReturnType<typeof heldVerdicts>;
beforeAll(async () => {
  wire = await openWire({ confirm: 'never' });
  verdicts = heldVerdicts(wire.posthouse);
});
afterAll(() => wire.close());

const ping = (id: unknown = 1) => request('ping', {}, id);

async function campaign(name = 'News'): Promise<{ id: string; uri: string }> {
  const { id } = (await wire.posthouse.call('create_campaign', { name })).output as Json;
  return { id, uri: `posthouse://campaigns/${id}` };
}

describe('a session id', () => {
  it('is visible ASCII, new for each handshake, and valid only for its caller', async () => {
    const sessions = [await wire.open(), await wire.open()];
    expect(new Set(sessions).size).toBe(2);
    for (const session of sessions) {
      expect(session).toMatch(/^[\x21-\x7e]{40,4000}$/);
      expect((await answerOf(await wire.post(ping(), { session }))).result).toEqual({});
    }
  });

  it('is unknown to any other caller, in any other form and after its end, with each method', async () => {
    const session = await wire.open();
    const ended = await wire.open();
    expect((await wire.end(ended)).status).toBe(200);
    const { token: foreign } = await wire.posthouse.addOrganization('Other');
    const { token: colleague } = await wire.posthouse.addToken(wire.posthouse.organization);
    const flipped = [0, 10, session.length >> 1, session.length - 2].map((at) => {
      const other = session[at] === 'A' ? 'B' : 'A';
      return session.slice(0, at) + other + session.slice(at + 1);
    });
    const tries: { session: string; token?: string }[] = [
      { session: 'anything' },
      { session: session.slice(0, -1) },
      { session: `${session}A` },
      ...flipped.map((one) => ({ session: one })),
      { session: ended },
      { session, token: foreign },
      { session, token: colleague },
    ];
    for (const { session: id, token } of tries) {
      const sent = token === undefined ? {} : { token };
      for (const response of [
        await wire.post(ping(), { ...sent, session: id }),
        await wire.post(toolCall('list_emails', {}), { ...sent, session: id }),
        await wire.get(id, sent),
        await wire.end(id, sent),
      ]) {
        expect(response.status).toBe(404);
        const { error } = (await response.json()) as Json;
        expect(error).toEqual({ code: -32001, message: 'Session not found' });
      }
    }
    expect((await wire.post(ping(), { session })).status).toBe(200);
  });

  it('is valid for a day', async () => {
    const session = await wire.open();
    await wire.posthouse.clock.advance(23 * 60 * minuteMs);
    expect((await wire.post(ping(), { session })).status).toBe(200);
    await wire.posthouse.clock.advance(2 * 60 * minuteMs);
    expect((await wire.post(ping(), { session })).status).toBe(404);
  });

  it('does not accept a second handshake', async () => {
    const session = await wire.open();
    const response = await wire.post(initialize(), { session });
    expect(response.status).toBe(400);
  });
});

describe('a session', () => {
  it('has no connection until a message needs one', async () => {
    const fresh = await openWire();
    const { clock } = fresh.posthouse;
    const response = await fresh.post(initialize({ elicitation: {} }));
    const session = response.headers.get('mcp-session-id')!;
    // A connection has a timer from its start.
    const timers = clock.timers();
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 7 } };
    for (const notice of [{ method: 'notifications/initialized' }, cancelled]) {
      const noted = await fresh.post({ jsonrpc: '2.0', ...notice }, { session });
      expect([noted.status, await noted.text()]).toEqual([202, '']);
    }
    expect((await answerOf(await fresh.post(ping(), { session }))).result).toEqual({});
    expect(clock.timers()).toBe(timers);

    const { id: campaignId } = (await fresh.posthouse.call('create_campaign', { name: 'News' }))
      .output as Json;
    const uri = `posthouse://campaigns/${campaignId}`;
    const stream = listenTo(await fresh.get(session));
    expect(clock.timers()).toBeGreaterThan(timers);
    const subscribed = await fresh.post(request('resources/subscribe', { uri }), { session });
    expect((await answerOf(subscribed)).result).toEqual({});
    const again = await fresh.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { session });
    expect(again.status).toBe(202);
    await fresh.posthouse.call('update_campaign', { campaignId, name: 'Changed' });
    await clock.advance(lookEveryMs);
    expect((await stream.next())?.message).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri },
    });
    await stream.cut();
    expect((await fresh.end(session)).status).toBe(200);
    await fresh.close();
  });
});

describe('the stream of a session', () => {
  it('reports every subscribed change, including changes before a later subscription', async () => {
    const session = await wire.open();
    const [one, two] = [await campaign('One'), await campaign('Two')];
    const stream = listenTo(await wire.get(session));
    const subscribe = async ({ uri }: { uri: string }) =>
      (await answerOf(await wire.post(request('resources/subscribe', { uri }), { session }))).result;
    expect(await subscribe(one)).toEqual({});
    await wire.posthouse.call('update_campaign', { campaignId: one.id, name: 'One, changed' });
    expect(await subscribe(two)).toEqual({});
    await wire.posthouse.clock.advance(lookEveryMs);
    expect((await stream.next())?.message).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: one.uri },
    });
    await wire.post(request('resources/unsubscribe', { uri: one.uri }), { session });
    await wire.posthouse.call('update_campaign', { campaignId: one.id, name: 'One, unheard' });
    await wire.posthouse.call('update_campaign', { campaignId: two.id, name: 'Two, changed' });
    await wire.posthouse.clock.advance(lookEveryMs);
    expect((await stream.next())?.message.params).toEqual({ uri: two.uri });
    await stream.cut();
  });

  it('accepts at most twenty resources, and none that is unknown or of another organization', async () => {
    const session = await wire.open();
    const { uri } = await campaign();
    const { token } = await wire.posthouse.addOrganization('An outsider');
    const theirs = await wire.open({}, { token });
    const unknown = `${uri.slice(0, -3)}zzz`;
    const result = async (of: string, sent: object) =>
      JSON.stringify(
        await answerOf(await wire.post(request('resources/subscribe', { uri: of }), sent)),
      ).replaceAll(of, '');
    expect(await result(uri, { session: theirs, token })).toBe(
      await result(unknown, { session: theirs, token }),
    );
    expect(await result(unknown, { session })).toContain('Resource not found');
    for (let index = 0; index < 20; index += 1) {
      expect(await result((await campaign()).uri, { session })).toContain('"result":{}');
    }
    expect(await result((await campaign()).uri, { session })).toContain('at most 20 resources');
  });

  it('ends when the token is revoked, and its caller is rejected', async () => {
    const { id, token } = await wire.posthouse.addToken(wire.posthouse.organization);
    const session = await wire.open({}, { token });
    const stream = listenTo(await wire.get(session, { token }));
    await wire.posthouse.call('revoke_token', { id });
    await wire.posthouse.clock.advance(5_000);
    expect(await stream.next()).toBeNull();
    expect((await wire.post(ping(), { session, token })).status).toBe(401);
  });

  it('reports changed lists when the token loses rights, and stops watching forbidden resources', async () => {
    const { id, token } = await wire.posthouse.addToken(wire.posthouse.organization, {
      scopes: ['campaigns.read', 'emails.read'],
    });
    const session = await wire.open({}, { token });
    const stream = listenTo(await wire.get(session, { token }));
    const { id: campaignId, uri } = await campaign();
    await answerOf(await wire.post(request('resources/subscribe', { uri }), { session, token }));
    const names = async () =>
      (await answerOf(await wire.post(request('tools/list'), { session, token }))).result.tools.map(
        ({ name }: Json) => name,
      );
    expect(await names()).toContain('get_campaign');
    await wire.posthouse.clock.advance(lookEveryMs);
    await wire.posthouse.call('update_token', { id, scopes: ['emails.read'] });
    await wire.posthouse.clock.advance(5_000);
    // A token without campaign access has no review prompt.
    const methods = [(await stream.next())?.message.method, (await stream.next())?.message.method];
    expect(await names()).not.toContain('get_campaign');
    // The client learns that the campaign is gone, and nothing of its later changes.
    await wire.posthouse.call('update_campaign', { campaignId, name: 'Unheard' });
    await wire.posthouse.clock.advance(2 * minuteMs);
    await wire.posthouse.call('update_token', { id, scopes: ['emails.send'] });
    await wire.posthouse.clock.advance(5_000);
    methods.push((await stream.next())?.message.method, (await stream.next())?.message.method);
    methods.push((await stream.next())?.message.method);
    expect(methods.sort()).toEqual([
      'notifications/prompts/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/updated',
      'notifications/tools/list_changed',
      'notifications/tools/list_changed',
    ]);
    await stream.cut();
  });
});

describe('a connection lost during a call', () => {
  it('loses and repeats no response', async () => {
    const session = await wire.open();
    const given = heldBatch('broken.dev');
    const first = listenTo(await wire.post(toolCall('send_email_batch', given, 7, 'p'), { session }));
    await verdicts.reached();
    const progress = await first.next();
    expect(progress?.message).toMatchObject({
      method: 'notifications/progress',
      params: { progress: 1, total: 3 },
    });
    await first.cut();
    const resumed = listenTo(await wire.get(session, { headers: { 'last-event-id': progress!.id } }));
    verdicts.release();
    const heard = (await resumed.rest()).map(({ message }) => message);
    expect(heard.map(({ params, id }) => params?.progress ?? id)).toEqual([2, 3, 7]);
    expect(heard.at(-1).result.structuredContent.data).toHaveLength(3);
    // Resumes again, for a client that disconnected before the end.
    const again = listenTo(await wire.get(session, { headers: { 'last-event-id': progress!.id } }));
    expect((await again.rest()).map(({ message }) => message)).toEqual(heard);
    const { data } = (await wire.posthouse.call('list_emails', { to: 'person-0@broken.dev' })).output as Json;
    expect(data).toHaveLength(1);
  });

  it('is taken over by the returning client even if the server has not noticed the loss', async () => {
    const session = await wire.open();
    const first = listenTo(
      await wire.post(toolCall('send_email_batch', heldBatch('half-open.dev'), 8, 'p'), { session }),
    );
    await verdicts.reached();
    const { id } = (await first.next())!;
    const second = listenTo(await wire.get(session, { headers: { 'last-event-id': id } }));
    expect(await first.next()).toBeNull();
    verdicts.release();
    expect((await second.rest()).at(-1)?.message.id).toBe(8);
  });

  it('is reported to the client when its missed events are gone, and the first messages are still delivered', async () => {
    const session = await wire.open();
    for (const id of ['7', 'abc.a.12', '__proto__']) {
      expect((await wire.get(session, { headers: { 'last-event-id': id } })).status).toBe(400);
    }
    const response = await wire.get(session, { headers: { 'last-event-id': '0123456789ab.s.3' } });
    expect(response.status).toBe(200);
    await listenTo(response).cut();
  });

  it('is reported to the client when a response was too long to store, and a shorter response is replayed', async () => {
    const session = await wire.open();
    const read = async (characters: number): Promise<string[]> => {
      const html = `<p>{{unsubscribeUrl}}</p>${'<p>News</p>'.repeat(characters / 11)}`;
      const { id } = (await wire.posthouse.call('create_campaign', { name: 'Long', html })).output as Json;
      const uri = `posthouse://campaigns/${id}`;
      const text = await (await wire.post(request('resources/read', { uri }), { session })).text();
      expect(text).toContain('"result"');
      return [...text.matchAll(/^id: (.*)$/gm)].map(([, eventId]) => eventId!);
    };
    const resume = (id: string | undefined) => wire.get(session, { headers: { 'last-event-id': id } });
    const [begun, answered] = await read(100_000);
    expect((await resume(begun)).status).toBe(400);
    expect(await listenTo(await resume(answered)).rest()).toEqual([]);
    const [begunShort] = await read(1_000);
    expect(await listenTo(await resume(begunShort)).rest()).toHaveLength(1);
  });

  it('finds fewer stored events the more sessions its organization has', async () => {
    const html = `<p>{{unsubscribeUrl}}</p>${'<p>News</p>'.repeat(4_500)}`;
    const { id } = (await wire.posthouse.call('create_campaign', { name: 'Long', html })).output as Json;
    const read = async () => {
      const session = await wire.open();
      const begun: string[] = [];
      for (let many = 0; many < 8; many += 1) {
        const uri = `posthouse://campaigns/${id}`;
        const text = await (await wire.post(request('resources/read', { uri }), { session })).text();
        begun.push(/^id: (.*)$/m.exec(text)![1]!);
      }
      return { session, last: begun.at(-1)! };
    };
    const resumed = async ({ session, last }: Awaited<ReturnType<typeof read>>) => {
      const response = await wire.get(session, { headers: { 'last-event-id': last } });
      await response.body!.cancel();
      return response.status;
    };
    const first = await read();
    for (let many = 0; many < 6; many += 1) {
      const other = await read();
      expect((await wire.end(other.session)).status).toBe(200);
    }
    expect(await resumed(first)).toBe(200);
    for (let many = 0; many < 6; many += 1) await read();
    expect(await resumed(first)).toBe(400);
  });

  it('cannot be resumed in another session', async () => {
    const [mine, other] = [await wire.open(), await wire.open()];
    const stream = listenTo(
      await wire.post(toolCall('verify_email_addresses', { emails: ['a@mailbox.dev'] }, 1, 'p'), {
        session: mine,
      }),
    );
    const [event] = await stream.rest();
    const response = await wire.get(other, { headers: { 'last-event-id': event!.id } });
    expect(response.status).toBe(400);
  });
});

describe('a suspended session', () => {
  it('is restored on demand, and is not suspended while its client listens', async () => {
    const idle = await wire.open();
    const heard = await wire.open();
    const { id, uri } = await campaign();
    const stream = listenTo(await wire.get(heard));
    for (const session of [idle, heard])
      await answerOf(await wire.post(request('resources/subscribe', { uri }), { session }));
    await wire.posthouse.clock.advance(31 * minuteMs);
    const another = await wire.open();
    expect((await wire.post(ping(), { session: another })).status).toBe(200);
    await wire.posthouse.call('update_campaign', { campaignId: id, name: 'Later' });
    await wire.posthouse.clock.advance(minuteMs);
    expect((await stream.next())?.message.params).toEqual({ uri });
    const call = toolCall('verify_email_addresses', { emails: ['a@mailbox.dev'] }, 1, 'p');
    expect((await answerOf(await wire.post(call, { session: idle }))).result.isError).toBeFalsy();
    await stream.cut();
  });

  it('makes room for other sessions of its organization, and its pending call is answered', async () => {
    const held = await wire.open();
    const answer = wire.post(toolCall('send_email_batch', heldBatch('room.dev')), { session: held });
    await verdicts.reached();
    for (let index = 0; index < 210; index += 1) {
      const session = await wire.open();
      await (await wire.post(ping(), { session })).text();
    }
    verdicts.release();
    const response = await answer;
    expect(response.status).toBe(200);
    expect((await answerOf(response)).result.structuredContent.data).toHaveLength(3);
  });
});

describe('another process with the same secret', () => {
  it('continues a session and asks its person, but cannot resume streams of the first process', async () => {
    const { open, remove } = freshFile();
    const one = await openWire({ database: open() });
    const two = await openWire({ database: open(), seed: 2 });
    try {
      const session = await one.open({ elicitation: {} });
      const events = listenTo(
        await one.post(toolCall('verify_email_addresses', { emails: ['a@mailbox.dev'] }, 1, 'p'), {
          session,
        }),
      );
      const [event] = await events.rest();
      expect((await two.get(session, { headers: { 'last-event-id': event!.id } })).status).toBe(400);
      const emails = heldBatch('two.dev').emails;
      const asking = listenTo(await two.post(toolCall('send_email_batch', { emails }, 2), { session }));
      const question = (await asking.next())!.message;
      expect(question).toMatchObject({ method: 'elicitation/create' });
      const said = { action: 'accept', content: { confirm: true } };
      await two.post({ jsonrpc: '2.0', id: question.id, result: said }, { session });
      const [answer] = await asking.rest();
      expect(answer?.message.result.structuredContent.data).toHaveLength(3);
    } finally {
      await one.close();
      await two.close();
      remove();
    }
  });
});
