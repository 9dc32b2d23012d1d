import type { Authenticator } from './authenticator.ts';
import type { Browser, Page } from './scene.ts';

/** The options in the form for a device on a page. */
export function deviceFormOf(page: Page) {
  const [, options] = /data-options="([^"]+)"/.exec(page.text)!;
  const [, challenge = ''] = /name="challenge" value="([^"]+)"/.exec(page.text) ?? [];
  return { options: JSON.parse(options!.replaceAll('&quot;', '"')), challenge };
}

/** Adds a device to the account of the signed-in person. */
export async function addPasskey(at: Browser, device: Authenticator, said: object = {}): Promise<Page> {
  const { options, challenge } = deviceFormOf(await at.get('/console/settings/account'));
  return await at.post('/console/settings/account/passkeys', {
    challenge,
    name: 'A device',
    passkey: device.create(options, said),
  });
}
