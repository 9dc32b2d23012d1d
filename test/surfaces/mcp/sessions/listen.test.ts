import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookEveryMs } from '../../../../src/surfaces/mcp/sessions/watch-resources.ts';
import { stdioTo } from '../protocol/stdio-wire.ts';
import {
  answerOf,
  envelope,
  type Json,
  listenTo,
  openWire,
  type Sent,
  type Stream,
  type Wire,
} from '../protocol/wire.ts';

/** Tests `subscriptions/listen` of 2026-07-28 over a socket to the whole platform. */
let wire: Wire;
beforeEach(async () => {
  wire = await openWire();
});
afterEach(() => wire.close());

async function listen(notifications: object, sent: Sent = {}): Promise<Stream> {
  const response = await wire.ask('subscriptions/listen', { notifications }, { ...sent, id: 'l' });
  expect(response.status).toBe(200);
  return listenTo(response);
}

async function campaign(): Promise<{ id: string; uri: string }> {
  const { id } = (await wire.posthouse.call('create_campaign', { name: 'News' })).output as Json;
  return { id, uri: `posthouse://campaigns/${id}` };
}

describe('a change stream', () => {
  it('is acknowledged first and then reports the requested changes under its own id', async () => {
    const { id, uri } = await campaign();
    const stream = await listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
    expect((await stream.next())?.message).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { toolsListChanged: true, resourceSubscriptions: [uri] } },
    });
    await wire.posthouse.call('update_campaign', { campaignId: id, name: 'Changed' });
    await wire.posthouse.clock.advance(lookEveryMs);
    expect((await stream.next())?.message).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri, _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' } },
    });
    await stream.cut();
  });

  it('reports no change of another organization', async () => {
    const { id, uri } = await campaign();
    const { token } = await wire.posthouse.addOrganization('Other');
    const unknown = `${uri.slice(0, -3)}zzz`;
    const stream = await listen({ toolsListChanged: true, resourceSubscriptions: [uri, unknown] }, { token });
    await stream.next();
    await wire.posthouse.call('update_campaign', { campaignId: id, name: 'Changed' });
    await wire.posthouse.clock.advance(3 * lookEveryMs);
    await wire.posthouse.call('delete_campaign', { campaignId: id });
    await wire.posthouse.clock.advance(3 * lookEveryMs);
    // The first reported change is the last one.
    wire.posthouse.platform.setPhase('draining');
    expect((await stream.next())?.message).toMatchObject({ id: 'l', result: { resultType: 'complete' } });
  });

  it('ends when the token is revoked, and reports when the token loses rights', async () => {
    const { id, token } = await wire.posthouse.addToken(wire.posthouse.organization, {
      scopes: ['emails.read', 'campaigns.read'],
    });
    const stream = await listen({ toolsListChanged: true }, { token });
    await stream.next();
    await wire.posthouse.call('update_token', { id, scopes: ['emails.read'] });
    await wire.posthouse.clock.advance(5_000);
    expect((await stream.next())?.message.method).toBe('notifications/tools/list_changed');
    await wire.posthouse.call('revoke_token', { id });
    await wire.posthouse.clock.advance(5_000);
    expect((await stream.rest()).map(({ message }) => message.result?.resultType)).toEqual(['complete']);
  });

  it('reports changed prompts only if they differ, and only to a client that requested it', async () => {
    const { id, token } = await wire.posthouse.addToken(wire.posthouse.organization, {
      scopes: ['emails.read', 'campaigns.read'],
    });
    const both = await listen({ toolsListChanged: true, promptsListChanged: true }, { token });
    expect((await both.next())?.message.params.notifications).toEqual({
      toolsListChanged: true,
      promptsListChanged: true,
    });
    const promptsAlone = await listen({ promptsListChanged: true }, { token });
    await promptsAlone.next();
    const become = async (...scopes: string[]) => {
      await wire.posthouse.call('update_token', { id, scopes });
      await wire.posthouse.clock.advance(5_000);
    };
    // Adds tools but no prompt.
    await become('emails.read', 'campaigns.read', 'suppressions.read');
    await become('emails.read');
    await wire.posthouse.call('revoke_token', { id });
    await wire.posthouse.clock.advance(5_000);
    const heard = async (stream: Stream) =>
      (await stream.rest()).flatMap(({ message }) => message.method ?? []);
    expect(await heard(both)).toEqual([
      'notifications/tools/list_changed',
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
    ]);
    expect(await heard(promptsAlone)).toEqual(['notifications/prompts/list_changed']);
  });

  it('is refused with the limit when it requests too many resources', async () => {
    const resourceSubscriptions = Array.from({ length: 21 }, (_, index) => `posthouse://docs/${index}`);
    const response = await wire.ask('subscriptions/listen', { notifications: { resourceSubscriptions } });
    expect(await answerOf(response)).toMatchObject({
      id: 1,
      error: { code: -32602, message: expect.stringContaining('at most 20 resources') },
    });
  });

  it('counts toward a limit of fifty per organization until it is refused or ends', async () => {
    for (let index = 0; index < 60; index += 1) {
      const malformed = await wire.ask('subscriptions/listen', { notifications: index });
      expect((await answerOf(malformed)).error.code).toBe(-32602);
      const mismatched = await wire.ask(
        'subscriptions/listen',
        { notifications: {} },
        { headers: { 'mcp-method': 'x' } },
      );
      expect(mismatched.status).toBe(400);
      const ofNothing = await listen({});
      await ofNothing.rest();
    }
    const streams: Stream[] = [];
    for (let index = 0; index < 50; index += 1) streams.push(await listen({ toolsListChanged: true }));
    const refused = await wire.ask('subscriptions/listen', { notifications: { toolsListChanged: true } });
    expect(refused.status).toBe(429);
    expect((await answerOf(refused)).error.message).toBe('Too many change streams are open');
    const { token } = await wire.posthouse.addOrganization('Other');
    await (await listen({ toolsListChanged: true }, { token })).cut();
    for (const stream of streams.splice(0, 10)) await stream.cut();
    while (streams.length < 50) {
      const response = await wire.ask('subscriptions/listen', { notifications: { toolsListChanged: true } });
      if (response.status === 200) streams.push(listenTo(response));
      else await response.text();
    }
    for (const stream of streams) await stream.cut();
  });

  it('on stdio has its own resources, and lasts until it is cancelled', async () => {
    const [one, two] = [await campaign(), await campaign()];
    const stdio = stdioTo(wire.posthouse);
    const open = (id: string, uris: string[]) =>
      stdio.send({
        jsonrpc: '2.0',
        id,
        method: 'subscriptions/listen',
        params: { notifications: { resourceSubscriptions: uris }, _meta: envelope() },
      });
    open('a', [one.uri, two.uri]);
    open('b', [two.uri]);
    for (const _ of 'ab')
      expect((await stdio.next()).method).toBe('notifications/subscriptions/acknowledged');
    open(
      'c',
      Array.from({ length: 21 }, (_, index) => `posthouse://docs/${index}`),
    );
    expect(await stdio.next()).toMatchObject({ id: 'c', error: { code: -32602 } });
    const touch = async ({ id }: { id: string }, name: string) => {
      await wire.posthouse.call('update_campaign', { campaignId: id, name });
      await wire.posthouse.clock.advance(lookEveryMs);
    };
    await wire.posthouse.clock.advance(lookEveryMs);
    await touch(one, 'changed');
    expect((await stdio.next()).params).toMatchObject({ uri: one.uri });
    await touch(two, 'changed');
    const heard = [await stdio.next(), await stdio.next()];
    const subscriptionOf = ({ params }: Json) => params._meta['io.modelcontextprotocol/subscriptionId'];
    expect(heard.map(subscriptionOf).sort()).toEqual(['a', 'b']);
    stdio.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'a', _meta: envelope() },
    });
    await stdio.ask({ jsonrpc: '2.0', id: 9, method: 'tools/list', params: { _meta: envelope() } });
    await touch(one, 'unheard');
    await touch(two, 'changed again');
    expect(subscriptionOf(await stdio.next())).toBe('b');
    await stdio.end();
  });
});
