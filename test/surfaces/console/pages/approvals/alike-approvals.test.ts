import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Assistant, assistantOf, type Json } from '../../../../spec/assistants/assistant.ts';
import { openPlatform, type SimulatedPlatform, usualDoor } from '../../../../world/platform.ts';
import { databases } from '../../../../world/postgres/databases.ts';
import { authenticator } from '../../authenticator.ts';
import { addPasskey, deviceFormOf } from '../../device-forms.ts';
import { type Browser, type Page, personIn, signedIn } from '../../scene.ts';

const origin = 'https://posthouse.example';

describe.each(databases)('in the console on %s, similar calls', (_name, open) => {
  let platform: SimulatedPlatform;
  let assistant: Assistant;
  let at: Browser;
  let use: (tool: string, input?: object) => Promise<Json>;

  beforeAll(async () => {
    const database = await open();
    platform = await openPlatform({ database, settings: { baseUrl: origin }, mcp: { confirmBy: 'console' } });
  });
  beforeEach(async () => {
    const { organization, token } = await platform.addOrganization('Acme');
    assistant = assistantOf(platform, { token });
    at = await signedIn(platform, await personIn(platform, organization, { roles: ['approver'] }));
    use = async (tool, input = {}) =>
      (await platform.call(tool, input, { caller: platform.caller(usualDoor(tool), organization) })).output;
  });
  afterAll(async () => {
    await platform.close();
  });

  const email = (n: number) => `p${n}@mailbox.dev`;

  /** Asks to erase people one by one; returns the path of the first question. */
  async function askToErase(amount: number): Promise<string> {
    await use('save_subscribers', {
      subscribers: Array.from({ length: amount }, (_, n) => ({ email: email(n) })),
    });
    const paths: string[] = [];
    for (let n = 0; n < amount; n += 1) {
      const { result } = await assistant.call('delete_subscriber', { subscriber: email(n) });
      expect(result.name, JSON.stringify(result)).toBe('confirmation_required');
      paths.push(result.details.approval.url.slice(origin.length));
    }
    return paths[0]!;
  }

  const seenOn = ({ text }: Page) =>
    [...text.matchAll(/name="seen" value="([^"]*)"/g)].map(([, seen]) => seen!);
  const left = async () => (await use('list_subscribers', { limit: 100 })).data.length;
  const stands = async (status: string): Promise<Json[]> =>
    (await assistant.call('list_approvals', { status, limit: 100 })).result.data;

  test('50 similar calls of one assistant are decided together in a list, and each is signed', async () => {
    const path = await askToErase(50);
    const list = (await at.get('/console/approvals')).text;
    expect(list).toContain('50 requests: Erase subscriber');
    expect(list).toMatch(/href="\/console\/approvals\/apr_\w+\/alike">Decide all 50 together<\/a>/);
    expect((await at.get(path)).text).toContain('Decide all 50 together');
    const page = await at.get(`${path}/alike`);
    for (let n = 0; n < 50; n += 1) expect(page.text).toContain(`Permanently erases ${email(n)}`);
    expect(page.text).toContain('Approve all 50');
    const done = await at.post(`${path}/alike`, { decision: 'approve', seen: seenOn(page) });
    expect(done.status, done.text.slice(-900)).toBe(303);
    expect([done.status, done.headers.get('location')]).toEqual([303, '/console/approvals']);
    expect(await left()).toBe(0);
    expect(await stands('pending')).toEqual([]);
    const log = await use('list_audit_log', { tool: 'decide_approval', limit: 100 });
    expect(log.data).toHaveLength(50);
  });

  test('calls with new addresses of 50 people are decided together in a list, beyond the allowance', async () => {
    await use('update_organization_settings', { double_opt_in: true, default_from: 'Acme <hello@acme.dev>' });
    await use('save_subscribers', {
      subscribers: Array.from({ length: 50 }, (_, n) => ({ email: email(n), doubleOptIn: false })),
    });
    const asked: string[] = [];
    for (let n = 0; n < 50; n += 1) {
      const { result } = await assistant.call('update_subscriber', {
        subscriber: email(n),
        email: `new${n}@mailbox.dev`,
      });
      if (result.name === 'confirmation_required')
        asked.push(result.details.approval.url.slice(origin.length));
    }
    expect(asked).toHaveLength(40);
    const page = await at.get(`${asked[0]}/alike`);
    for (let n = 10; n < 50; n += 1) expect(page.text).toContain(`new${n}@mailbox.dev`);
    const done = await at.post(`${asked[0]}/alike`, { decision: 'approve', seen: seenOn(page) });
    expect([done.status, done.text.slice(-900)]).toEqual([303, '']);
    expect(await stands('pending')).toEqual([]);
    const { data } = await use('list_subscribers', { query: 'new', status: 'PENDING', limit: 100 });
    expect(data).toHaveLength(50);
  });

  test('show the complete list of each call', async () => {
    const consent = { at: '2026-01-01T00:00:00Z', source: 'sign-up form' };
    const paths: string[] = [];
    for (const group of [0, 1]) {
      const emails = Array.from({ length: 5 }, (_, n) => `g${group}p${n}@mailbox.dev`);
      await use('save_subscribers', { subscribers: emails.map((one) => ({ email: one })) });
      for (const subscriber of emails) await use('unsubscribe_subscriber', { subscriber });
      const subscribers = emails.map((one) => ({ email: one, resubscribe: true, consent }));
      const { result } = await assistant.call('save_subscribers', { subscribers });
      paths.push(result.details.approval.url.slice(origin.length));
    }
    const { text } = await at.get(`${paths[0]}/alike`);
    for (const one of ['g0p4@mailbox.dev', 'g1p4@mailbox.dev']) expect(text).toContain(one);
  });

  test('that have changed in the meantime are not decided and must be reviewed again', async () => {
    const path = await askToErase(3);
    const page = await at.get(`${path}/alike`);
    await use('update_subscriber', { subscriber: email(1), email: 'moved@mailbox.dev' });
    await use('update_subscriber', { subscriber: email(2), externalId: 'c-2' });
    const answered = await at.post(`${path}/alike`, { decision: 'approve', seen: seenOn(page) });
    expect(answered.status).toBe(409);
    expect(answered.text).toContain('2 of 3 requests were approved and carried out');
    expect(await left()).toBe(1);
  });

  test('that the person did not see, or of another tool, are not decided', async () => {
    const path = await askToErase(2);
    const page = await at.get(`${path}/alike`);
    await use('create_subscriber', { email: email(7) });
    await assistant.call('delete_subscriber', { subscriber: email(7) });
    await assistant.call('create_token', { name: 'one more', scopes: ['emails.read'] });
    await at.post(`${path}/alike`, { decision: 'approve', seen: seenOn(page) });
    expect(await left()).toBe(1);
    const open = await stands('pending');
    expect(open.map(({ tool }) => tool).sort()).toEqual(['create_token', 'delete_subscriber']);
  });

  test('are all declined by one decision', async () => {
    const path = await askToErase(3);
    await at.post(`${path}/alike`, {
      decision: 'decline',
      seen: seenOn(await at.get(`${path}/alike`)),
      word: 'No',
    });
    expect(await left()).toBe(3);
    const declined = await stands('declined');
    expect(declined.map(({ word }) => word)).toEqual(['⟦No⟧', '⟦No⟧', '⟦No⟧']);
  });

  test('need a passkey signature over exactly the displayed calls', async () => {
    const device = authenticator(origin);
    await addPasskey(at, device);
    const path = await askToErase(2);
    const page = await at.get(`${path}/alike`);
    const seen = seenOn(page);
    const signed = ({ options, challenge }: ReturnType<typeof deviceFormOf>) => ({
      challenge,
      passkey: device.get(options),
      decision: 'approve',
    });
    const fewer = await at.post(`${path}/alike`, { ...signed(deviceFormOf(page)), seen: seen.slice(0, 1) });
    expect(fewer.text).toContain('Your passkey did not confirm the approval');
    expect(await left()).toBe(2);
    const again = await at.get(`${path}/alike`);
    await at.post(`${path}/alike`, { ...signed(deviceFormOf(again)), seen });
    expect(await left()).toBe(0);
  });

  test('with several mails are decided separately', async () => {
    const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello **there**.' };
    const paths: string[] = [];
    for (const subject of ['One', 'Two']) {
      const emails = ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({ ...mail, subject, to }));
      const { result } = await assistant.call('send_email_batch', { emails });
      paths.push(result.details.approval.url.slice(origin.length));
    }
    const page = await at.get(`${paths[0]}/alike`);
    expect(page.text).toContain('Decide separately');
    expect(page.text).not.toContain('Approve all');
  });
});
