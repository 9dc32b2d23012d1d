import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { decisionChallenge, proveDecision } from '../../../src/engine/people/passkeys.ts';
import { resolveRelyingParty } from '../../../src/model/person/passkey.ts';
import type { PersonRecord } from '../../../src/model/person/person.ts';
import { signInLimits } from '../../../src/model/person/session.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';
import { type Authenticator, authenticator } from './authenticator.ts';
import { addPasskey, deviceFormOf } from './device-forms.ts';
import { type Browser, browser, type Page, personIn, signedIn } from './scene.ts';

const origin = 'https://mail.posthouse.dev';
const settings = { baseUrl: origin };
const fingerprint = createHash('sha256').update('what is asked').digest('base64url');

async function signInBy(at: Browser, device: Authenticator, said: object = {}): Promise<Page> {
  const { options, challenge } = deviceFormOf(
    await at.get('/console/sign-in?return=/console/settings/account'),
  );
  const form = { challenge, return: '/console/settings/account', passkey: device.get(options, said) };
  return await at.post('/console/sign-in/passkey', form);
}

/** Creates a platform with a person who has a passkey. */
async function scene(
  options: Parameters<typeof openPlatform>[0] = {},
): Promise<{ platform: SimulatedPlatform; person: PersonRecord; at: Browser; device: Authenticator }> {
  const platform = await openPlatform({ settings, ...options });
  const person = await personIn(platform, platform.organization);
  const at = await signedIn(platform, person);
  const device = authenticator(origin);
  const added = await addPasskey(at, device);
  if (added.status !== 303) throw new Error(added.text);
  return { platform, person, at, device };
}

test.each(['SQLite', 'PostgreSQL'])(
  'a passkey can be added, used, listed and removed on %s',
  async (kind) => {
    const fresh = kind === 'PostgreSQL' ? await freshPostgres() : null;
    const { platform, at, device } = await scene(fresh ? { database: await openPostgres(fresh.url) } : {});
    expect((await at.get('/console/settings/account')).text).toContain('A device');
    const other = browser(platform);
    const signed = await signInBy(other, device);
    expect([signed.status, signed.headers.get('location')]).toEqual([303, '/console/settings/account']);
    const account = await other.get('/console/settings/account');
    expect(account.text).toContain('Signed in with a passkey');
    const [, remove] = /action="(\/console\/settings\/account\/passkeys\/pky_\w+\/remove)"/.exec(
      account.text,
    )!;
    await at.post(remove!);
    expect((await signInBy(browser(platform), device)).status).toBe(403);
    const log = (await platform.call('list_audit_log', {})).output as { data: { tool: string }[] };
    expect(log.data.map(({ tool }) => tool)).toEqual(['remove_passkey', 'sign_in', 'add_passkey', 'sign_in']);
    await platform.close();
    await fresh?.drop();
  },
);

test('a signature for another site or without user verification is refused', async () => {
  const { platform, device } = await scene();
  for (const said of [
    { origin: 'https://evil.example' },
    { origin: 'http://mail.posthouse.dev' },
    { rpId: 'evil.example' },
    { flags: 0x01 },
    { flags: 0x04 },
  ]) {
    expect((await signInBy(browser(platform), device, said)).status).toBe(403);
  }
  expect((await signInBy(browser(platform), authenticator(origin))).status).toBe(403);
  expect((await signInBy(browser(platform), device)).status).toBe(303);
  await platform.close();
});

test('a signature works once, and only while its page is fresh, even from a device without a counter', async () => {
  const { platform, at: signedInBefore } = await scene();
  const device = authenticator(origin);
  const uncounted = { counter: 0 };
  await addPasskey(signedInBefore, device, uncounted);
  const at = browser(platform);
  const { options, challenge } = deviceFormOf(await at.get('/console/sign-in'));
  const form = { challenge, passkey: device.get(options, uncounted) };
  const uses = await Promise.all(
    [1, 2, 3].map(() => browser(platform).post('/console/sign-in/passkey', form)),
  );
  expect(uses.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
  expect((await at.post('/console/sign-in/passkey', form)).status).toBe(403);
  const late = deviceFormOf(await at.get('/console/sign-in'));
  await platform.clock.advance(signInLimits.challengeMs);
  const old = { challenge: late.challenge, passkey: device.get(late.options, uncounted) };
  expect((await at.post('/console/sign-in/passkey', old)).status).toBe(403);
  await platform.close();
});

test('a signature counter that does not grow indicates a copied key and is refused', async () => {
  const { platform, device } = await scene();
  expect((await signInBy(browser(platform), device, { counter: 7 })).status).toBe(303);
  expect((await signInBy(browser(platform), device, { counter: 7 })).status).toBe(403);
  expect((await signInBy(browser(platform), device, { counter: 3 })).status).toBe(403);
  expect((await signInBy(browser(platform), device, { counter: 8 })).status).toBe(303);
  await platform.close();
});

test('a passkey can be added only by the person who opened the page, and once', async () => {
  const { platform, at } = await scene();
  const eve = await personIn(platform, platform.organization, { name: 'Eve', email: 'eve@gmail.com' });
  const evesBrowser = await signedIn(platform, eve);
  const { options, challenge } = deviceFormOf(await at.get('/console/settings/account'));
  const form = { challenge, name: 'x', passkey: authenticator(origin).create(options) };
  expect((await evesBrowser.post('/console/settings/account/passkeys', form)).status).toBe(400);
  expect((await at.post('/console/settings/account/passkeys', form)).status).toBe(303);
  expect((await at.post('/console/settings/account/passkeys', form)).status).toBe(400);
  expect((await addPasskey(at, authenticator(origin), { origin: 'https://evil.example' })).status).toBe(400);
  for (let n = 2; n < signInLimits.passkeysPerPersonMax; n += 1) await addPasskey(at, authenticator(origin));
  expect((await addPasskey(at, authenticator(origin))).status).toBe(400);
  await platform.close();
});

test('a session without a passkey check cannot change passkeys or people', async () => {
  const { platform, person, at, device } = await scene();
  await platform.clock.advance(signInLimits.trustedByMachineMs);
  const [, remove] = /action="(\/console\/settings\/account\/passkeys\/pky_\w+\/remove)"/.exec(
    (await at.get('/console/settings/account')).text,
  )!;
  const other = authenticator(origin);
  const eve = { name: 'Eve', email: 'eve@gmail.com', roles: 'approver' };
  const attempts: [string, Record<string, string>][] = [
    [remove!, {}],
    ['/console/settings/account/passkeys/new', {}],
    ['/console/settings/team', eve],
    [`/console/settings/team/${person.id}`, { name: 'Ada', email: 'mallory@gmail.com', roles: 'admin' }],
    [`/console/settings/team/${person.id}/remove`, {}],
  ];
  const people = async () =>
    (await at.get('/console/settings/team')).text.replace(/value="[^"]*"|data-options="[^"]*"/g, '');
  const before = await people();
  for (const [path, fields] of attempts) {
    const shown = deviceFormOf(
      await at.get(
        path.startsWith('/console/settings/team') ? '/console/settings/team' : '/console/settings/account',
      ),
    );
    for (const passkey of [
      '',
      '{}',
      other.get(shown.options),
      device.get({ ...shown.options, challenge: 'AAAA' }),
    ]) {
      const refused = await at.post(path, { ...fields, challenge: shown.challenge, passkey });
      expect([path, refused.status]).toEqual([path, path.includes('account') ? 400 : 403]);
    }
  }
  expect(await people()).toBe(before);

  const asked = deviceFormOf(await at.get('/console/settings/team'));
  const present = { challenge: asked.challenge, passkey: device.get(asked.options) };
  expect((await at.post('/console/settings/team', { ...eve, ...present })).status).toBe(303);
  expect((await at.post('/console/settings/team', { ...eve, email: 'x@gmail.com', ...present })).status).toBe(
    403,
  );
  const again = deviceFormOf(await at.get('/console/settings/account'));
  const page = await at.post('/console/settings/account/passkeys/new', {
    challenge: again.challenge,
    passkey: device.get(again.options),
  });
  const made = deviceFormOf(page);
  const form = { challenge: made.challenge, name: 'Another', passkey: other.create(made.options) };
  expect((await at.post('/console/settings/account/passkeys', form)).status).toBe(303);
  const last = deviceFormOf(await at.get('/console/settings/account'));
  const gone = await at.post(remove!, { challenge: last.challenge, passkey: other.get(last.options) });
  expect(gone.status).toBe(303);
  await platform.close();
});

test('a page opened before the first passkey was added cannot add a second passkey', async () => {
  const platform = await openPlatform({ settings });
  const at = await signedIn(platform, await personIn(platform, platform.organization));
  const early = deviceFormOf(await at.get('/console/settings/account'));
  expect((await addPasskey(at, authenticator(origin))).status).toBe(303);
  const form = {
    challenge: early.challenge,
    name: 'x',
    passkey: authenticator(origin).create(early.options),
  };
  expect((await at.post('/console/settings/account/passkeys', form)).status).toBe(400);
  await platform.close();
});

test('a signature is valid once, within its time limit, for one person and one fingerprint', async () => {
  const { platform, person, device } = await scene();
  const { engine } = platform.platform;
  const eve = await personIn(platform, platform.organization, { name: 'Eve', email: 'eve@gmail.com' });
  expect(await decisionChallenge(engine, eve, fingerprint)).toBeNull();
  expect(await proveDecision(engine, eve, fingerprint, { sealed: '', answer: null })).toEqual({
    kind: 'none',
  });
  const { options, sealed } = (await decisionChallenge(engine, person, fingerprint))!;
  expect(options).toMatchObject({
    rpId: 'mail.posthouse.dev',
    userVerification: 'required',
    allowCredentials: [{ id: device.credentialId }],
  });
  // A nonce precedes the fingerprint, so no two pages ask for the same signature.
  const signed = Buffer.from(options.challenge, 'base64url');
  expect(signed.subarray(-32).toString('base64url')).toBe(fingerprint);
  expect(signed.length).toBeGreaterThanOrEqual(32 + 16);
  const again = (await decisionChallenge(engine, person, fingerprint))!;
  expect(again.options.challenge).not.toBe(options.challenge);

  const prove = (answer: string | null, more: { of?: string; sealed?: string; by?: PersonRecord } = {}) =>
    proveDecision(engine, more.by ?? person, more.of ?? fingerprint, {
      sealed: more.sealed ?? sealed,
      answer,
    });
  const refused = { kind: 'refused' };
  const another = createHash('sha256').update('another').digest('base64url');
  const evesDevice = authenticator(origin);
  await addPasskey(await signedIn(platform, eve), evesDevice);
  expect(await prove(null)).toEqual(refused);
  expect(await prove('{}')).toEqual(refused);
  expect(await prove(device.get(options), { of: another })).toEqual(refused);
  expect(await prove(device.get(options), { sealed: again.sealed })).toEqual(refused);
  expect(await prove(device.get({ ...options, challenge: fingerprint }))).toEqual(refused);
  expect(await prove(evesDevice.get(options))).toEqual(refused);
  expect(await prove(device.get(options), { by: eve })).toEqual(refused);
  expect(await prove(device.get(options))).toMatchObject({ kind: 'proved', passkey: { name: 'A device' } });
  expect(await prove(device.get(options))).toEqual(refused);
  await platform.clock.advance(signInLimits.challengeMs);
  expect(await prove(device.get(again.options), { sealed: again.sealed })).toEqual(refused);
  await platform.close();
});

test('passkeys need https and a host name, or localhost', () => {
  expect(resolveRelyingParty('https://mail.example:8443')).toEqual({
    id: 'mail.example',
    origin: 'https://mail.example:8443',
  });
  expect(resolveRelyingParty('http://localhost:3000')).toEqual({
    id: 'localhost',
    origin: 'http://localhost:3000',
  });
  expect(resolveRelyingParty('http://127.0.0.1:3000')).toEqual({
    id: 'localhost',
    origin: 'http://localhost:3000',
  });
  for (const address of ['https://192.0.2.1', 'https://[::1]', 'http://mail.example']) {
    expect(resolveRelyingParty(address)).toBeNull();
  }
});
