import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailApprovers } from '../../../src/engine/people/mail-approvers.ts';
import { approvalLimits } from '../../../src/model/approval/approval.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { browser, personIn } from '../../surfaces/console/scene.ts';
import { baseUrl, type OpenOptions, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { askedQuestion } from '../approval/questions.ts';

/** Recipients of an assistant's single mails without an approval. */
const unaskedPeopleMax = 10;

describe.each(databases)('mail to approvers, on %s,', (_name, openDatabase) => {
  let platform: SimulatedPlatform;
  const open = async (options: OpenOptions = {}) => {
    platform = await openPlatform({
      database: await openDatabase(),
      mcp: { confirmBy: 'console' },
      ...options,
    });
  };
  beforeEach(async () => {
    await open();
  });
  afterEach(() => platform.close());

  const ask = async (subject?: string): Promise<string> => {
    const id = await askedQuestion(platform, subject);
    const { engine } = platform.platform;
    const organization = (await engine.store.organizations.byKey(platform.organization.key))!;
    const question = (await engine.store.forOrganization(organization.key).approvals.byId(id))!;
    await mailApprovers(engine, { organization, question, title: 'Send a batch of emails' });
    return id;
  };
  const mailed = async () => {
    await platform.deliver();
    return platform.mailbox.messages.map(({ to }) => to.address);
  };
  const people = async () => {
    const { organization } = platform;
    await personIn(platform, organization, { name: 'Ada', email: 'ada@gmail.com', roles: ['approver'] });
    await personIn(platform, organization, { name: 'Bob', email: 'bob@gmail.com', roles: ['admin'] });
    await personIn(platform, organization, { name: 'Cy', email: 'cy@gmail.com', roles: ['author'] });
    await personIn(platform, organization, { name: 'Di', email: null, roles: ['approver'] });
  };

  test('goes to approvers and admins with an address, and its link cannot decide the request', async () => {
    await people();
    const id = await ask('Sale at evil.dev {{1st}}');
    expect(await mailed()).toEqual(['ada@gmail.com', 'bob@gmail.com']);
    const { subject, html } = platform.mailbox.messages[0]!;
    expect(subject).toBe('An assistant of Default asks: Send a batch of emails');
    const path = `/console/approvals/${id}`;
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([baseUrl + path]);
    expect(html).toContain('to 2 people, immediately');
    // The assistant's text becomes neither a link nor a merge field.
    expect(html).toContain('Subject: “Sale at evil[.]dev”');
    const looked = await browser(platform).get(path);
    expect([looked.status, looked.headers.get('location')]).toEqual([
      303,
      `/console/sign-in?return=${encodeURIComponent(path)}`,
    ]);
    const { approvals } = platform.platform.engine.store.forOrganization(platform.organization.key);
    expect(await approvals.byId(id)).toMatchObject({ status: 'pending' });
  });

  test('goes to each person once per interval, however many requests there are', async () => {
    await people();
    await Promise.all(['a', 'b', 'c', 'd'].map(ask));
    expect(await mailed()).toHaveLength(2);
    await platform.clock.advance(approvalLimits.mailedEveryMs - 1);
    await ask('e');
    expect(await mailed()).toHaveLength(2);
    await platform.clock.advance(1);
    await ask('f');
    expect(await mailed()).toHaveLength(4);
  });

  test('is not created if no mail can be sent', async () => {
    for (const options of [{ settings: { delivery: 'capture' as const } }, { sendingEnabled: false }]) {
      await platform.close();
      await open(options);
      await people();
      await ask();
      const { output } = await platform.call('list_emails', {});
      expect(output).toMatchObject({ data: [] });
    }
  });

  test('goes to the remaining approvers when one is suppressed', async () => {
    await people();
    await platform.call('add_suppression', { email: 'ada@gmail.com' });
    await ask();
    expect(await mailed()).toEqual(['bob@gmail.com']);
  });

  test("for an assistant's call counts against none of its limits", async () => {
    await people();
    const assistant = assistantOf(platform);
    const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello.' };
    const emails = ['x@mailbox.dev', 'y@mailbox.dev'].map((to) => ({ ...mail, to }));
    const { result } = await assistant.call('send_email_batch', { emails });
    expect(result.name).toBe('confirmation_required');
    while ((await mailed()).length < 2) await platform.clock.advance(1);
    const sends = [];
    for (let person = 0; person <= unaskedPeopleMax; person += 1) {
      const sent = await assistant.call('send_email', { ...mail, to: `p${person}@mailbox.dev` });
      sends.push(sent.result.name ?? 'sent');
    }
    expect(sends).toEqual([
      ...Array.from({ length: unaskedPeopleMax }, () => 'sent'),
      'confirmation_required',
    ]);
  });
});
