import { expect, test } from 'vitest';
import { sendable } from '../../../../tools/campaigns/scene.ts';
import { openPlatform } from '../../../../world/platform.ts';
import { authenticator } from '../../authenticator.ts';
import { addPasskey, deviceFormOf } from '../../device-forms.ts';
import { personIn, signedIn } from '../../scene.ts';

/** Browsers allow passkeys only with TLS or on localhost. */
const origin = 'https://mail.posthouse.dev';

test('a person with a passkey confirms a send and a corrected link with the device', async () => {
  const platform = await openPlatform({ settings: { baseUrl: origin } });
  await platform.call('create_subscriber', { email: 'grace@mailbox.dev' });
  const { output } = await platform.call('create_campaign', sendable);
  const { id } = output as { id: string };
  const ada = await personIn(platform, platform.organization);
  const at = await signedIn(platform, ada);
  const device = authenticator(origin);
  expect((await addPasskey(at, device)).status).toBe(303);
  // A session from a printed link needs no passkey in its first minutes.
  await platform.clock.advance(16 * 60_000);
  const path = `/console/campaigns/${id}`;
  const review = await at.get(`${path}/review`);
  const [, about = '', people = ''] =
    /name="about" value="([^"]+)"><input type="hidden" name="people" value="(\d+)"/.exec(review.text)!;
  const refused = await at.post(`${path}/send`, { about, people });
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining('this action needs your passkey'),
  ]);
  expect((await platform.call('get_campaign', { campaignId: id })).output).toMatchObject({ status: 'DRAFT' });
  const { options, challenge } = deviceFormOf(review);
  const sent = await at.post(`${path}/send`, { about, people, challenge, passkey: device.get(options) });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}/report?done=sending`]);
  await platform.deliver();
  const link = { url: 'https://shop.example', to: 'https://shop.example/new' };
  expect((await at.post(`${path}/links`, link)).status).toBe(403);
  await platform.close();
});
