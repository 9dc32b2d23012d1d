import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listOperations } from '../../../../src/model/approval/operation-classes.ts';
import {
  mailActions,
  mailClasses,
  needsDevice,
} from '../../../../src/surfaces/console/presence/mail-actions.ts';
import { sendable } from '../../../tools/campaigns/scene.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { type Authenticator, authenticator } from '../authenticator.ts';
import { addPasskey, deviceFormOf } from '../device-forms.ts';
import { type Browser, personIn, signedIn } from '../scene.ts';

/** Browsers allow passkeys only with TLS or on localhost. */
const origin = 'https://mail.posthouse.dev';

test('every operation whose class causes mail says whether the console asks for the device', () => {
  const causing = mailClasses.flatMap((name) => listOperations(name));
  expect(Object.keys(mailActions).toSorted()).toEqual(causing.toSorted());
});

test('operations that send mail need the device, and tests and changes of people do not', () => {
  for (const name of ['send_campaign', 'resume_campaign', 'reschedule_campaign', 'activate_workflow'])
    expect(needsDevice(name)).toBe(true);
  for (const name of ['test_campaign', 'create_subscriber', 'pause_campaign', 'list_emails'])
    expect(needsDevice(name)).toBe(false);
});

describe('a person with a passkey', () => {
  let platform: SimulatedPlatform;
  let at: Browser;
  let device: Authenticator;

  beforeEach(async () => {
    platform = await openPlatform({ settings: { baseUrl: origin } });
    at = await signedIn(platform, await personIn(platform, platform.organization));
    device = authenticator(origin);
    expect((await addPasskey(at, device)).status).toBe(303);
    // A session from a printed link needs no passkey in its first minutes.
    await platform.clock.advance(16 * 60_000);
  });

  afterEach(async () => {
    await platform.close();
  });

  // biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
  const use = async (tool: string, input: object, caller?: any): Promise<any> =>
    (await platform.call(tool, input, caller && { caller })).output;

  /** Posts without the device, then with the form of the page. Returns the address after the second. */
  const confirms = async (page: string, action: string, form: Record<string, string> = {}) => {
    const refused = await at.post(action, form);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('this action needs your passkey');
    const shown = await at.get(page);
    const [, own = ''] = shown.text.split(`action="${action}"`);
    const { options, challenge } = deviceFormOf({ ...shown, text: own });
    const done = await at.post(action, { ...form, challenge, passkey: device.get(options) });
    return done.headers.get('location');
  };

  const campaign = async (more: object = {}): Promise<string> => {
    for (const name of ['ada', 'grace']) await use('create_subscriber', { email: `${name}@mailbox.dev` });
    return (await use('create_campaign', { ...sendable, ...more })).id;
  };

  test('moves a scheduled campaign only with the device', async () => {
    const id = await campaign();
    const before = await use('send_campaign', { campaignId: id, scheduledAt: '2030-05-14T09:00' });
    const path = `/console/campaigns/${id}`;
    const next = await confirms(path, `${path}/move`, { at: '2030-05-15T09:00', zone: 'UTC' });
    expect(next).toBe(`${path}?done=moved`);
    expect((await use('get_campaign', { campaignId: id })).scheduledAt).not.toBe(before.scheduledAt);
    expect((await use('list_audit_log', { tool: 'reschedule_campaign' })).data).toHaveLength(1);
  });

  test('resumes a paused campaign only with the device, and pauses without it', async () => {
    const id = await campaign({ throttle: { perHour: 1 } });
    await use('send_campaign', { campaignId: id });
    await platform.deliver();
    const path = `/console/campaigns/${id}`;
    expect((await at.post(`${path}/pause`)).status).toBe(303);
    expect(await confirms(`${path}/report`, `${path}/resume`)).toBe(`${path}/report?done=resumed`);
    expect(await use('get_campaign', { campaignId: id })).toMatchObject({ paused: false });
  });

  test('sends a template only with the device', async () => {
    const content = { subject: 'Receipt', markdown: 'Thank you', from: 'Acme <hello@acme.dev>' };
    const { id } = await use('create_template', { name: 'receipt', ...content });
    await use('publish_template', { template: id });
    const path = `/console/templates/${id}/send`;
    expect(await confirms(path, path, { to: 'grace@mailbox.dev' })).toMatch(/send\?sent=eml_/);
    await platform.deliver();
    expect((await use('list_emails', { to: 'grace@mailbox.dev' })).data).toHaveLength(1);
  });

  test('releases one captured mail from its page and from the inbox only with the device', async () => {
    const silent = platform.caller('v2', { ...platform.organization, sendingEnabled: false });
    const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello.' };
    for (const [to, page, action] of [
      ['ada@mailbox.dev', '/console/emails/:id', '/console/emails/:id/retry'],
      ['grace@mailbox.dev', '/console/inbox/:id', '/console/inbox/:id/release'],
    ] as const) {
      const { id } = await use('send_email', { ...mail, to }, silent);
      const next = await confirms(page.replace(':id', id), action.replace(':id', id));
      expect(next).toBe(`/console/emails/${id}?done=retried`);
      expect((await use('get_email', { id })).delivery_mode).toBe('live');
    }
  });
});
