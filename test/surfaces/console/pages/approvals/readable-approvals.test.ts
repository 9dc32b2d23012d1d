import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../../../../../src/engine/worker/sweep.ts';
import { dayMs } from '../../../../../src/model/instant.ts';
import type { PersonRecord } from '../../../../../src/model/person/person.ts';
import { type Assistant, assistantOf, type Json } from '../../../../spec/assistants/assistant.ts';
import { openPlatform, type SimulatedPlatform, usualDoor } from '../../../../world/platform.ts';
import { databases } from '../../../../world/postgres/databases.ts';
import { type Browser, type Page, personIn, signedIn } from '../../scene.ts';

/** An approver can read everything about a question, before the decision and afterwards. */

const origin = 'https://posthouse.example';
const trigger = { type: 'EVENT', name: 'user.signed_up' };
const leave = '[Leave]({{unsubscribeUrl}})';
const mailStep = (key: string, subject: string, words: string) => ({
  key,
  type: 'send_email',
  from: 'Acme <hello@acme.dev>',
  subject,
  markdown: `${words} ${leave}`,
});

describe.each(databases)('on %s,', (_name, open) => {
  let platform: SimulatedPlatform;
  let assistant: Assistant;
  let at: Browser;
  let ada: PersonRecord;
  let use: (tool: string, input?: object) => Promise<Json>;

  beforeAll(async () => {
    const database = await open();
    platform = await openPlatform({ database, settings: { baseUrl: origin }, mcp: { confirmBy: 'console' } });
  });
  beforeEach(async () => {
    const { organization, token } = await platform.addOrganization('Acme');
    assistant = assistantOf(platform, { token });
    ada = await personIn(platform, organization, { roles: ['approver'] });
    at = await signedIn(platform, ada);
    use = async (tool, input = {}) => {
      const now = (await platform.platform.engine.store.organizations.byKey(organization.key))!;
      return (await platform.call(tool, input, { caller: platform.caller(usualDoor(tool), now) })).output;
    };
  });
  afterAll(async () => {
    await platform.close();
  });

  /** Makes a held call; returns the path of its page. */
  async function ask(tool: string, given: object): Promise<string> {
    const { result } = await assistant.call(tool, { ...given });
    expect(result.name, JSON.stringify(result)).toBe('confirmation_required');
    return result.details.approval.url.slice(origin.length);
  }

  const frame = async (path: string, number = 1) => (await at.get(`${path}/mails/${number}`)).text;

  async function decide(path: string, decision: 'approve' | 'decline'): Promise<Page> {
    const about = /name="about" value="([^"]*)"/.exec((await at.get(path)).text)![1]!;
    return await at.post(path, { decision, about });
  }

  const setDefaultReplyTo = async () =>
    await use('update_organization_settings', { default_reply_to: 'help@acme.dev' });

  describe('the approval of a workflow', () => {
    const steps = [
      mailStep('first', 'Hi {{firstName|you}}', 'On {{trigger.plan|no}} plan.'),
      mailStep('second', 'More', 'More.'),
    ];

    test('shows every mail as the person who triggered it last gets it', async () => {
      await use('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
      await use('create_subscriber', { email: 'bob@mailbox.dev', firstName: 'Bob' });
      await use('track_event', {
        name: 'user.signed_up',
        email: 'bob@mailbox.dev',
        properties: { plan: 'basic' },
      });
      await platform.clock.advance(1_000);
      await use('track_event', {
        name: 'user.signed_up',
        email: 'ada@mailbox.dev',
        properties: { plan: 'gold' },
      });
      const { id: workflowId } = await use('save_workflow', { name: 'Welcome', trigger, steps });
      const path = await ask('activate_workflow', { workflowId });
      const page = (await at.get(path)).text;
      for (const shown of [
        'Email 1 of 2',
        'Step first',
        'ada@mailbox.dev',
        'Hi Ada',
        'In it now: 0 people',
      ]) {
        expect(page).toContain(shown);
      }
      expect(page).toContain('In the last 30 days, 2 people would have entered');
      expect(page).not.toContain('<strong>0</strong>');
      expect(await frame(path)).toContain('On gold plan.');
      expect((await at.get(`${path}?mail=2`)).text).toContain('Step second');
    });

    test('shows the mails for a matching person, or with default values', async () => {
      const filter = { field: 'attributes.plan', operator: 'eq', value: 'gold' };
      const { id: workflowId } = await use('save_workflow', {
        name: 'Changed',
        trigger: { type: 'SUBSCRIBER_UPDATED', fields: ['firstName'], filter },
        steps: [mailStep('first', 'Hi {{firstName|you}}', 'Hello.')],
      });
      const path = await ask('activate_workflow', { workflowId });
      const before = (await at.get(path)).text;
      expect(before).toContain('no real recipient');
      expect(before).toContain('Hi you');
      expect(before).toContain('cannot be counted: Posthouse stores when a subscriber last changed');
      await use('create_subscriber', {
        email: 'cy@mailbox.dev',
        firstName: 'Cy',
        attributes: { plan: 'gold' },
      });
      expect((await at.get(path)).text).toContain('Hi Cy');
    });

    test('counts the people in it, and shows the mails of older versions that they still get', async () => {
      await use('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
      const wait = { key: 'wait', type: 'delay', duration: '3 days' };
      const { id: workflowId } = await use('save_workflow', {
        name: 'Welcome',
        trigger,
        steps: [wait, ...steps],
      });
      await use('activate_workflow', { workflowId });
      await use('track_event', { name: 'user.signed_up', email: 'ada@mailbox.dev' });
      await platform.platform.worker.runDue();
      await use('save_workflow', { workflowId, changes: { first: { subject: 'Other words' } } });
      const page = (await at.get(await ask('activate_workflow', { workflowId }))).text;
      expect(page).toContain('In it now: 1 person');
      expect(page).toContain('will finish their current version');
    });

    test('that is started for one person shows its mails with the given values in full', async () => {
      const { id: workflowId } = await use('save_workflow', { name: 'Welcome', trigger, steps });
      await use('activate_workflow', { workflowId });
      const given = { plan: 'platinum', why: `${'long '.repeat(800)}end.` };
      let path = '';
      for (let n = 0; path === ''; n += 1) {
        await use('create_subscriber', { email: `p${n}@mailbox.dev`, firstName: `P${n}` });
        const { result } = await assistant.call('trigger_workflow', {
          workflowId,
          email: `p${n}@mailbox.dev`,
          properties: given,
        });
        if (result.name === 'confirmation_required') path = result.details.approval.url.slice(origin.length);
      }
      const page = (await at.get(path)).text;
      expect(page).toContain('long end.');
      expect(page).toContain('Email 1 of 2');
      expect(page).toMatch(/Hi P\d+/);
      expect(await frame(path)).toContain('On platinum plan.');
    });
  });

  describe('the approval of a send', () => {
    const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello **there**.' };
    const two = ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({ ...mail, to }));

    test('shows the reply address if it differs from the sender', async () => {
      const { result } = await assistant.call('send_email', {
        ...mail,
        to: 'ada@mailbox.dev',
        dry_run: true,
      });
      expect(result.preview).not.toHaveProperty('reply_to');
      const own = await ask('send_email_batch', {
        emails: two.map((one) => ({ ...one, reply_to: 'Bo <bo@acme.dev>' })),
      });
      expect((await at.get(own)).text).toMatch(/Replies go to<\/dt><dd><bdi>(&quot;)?Bo/);
      const mixed = await ask('send_email_batch', {
        emails: [{ ...two[0], reply_to: 'bo@acme.dev' }, two[1]],
      });
      expect((await at.get(mixed)).text).toContain(
        'Replies go to 2 different addresses: each mail has its own',
      );
      await setDefaultReplyTo();
      const { result: byDefault } = await assistant.call('send_email', {
        ...mail,
        to: 'ada@mailbox.dev',
        dry_run: true,
      });
      expect(byDefault.preview.reply_to).toBe('help@acme.dev');
      const test = {
        from: mail.from,
        to: ['ada@mailbox.dev'],
        subject: 'News',
        markdown: 'News.',
        dry_run: true,
      };
      expect((await assistant.call('send_test_email', test)).result.preview.reply_to).toBe('help@acme.dev');
    });

    test('lists all recipients, and stays readable after the decision', async () => {
      const emails = Array.from({ length: 12 }, (_, n) => ({ ...mail, to: `p${n}@mailbox.dev` }));
      await use('create_subscriber', { email: 'p0@mailbox.dev' });
      const path = await ask('send_email_batch', { emails });
      expect((await at.get(path)).text).toContain('p11@mailbox.dev');
      await decide(path, 'approve');
      const page = (await at.get(path)).text;
      for (const shown of [
        'It succeeded.',
        'by <bdi>Ada</bdi>',
        '<strong>12</strong>',
        'p11@mailbox.dev',
        'Email 1 of 10',
      ]) {
        expect(page).toContain(shown);
      }
      expect(page).toContain('Of 12 mails 10 are kept.');
      expect(page).toMatch(/<a href="\/console\/emails\/eml_\w+">Email 1 <bdi>Hello<\/bdi><\/a>/);
      expect(await frame(path)).toContain('Hello <strong>there</strong>');
      const row = await sealed(path);
      expect(row).not.toBe('');
      expect(row).not.toContain('there');
      // The mails keep the address of the time of the question.
      await use('update_subscriber', { subscriber: 'p0@mailbox.dev', email: 'moved@mailbox.dev' });
      await use('delete_subscriber', { subscriber: 'moved@mailbox.dev' });
      expect(await sealed(path)).toBe('');
      expect((await at.get(path)).text).toContain('It succeeded.');
    });

    test('keeps its mails after a refusal until it is deleted', async () => {
      const path = await ask('send_email_batch', { emails: two });
      await decide(path, 'decline');
      await platform.clock.advance(2 * dayMs);
      at = await signedIn(platform, ada);
      const page = (await at.get(path)).text;
      expect(page).toContain('Email 1 of 2');
      expect(await frame(path, 2)).toContain('<strong>there</strong>');
      const { settings } = platform.platform.engine;
      Object.assign(settings, { retentionDays: 1 });
      await sweep(platform.platform.engine);
      Object.assign(settings, { retentionDays: 0 });
      expect(await sealed(path)).toBe('');
    });
  });

  test('the approval of a campaign shows its time in the caller’s time zone and in UTC', async () => {
    await setDefaultReplyTo();
    await use('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
    const { id: campaignId } = await use('create_campaign', {
      name: 'News',
      subject: 'News for {{firstName}}',
      fromEmail: 'news@acme.dev',
      fromName: 'Acme',
      markdown: `News ${leave}`,
    });
    const year = new Date(platform.clock.now()).getUTCFullYear() + 1;
    const local = await ask('send_campaign', {
      campaignId,
      scheduledAt: `${year}-05-04T09:00`,
      timezone: 'Asia/Tokyo',
    });
    const page = (await at.get(local)).text;
    expect(page).toContain('at 09:00 (Asia/Tokyo)');
    expect(page).toContain(`4 May ${year}, 00:00</time> UTC`);
    expect(page).toContain('help@acme.dev');
    expect(page).toContain('News for Ada');
    const offset = await ask('send_campaign', { campaignId, scheduledAt: `${year}-05-04T09:00+05:30` });
    expect((await at.get(offset)).text).toContain('at 09:00 (+05:30)');
    await decide(local, 'approve');
    const decided = (await at.get(local)).text;
    expect(decided).toContain(
      `<a href="/console/campaigns/${campaignId}">Campaign <bdi>News</bdi></a><small>Scheduled</small>`,
    );
    expect(await frame(local)).toContain('News');
  });

  test('reactivating many people is one approval with the complete list', async () => {
    const emails = Array.from({ length: 50 }, (_, n) => `p${n}@mailbox.dev`);
    await use('save_subscribers', { subscribers: emails.map((email) => ({ email })) });
    for (const subscriber of emails) await use('unsubscribe_subscriber', { subscriber });
    const consent = { at: '2026-01-01T00:00:00Z', source: 'sign-up form' };
    const path = await ask('save_subscribers', {
      subscribers: emails.map((email) => ({ email, resubscribe: true, consent })),
    });
    const page = (await at.get(path)).text;
    expect(page).toContain('All 50');
    for (const email of emails) expect(page).toContain(email);
  });

  async function sealed(path: string): Promise<string> {
    const id = path.slice(path.lastIndexOf('/') + 1);
    const { database } = platform.platform.engine.store;
    const row = await database.reader.get<{ mails: string }>('SELECT mails FROM approvals WHERE id = $1', [
      id,
    ]);
    return row!.mails;
  }
});
