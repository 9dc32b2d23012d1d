import { expect, onTestFinished, test } from 'vitest';
import { ConfigFault, readConfig } from '../../../../src/config.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { type Doorway, doorway, parameters, publish } from '../scene.ts';

const redirectUri = 'claude://oauth/callback';

async function opened(
  redirectSchemes: readonly string[],
): Promise<{ simulated: SimulatedPlatform; door: Doorway }> {
  const simulated = await openPlatform({ settings: { redirectSchemes } });
  onTestFinished(() => simulated.close());
  return { simulated, door: doorway(simulated, { kind: 'embedded', registration: true }) };
}

async function register(door: Doorway) {
  return await door.ask('POST', '/oauth/register', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }),
  });
}

async function make({ call, caller }: SimulatedPlatform) {
  const input = { name: 'Claude', redirect_uris: ['https://app.example/', redirectUri] };
  return await call('create_oauth_client', input, { caller: caller('cli') });
}

test('apps redirect to a scheme that the operator lists, however they identify themselves', async () => {
  const { simulated, door } = await opened(['claude']);
  const document = publish(simulated, { redirect_uris: [redirectUri] });
  const registered = await register(door);
  expect(registered.status).toBe(201);
  const { output } = await make(simulated);
  const { client } = output as { client: { id: string } };
  for (const client_id of [document, registered.body.client_id, client.id]) {
    const page = await door.get(parameters({ client_id, redirect_uri: redirectUri }));
    expect([client_id, page.status]).toEqual([client_id, 200]);
    expect(page.text).toContain('the app that opens <strong>claude:</strong> links on this computer');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' claude:;");
  }
});

test('a scheme that the operator does not list is rejected in every way to identify an app', async () => {
  const { simulated, door } = await opened(['windsurf']);
  const client_id = publish(simulated, { redirect_uris: [redirectUri] });
  expect((await door.get(parameters({ client_id, redirect_uri: redirectUri }))).status).toBe(400);
  const registered = await register(door);
  expect([registered.status, registered.body.error]).toEqual([400, 'invalid_redirect_uri']);
  await expect(make(simulated)).rejects.toMatchObject({
    failure: 'validation_error',
    details: [
      { path: 'redirect_uris[1]', message: expect.stringContaining('POSTHOUSE_OAUTH_REDIRECT_SCHEMES') },
    ],
  });
});

test('a client loses its redirect when the operator removes the scheme', async () => {
  const { simulated, door } = await opened(['claude']);
  const { client_id } = (await register(door)).body;
  const { engine } = simulated.platform;
  engine.settings.redirectSchemes = [];
  expect((await door.get(parameters({ client_id, redirect_uri: redirectUri }))).status).toBe(400);
});

test('the setting takes a list of schemes in lower case', () => {
  const { POSTHOUSE_OAUTH_REDIRECT_SCHEMES: schemes } = readConfig({
    POSTHOUSE_OAUTH_REDIRECT_SCHEMES: 'claude, zed,ms-office.word+1',
  });
  expect(schemes).toEqual(['claude', 'zed', 'ms-office.word+1']);
  expect(readConfig({}).POSTHOUSE_OAUTH_REDIRECT_SCHEMES).toEqual([]);
});

test.each([
  ...[
    'http',
    'https',
    'javascript',
    'data',
    'file',
    'blob',
    'vbscript',
    'view-source',
    'intent',
    'about',
    'ws',
  ],
  ...['claude://', 'claude:', 'Claude', '1claude', 'cla_ude', 'cl aude', '-claude', `a${'b'.repeat(50)}`],
])('the server does not start with the redirect scheme %s', (scheme) => {
  const environment = { POSTHOUSE_OAUTH_REDIRECT_SCHEMES: `zed,${scheme}` };
  expect(() => readConfig(environment)).toThrow(ConfigFault);
  expect(() => readConfig(environment)).toThrow(
    /^POSTHOUSE_OAUTH_REDIRECT_SCHEMES: must be URI schemes of apps/,
  );
});

test('the server does not start with more than 20 redirect schemes', () => {
  const many = Array.from({ length: 21 }, (_, at) => `app${at}`).join();
  expect(() => readConfig({ POSTHOUSE_OAUTH_REDIRECT_SCHEMES: many })).toThrow('must be at most 20');
});
