import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../src/engine/context/caller.ts';
import { minuteMs } from '../../../../src/model/instant.ts';
import { posthouseServer } from '../../../../src/surfaces/mcp/offer/posthouse-server.ts';
import { sdkEndpoint } from '../../../../src/surfaces/mcp/sessions/sdk-endpoint.ts';
import { Sessions } from '../../../../src/surfaces/mcp/sessions/sessions.ts';
import { lookEveryMaxMs, lookEveryMs } from '../../../../src/surfaces/mcp/sessions/watch-resources.ts';
import { stdioTo } from '../protocol/stdio-wire.ts';
import {
  answerOf,
  envelope,
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

/** Long-lived connections and streams when a part below them fails or ends. */
let wire: Wire;
beforeEach(async () => {
  wire = await openWire();
});
afterEach(() => wire.close());

const opened = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe('on stdio', () => {
  it('a subscription is polled again after failed polls', async () => {
    const { id } = (await wire.posthouse.call('create_campaign', { name: 'News' })).output as Json;
    const uri = `posthouse://campaigns/${id}`;
    const { mcpContext, operator } = wire.posthouse.platform;
    let broken = false;
    const stdio = stdioTo(wire.posthouse, undefined, () => {
      const offer = posthouseServer(mcpContext, operator('mcp'));
      const resources = offer.resources!();
      return {
        ...offer,
        resources: () => ({
          ...resources,
          async stateOf(of) {
            if (broken) throw new Error('the database is away');
            return await resources.stateOf!(of);
          },
        }),
      };
    });
    await stdio.ask(initialize());
    stdio.send(opened);
    expect((await stdio.ask(request('resources/subscribe', { uri }))).result).toEqual({});
    await wire.posthouse.clock.advance(lookEveryMs);
    broken = true;
    await wire.posthouse.clock.advance(lookEveryMaxMs);
    broken = false;
    await wire.posthouse.clock.advance(lookEveryMaxMs);
    // Changes during the failure are unknown, so the resource is reported as changed.
    expect((await stdio.next()).params).toEqual({ uri });
    await wire.posthouse.call('update_campaign', { campaignId: id, name: 'Changed' });
    await wire.posthouse.clock.advance(lookEveryMs);
    expect((await stdio.next()).params).toEqual({ uri });
    broken = true;
    await wire.posthouse.clock.advance(lookEveryMaxMs);
    broken = false;
    // The next subscription reports it immediately.
    const other = (await wire.posthouse.call('create_campaign', { name: 'Other' })).output as Json;
    const second = request('resources/subscribe', { uri: `posthouse://campaigns/${other.id}` }, 2);
    expect((await stdio.ask(second)).result).toEqual({});
    await wire.posthouse.call('update_campaign', { campaignId: id, name: 'Changed again' });
    await wire.posthouse.clock.advance(lookEveryMs);
    expect((await stdio.next()).params).toEqual({ uri });
    await stdio.end();
  });

  it.each(['handshake', 'stateless'])(
    'a client is notified when a list that it read changes (%s)',
    async (era) => {
      const { mcpContext, operator } = wire.posthouse.platform;
      let caller: Caller = operator('mcp');
      const stdio = stdioTo(wire.posthouse, undefined, () => posthouseServer(mcpContext, caller));
      const params = era === 'handshake' ? {} : { _meta: envelope() };
      if (era === 'handshake') {
        const { capabilities } = (await stdio.ask(initialize())).result;
        expect(capabilities).toMatchObject({ tools: { listChanged: true }, prompts: { listChanged: true } });
        stdio.send(opened);
      } else {
        const notifications = { toolsListChanged: true, promptsListChanged: true };
        stdio.send(request('subscriptions/listen', { ...params, notifications }, 'l'));
        expect((await stdio.next()).params.notifications).toEqual(notifications);
      }
      const changes = async (...messages: Json[]) => {
        stdio.send(...messages);
        const heard: Json[] = [];
        while (heard.filter(({ id }) => id !== undefined).length < messages.length)
          heard.push(await stdio.next());
        return heard.flatMap(({ method }) => method ?? []);
      };
      await stdio.ask(request('tools/list', params, 2));
      caller = { ...caller, scopes: ['emails.read', 'campaigns.read'] };
      // It has not read the prompts, so it gets no notice about them.
      expect(await changes(request('tools/list', params, 3), request('tools/list', params, 4))).toEqual([
        'notifications/tools/list_changed',
      ]);
      expect(await changes(request('prompts/list', params, 5))).toEqual([]);
      caller = { ...caller, scopes: ['emails.read', 'campaigns.read', 'suppressions.read'] };
      expect(await changes(request('tools/list', params, 6))).toEqual(['notifications/tools/list_changed']);
      caller = { ...caller, scopes: ['emails.read'] };
      expect((await changes(request('prompts/list', params, 7))).sort()).toEqual([
        'notifications/prompts/list_changed',
        'notifications/tools/list_changed',
      ]);
      await stdio.end();
    },
  );
});

describe('a session', () => {
  it('answers every call in flight when the server stops, even while another call waits for a form', async () => {
    const verdicts = heldVerdicts(wire.posthouse);
    const session = await wire.open({ elicitation: {} });
    const { emails } = heldBatch('drain.dev');
    const [first, held] = emails as [object, object];
    const asking = listenTo(
      await wire.post(toolCall('send_email_batch', { emails: [first, { ...first, to: 'b@drain.dev' }] }, 1), {
        session,
      }),
    );
    expect((await asking.next())?.message.method).toBe('elicitation/create');
    const running = listenTo(await wire.post(toolCall('send_email', held, 2, 'p'), { session }));
    await verdicts.reached();
    wire.posthouse.platform.setPhase('draining');
    await wire.posthouse.clock.advance(0);
    verdicts.release();
    expect((await running.rest()).at(-1)?.message).toMatchObject({ id: 2, result: { content: [{}] } });
    expect(await asking.next()).toBeNull();
  });

  it('no longer watches for the disconnect of a stream that the server ended', async () => {
    const session = await wire.open();
    const call = toolCall('verify_email_addresses', { emails: ['a@mailbox.dev'] }, 1, 'p');
    const [event] = await listenTo(await wire.post(call, { session })).rest();
    const first = listenTo(await wire.get(session));
    // The second stream replaces the first, and its client cuts it.
    await listenTo(await wire.get(session)).cut();
    expect(await first.next()).toBeNull();
    const resumed = { headers: { 'last-event-id': event!.id } };
    for (let status = 200; status !== 400; ) {
      await wire.posthouse.clock.advance(31 * minuteMs);
      const another = await wire.open();
      await (await wire.post(request('ping'), { session: another })).text();
      const response = await wire.get(session, resumed);
      // A suspended session forgets its events.
      ({ status } = response);
      await response.body?.cancel();
    }
  });

  it('is restored by the next message after a failed restore', async () => {
    const { ids } = wire.posthouse.platform.engine.world;
    const bytes = ids.bytes.bind(ids);
    // The client sends nothing else first, so no connection exists yet.
    const handshake = await wire.post(initialize());
    const session = handshake.headers.get('mcp-session-id')!;
    await handshake.text();
    ids.bytes = () => {
      throw new Error('no chance left');
    };
    const list = request('resources/list');
    expect((await wire.post(list, { session })).status).toBe(500);
    ids.bytes = bytes;
    expect((await answerOf(await wire.post(list, { session }))).result.resources).toBeTruthy();
  });

  it('stays ended until ten thousand other sessions have ended', async () => {
    const { engine, mcpContext, operator } = wire.posthouse.platform;
    const sessions = new Sessions(engine);
    const caller = operator('mcp');
    const find = (id: string) => sessions.find(id, caller, (now) => posthouseServer(mcpContext, now));
    const openAndEnd = async () => {
      await wire.posthouse.clock.advance(1);
      const id = sessions.open(caller, {});
      await find(id)!.end();
      return id;
    };
    const [first, second] = [await openAndEnd(), await openAndEnd()];
    for (let index = 2; index < 10_000; index += 1) await openAndEnd();
    expect([find(first), find(second)]).toEqual([null, null]);
    await openAndEnd();
    expect(find(second)).toBeNull();
  });

  it('is notified of changed tools even if a request came before the next check', async () => {
    const { id, token } = await wire.posthouse.addToken(wire.posthouse.organization, {
      scopes: ['campaigns.read', 'emails.read'],
    });
    const session = await wire.open({}, { token });
    const stream = listenTo(await wire.get(session, { token }));
    await wire.posthouse.call('update_token', { id, scopes: ['emails.read'] });
    await (await wire.post(request('ping'), { session, token })).text();
    await wire.posthouse.clock.advance(5_000);
    expect((await stream.next())?.message.method).toBe('notifications/tools/list_changed');
    await stream.cut();
  });
});

describe('a change stream', () => {
  it('uses no slot when its client disconnected before it opened', async () => {
    const { engine, mcpContext, operator } = wire.posthouse.platform;
    const tenant = sdkEndpoint(engine);
    const caller = operator('mcp');
    const listen = request('subscriptions/listen', {
      notifications: { toolsListChanged: true },
      _meta: envelope(),
    });
    const open = (signal: AbortSignal) =>
      tenant.answer(
        {
          method: 'POST',
          headers: {
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            'mcp-protocol-version': '2026-07-28',
            'mcp-method': 'subscriptions/listen',
          },
          signal,
        } as unknown as Parameters<typeof tenant.answer>[0],
        caller,
        (now) => posthouseServer(mcpContext, now),
        listen,
      );
    for (let index = 0; index < 60; index += 1) {
      const gone = new AbortController();
      const answer = open(gone.signal);
      gone.abort();
      await answer.catch(() => {});
      await open(AbortSignal.abort()).catch(() => {});
    }
    expect((await open(new AbortController().signal)).status).toBe(200);
    tenant.close();
  });
});
