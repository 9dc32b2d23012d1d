import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PasskeyProof } from '../../../src/engine/people/passkeys.ts';
import { button, passkeyForm } from '../../../src/surfaces/console/fields.ts';
import { page, seeOther } from '../../../src/surfaces/console/layout.ts';
import type { ConsolePage } from '../../../src/surfaces/console/page.ts';
import { nav, pages } from '../../../src/surfaces/console/pages/index.ts';
import { consoleRoutes } from '../../../src/surfaces/console/routes.ts';
import { createHttpDoor } from '../../../src/surfaces/http/server.ts';
import { html } from '../../../src/surfaces/public/html.ts';
import { v1Envelope } from '../../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../../src/surfaces/rest/v2/envelope.ts';
import { openPlatform } from '../../world/platform.ts';
import { authenticator } from './authenticator.ts';
import { deviceFormOf } from './device-forms.ts';
import { personIn, signedIn } from './scene.ts';

/**
 * A page added as page.ts describes: it is shown to approvers, counted in the navigation, and decided by a
 * passkey.
 */

const baseUrl = 'https://mail.posthouse.dev';
const fingerprint = createHash('sha256').update('a campaign to 12 people').digest('base64url');
const path = '/console/questions/:id';

function questionPages(decided: PasskeyProof['kind'][]): ConsolePage[] {
  return [
    {
      method: 'GET',
      path,
      roles: ['approver'],
      async answer(visit) {
        const { id } = visit.parameters;
        const body = html`${button('Yes', { name: 'decision', value: 'yes' })}${button('No', { name: 'decision', value: 'no', plain: true })}`;
        const action = `/console/questions/${id}`;
        const form = await passkeyForm(visit, { action, fingerprint, body });
        return await page(visit, { title: `Question ${id}`, body: html`${form}` });
      },
    },
    {
      method: 'POST',
      path,
      roles: ['approver'],
      async answer(visit) {
        decided.push((await visit.confirmByPasskey(fingerprint)).kind);
        return seeOther('/console');
      },
    },
  ];
}

test('an added page has roles, a count in the navigation, and approvals signed with a passkey', async () => {
  const platform = await openPlatform({ settings: { baseUrl } });
  const { engine, callers, windows } = platform.platform;
  const decided: PasskeyProof['kind'][] = [];
  const parts = {
    pages: [...questionPages(decided), ...pages],
    nav: [
      ...nav,
      {
        href: '/console/questions',
        title: 'Questions',
        picture: 'info' as const,
        group: '' as const,
        roles: ['approver'] as const,
        count: async () => 3,
      },
    ],
  };
  const door = createHttpDoor({
    engine,
    routes: consoleRoutes(engine, parts),
    callers,
    windows,
    envelopes: { v1: v1Envelope, v2: v2Envelope },
    trustedProxies: [],
    phase: () => 'ready',
  });
  const here = { ...platform, platform: { ...platform.platform, http: door } };
  const [ada, viewer] = [
    await personIn(here, platform.organization),
    await personIn(here, platform.organization, { email: 'v@gmail.com', roles: ['viewer'] }),
  ];
  const reading = await signedIn(here, viewer);
  expect((await reading.get('/console/questions/1')).status).toBe(403);
  expect((await reading.post('/console/questions/1')).status).toBe(403);
  expect((await reading.get('/console')).text).not.toContain('Questions');

  const at = await signedIn(here, ada);
  const shown = await at.get('/console/questions/1');
  expect(shown.text).toMatch(/aria-current="page">.*Questions <span class="count hot">3</);
  expect(shown.headers.get('content-security-policy')).toContain("; frame-src 'self';");
  expect(shown.text).not.toContain('data-passkey');
  await at.post('/console/questions/1', { decision: 'yes' });

  const device = authenticator(baseUrl);
  const account = (await at.get('/console/settings/account')).text;
  const optionsIn = (text: string) =>
    JSON.parse(/data-options="([^"]+)"/.exec(text)![1]!.replaceAll('&quot;', '"'));
  await at.post('/console/settings/account/passkeys', {
    challenge: /name="challenge" value="([^"]+)"/.exec(account)![1]!,
    name: 'A device',
    passkey: device.create(optionsIn(account)),
  });
  const { options: asked, challenge } = deviceFormOf(await at.get('/console/questions/1'));
  expect(Buffer.from(asked.challenge, 'base64url').subarray(-32).toString('base64url')).toBe(fingerprint);
  await at.post('/console/questions/1', { decision: 'yes' });
  await at.post('/console/questions/1', { challenge, passkey: device.get({ ...asked, challenge: 'AAAA' }) });
  await at.post('/console/questions/1', { challenge, passkey: device.get(asked) });
  expect(decided).toEqual(['none', 'refused', 'refused', 'proved']);
  await platform.close();
});
