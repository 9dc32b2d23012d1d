import { afterEach, beforeEach, expect, test } from 'vitest';
import { hourMs, secondMs } from '../../../src/model/instant.ts';
import type { Place } from '../../tools/both-databases.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import {
  clientId,
  connect,
  type Doorway,
  doorway,
  exchange,
  mcpRoutes,
  openStreams,
  type Way,
} from './scene.ts';

/** A stream lives at most as long as the access token that opened it. */
let simulated: SimulatedPlatform;
let door: Doorway;
beforeEach(async () => {
  simulated = await openPlatform();
  door = doorway(simulated, { kind: 'embedded' }, (oauth) => mcpRoutes(simulated, oauth));
});
afterEach(() => simulated.close());

const lookedAtMs = 5 * secondMs;
const grantOf = (way: Way = {}) => connect({ platform: simulated, token: firstToken } as Place, way);

async function endsBy(act: (tokens: Awaited<ReturnType<typeof grantOf>>) => Promise<unknown>) {
  const tokens = await grantOf();
  const { session, changes } = await openStreams(door, tokens.access_token);
  // Both streams stay open as long as nothing happens.
  await simulated.clock.advance(2 * lookedAtMs);
  await act(tokens);
  await simulated.clock.advance(2 * lookedAtMs);
  expect(await session.rest()).toEqual([]);
  expect((await changes.rest()).map(({ message }) => message.result?.resultType)).toEqual(['complete']);
}

test('a stream ends with its grant', () =>
  endsBy(async () => {
    const { data } = (await simulated.call('list_grants', {})).output as { data: { id: string }[] };
    await simulated.call('revoke_grant', { id: data[0]!.id });
  }));

test('a stream ends when its client revokes its token', () =>
  endsBy(async ({ refresh_token }) => {
    const answer = await door.post('/oauth/revoke', { token: refresh_token, client_id: clientId });
    expect(answer.status).toBe(200);
  }));

test('a stream ends when its access token expires', () => endsBy(() => simulated.clock.advance(hourMs)));

test('a stream of a send-only token stays open and reports no change', async () => {
  const { token, id } = await simulated.addToken(simulated.organization, { scopes: ['sending_access'] });
  const { access_token } = await grantOf({ token, ask: { scope: 'emails.send' } });
  const { session, changes } = await openStreams(door, access_token);
  await simulated.clock.advance(4 * lookedAtMs);
  await simulated.call('revoke_token', { id });
  await simulated.clock.advance(2 * lookedAtMs);
  expect(await session.rest()).toEqual([]);
  const heard = (await changes.rest()).map(({ message }) => message.method ?? message.result.resultType);
  expect(heard).toEqual(['complete']);
});

test('the audit log records who approved a grant and who revoked it', async () => {
  const { refresh_token, code } = await grantOf();
  await door.post('/oauth/revoke', { token: refresh_token, client_id: clientId });
  const { data } = (await simulated.call('list_audit_log', { limit: 2 })).output as { data: object[] };
  const [revoked, approved] = data;
  const entry = {
    client: 'The Assistant',
    door: 'mcp',
    token: { name: expect.any(String) },
    about: [expect.stringMatching(/^grt_/)],
    outcome: 'done',
  };
  expect(approved).toMatchObject({ ...entry, tool: 'approve_grant', effect: 'write' });
  expect(revoked).toMatchObject({ ...entry, tool: 'revoke_grant', effect: 'destroy' });
  expect(JSON.stringify(data)).not.toContain(code);
});

test('a reused code ends its grant, and the audit log records that', async () => {
  const place = { platform: simulated, token: firstToken } as Place;
  const { code } = await connect(place);
  expect((await exchange(place, code)).body.error).toBe('invalid_grant');
  const { data } = (await simulated.call('list_audit_log', { tool: 'revoke_grant' })).output as {
    data: object[];
  };
  expect(data).toMatchObject([{ client: 'The Assistant', outcome: 'done' }]);
});

test('an unauthenticated client learns which scopes to request', async () => {
  const refused = await door.ask('POST', '/mcp', { body: '{}' });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toMatch(/resource_metadata=".+", scope="emails\.read /);
});

test.each([
  ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
])('browser pages of any origin may call %s %s, and no other path', async (method, path) => {
  const origin = { origin: 'https://page.example' };
  const asked = await door.ask('OPTIONS', path, {
    headers: { ...origin, 'access-control-request-method': method },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-methods')).toBe(method);
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
  const answered = await door.ask(method, path, { headers: origin });
  expect(answered.headers.get('access-control-allow-origin')).toBe('*');
  for (const other of ['/oauth/authorize', '/mcp', '/api/v2/emails']) {
    const closed = await door.ask('OPTIONS', other, { headers: origin });
    expect(closed.status).toBe(405);
    expect(closed.headers.get('access-control-allow-origin')).toBeNull();
  }
});
