import { expect, test } from 'vitest';
import { openPlatform } from '../../../world/platform.ts';
import { authenticator } from '../authenticator.ts';
import { addPasskey, deviceFormOf } from '../device-forms.ts';
import { personIn, signedIn } from '../scene.ts';

/** Browsers allow passkeys only with TLS or on localhost. */
const origin = 'https://mail.posthouse.dev';

test('a person with a passkey releases all captured mail only with the device', async () => {
  const platform = await openPlatform({ settings: { baseUrl: origin } });
  const silent = { ...platform.organization, sendingEnabled: false };
  const mail = { from: 'Acme <hello@acme.dev>', to: 'ada@mailbox.dev', subject: 'Hello', markdown: 'Hello.' };
  const { output } = await platform.call('send_email', mail, { caller: platform.caller('v2', silent) });
  const { id } = output as { id: string };
  const at = await signedIn(platform, await personIn(platform, platform.organization));
  const device = authenticator(origin);
  expect((await addPasskey(at, device)).status).toBe(303);
  await platform.clock.advance(16 * 60_000);
  const refused = await at.post('/console/inbox/release');
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining('this action needs your passkey'),
  ]);
  const state = async () =>
    ((await platform.call('get_email', { id })).output as { delivery_mode: string }).delivery_mode;
  expect(await state()).toBe('captured');
  const { options, challenge } = deviceFormOf(await at.get('/console/inbox'));
  const released = await at.post('/console/inbox/release', { challenge, passkey: device.get(options) });
  expect(released.headers.get('location')).toBe('/console/inbox?done=released');
  expect(await state()).toBe('live');
  await platform.close();
});

test('a person with a passkey connects an integration and replaces its secret only with the device', async () => {
  const platform = await openPlatform({ settings: { baseUrl: origin } });
  const at = await signedIn(platform, await personIn(platform, platform.organization));
  const device = authenticator(origin);
  expect((await addPasskey(at, device)).status).toBe(303);
  await platform.clock.advance(16 * 60_000);
  const path = '/console/developers/integrations';
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const confirmed = async (page: string) => {
    const { options, challenge } = deviceFormOf(await at.get(page));
    return { challenge, passkey: device.get(options) };
  };
  expect((await at.post(path, { provider: 'stripe', secret })).status).toBe(403);
  const made = await at.post(path, { provider: 'stripe', secret, ...(await confirmed(`${path}/new`)) });
  expect(made.status).toBe(200);
  const [, id = ''] = /integrations\/(int_\w+)\/secret/.exec(made.text) ?? [];
  expect((await at.post(`${path}/${id}/secret`, { secret })).status).toBe(403);
  const replaced = await at.post(`${path}/${id}/secret`, { secret, ...(await confirmed(`${path}/${id}`)) });
  expect(replaced.headers.get('location')).toBe(`${path}/${id}?done=saved`);
  await platform.close();
});
