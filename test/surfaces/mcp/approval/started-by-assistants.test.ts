import { createTransport } from 'nodemailer';
import { beforeEach, describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../../src/model/instant.ts';
import {
  unapprovedCountedMs,
  unapprovedPeopleADayMax,
  unapprovedPeopleMax,
} from '../../../../src/model/sending/unapproved-people.ts';
import { type Assistant, assistantOf } from '../../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { activeWorkflow, mailStep, tagStep, work } from '../../../tools/workflows/scene.ts';
import { openSmtp, type SmtpScene } from '../../smtp/scene.ts';
import { assistantIn } from './approved-scene.ts';

const person = (index: number) => `p${index}@mailbox.dev`;
const people = Array.from({ length: 60 }, (_, index) => person(index));

onBothDatabases((place) => {
  let here: Place;
  let assistant: Assistant;
  let before: number;
  beforeEach(async () => {
    here = place();
    assistant = assistantIn(here);
    before = here.platform.mailbox.messages.length;
    await here.use('save_subscribers', { subscribers: people.map((email) => ({ email })) });
    await work(here);
  });

  const left = async (): Promise<string[]> => {
    await work(here);
    await here.platform.deliver();
    return here.platform.mailbox.messages.slice(before).map(({ to }) => to.address);
  };
  /** A workflow activated by a person, with the caller's text in its mail. */
  const manual = (name = 'Welcome', steps = [mailStep('welcome', '{{trigger.words|Hello}}')]) =>
    activeWorkflow(here, { name, reentry: 'EVERY_TIME', trigger: { type: 'MANUAL' }, steps });

  describe('a workflow activated by a person', () => {
    it('stays within an assistant’s allowance, however often the assistant starts it', async () => {
      const workflowId = await manual();
      const refused: string[] = [];
      for (const [index, email] of people.entries()) {
        const { result, refused: isRefused } = await assistant.call('trigger_workflow', {
          workflowId,
          email,
          properties: { words: `Buy now, number ${index}` },
        });
        if (isRefused) refused.push(result.name);
      }
      expect(await left()).toHaveLength(unapprovedPeopleMax);
      expect(new Set(refused)).toEqual(new Set(['confirmation_required']));
    });

    it('counts a token created by the assistant for the same allowance over REST', async () => {
      const workflowId = await manual();
      const { token } = await here.platform.addToken(here.organization, { assistant: true });
      const start = (email: string) =>
        here.http('POST', `/api/v2/workflows/${workflowId}/trigger`, { token, body: { email } });
      const statuses: number[] = [];
      for (const email of people.slice(0, 20)) statuses.push((await start(email)).status);
      expect(statuses).toEqual([...Array(10).fill(200), ...Array(10).fill(403)]);
      expect(await left()).toHaveLength(unapprovedPeopleMax);
      const send = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
      expect(
        (await here.http('POST', '/api/v2/emails', { token, body: { ...send, to: person(30) } })).status,
      ).toBe(403);
      // A person with an earlier mail may be mailed again.
      expect((await start(person(3))).status).toBe(200);
      expect(await left()).toHaveLength(unapprovedPeopleMax + 1);
    });

    it('mails one more person after an approval of exactly that person', async () => {
      const workflowId = await manual();
      for (const email of people.slice(0, 10))
        await assistant.call('trigger_workflow', { workflowId, email });
      const wish = { workflowId, email: person(11), properties: { words: 'Your plan ends' } };
      const asked = await assistant.call('trigger_workflow', wish);
      expect(asked.result.details.preview.changes).toEqual([
        `Starts the workflow “Welcome” for ${person(11)}, in version 1`,
        'Its mails: “{{trigger.words|Hello}}”',
        'With the values {"words":"Your plan ends"}',
      ]);
      const { confirmation_token } = asked.result.details;
      const other = await assistant.call('trigger_workflow', {
        ...wish,
        email: person(12),
        confirmation_token,
      });
      expect(other.refused).toBe(true);
      const done = await assistant.call('trigger_workflow', { ...wish, confirmation_token });
      expect(done.refused).toBe(false);
      const mailed = await left();
      expect(mailed).toHaveLength(11);
      expect(mailed).toContain(person(11));
    });

    it('shows the mails of its active version in the approval, even if the draft has changed', async () => {
      const workflowId = await manual();
      await here.use('save_workflow', { workflowId, changes: { welcome: { subject: 'Another' } } });
      for (const email of people.slice(0, 10))
        await assistant.call('trigger_workflow', { workflowId, email });
      const asked = await assistant.call('trigger_workflow', { workflowId, email: person(11) });
      expect(asked.result.details.preview.changes[1]).toBe('Its mails: “{{trigger.words|Hello}}”');
      expect(await left()).toHaveLength(10);
    });

    it('counts the workflows that its tags and events start for the same allowance', async () => {
      await here.use('create_tag', { name: 'vip' });
      const second = await activeWorkflow(here, {
        name: 'Second',
        trigger: { type: 'TAG_ADDED', tag: 'vip' },
        steps: [mailStep('second')],
      });
      const first = await manual('First', [tagStep('vip')]);
      for (const email of people.slice(0, 20)) {
        expect((await assistant.call('trigger_workflow', { workflowId: first, email })).refused).toBe(false);
        await work(here);
      }
      expect((await left()).length).toBeLessThanOrEqual(unapprovedPeopleMax);
      await here.platform.clock.advance(hourMs);
      expect(await here.use('get_workflow', { workflowId: second })).toMatchObject({
        status: 'PAUSED',
        problem: expect.stringMatching(/^An assistant selected more recipients/),
      });
    });

    it('has no recipient limit when a person or a program starts it', async () => {
      const workflowId = await manual();
      for (const email of people.slice(0, 20)) await here.use('trigger_workflow', { workflowId, email });
      expect(await left()).toHaveLength(20);
    });
  });

  it(`an assistant mails at most ${unapprovedPeopleADayMax} people in 24 hours without an approval`, async () => {
    const send = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
    let sent = 0;
    for (let quarter = 0; quarter < 6; quarter += 1) {
      for (let index = 0; index < unapprovedPeopleMax; index += 1) {
        const to = person(quarter * unapprovedPeopleMax + index);
        if (!(await assistant.call('send_email', { ...send, to })).refused) sent += 1;
      }
      await here.platform.clock.advance(unapprovedCountedMs + minuteMs);
    }
    expect(sent).toBe(unapprovedPeopleADayMax);
    await here.platform.clock.advance(24 * hourMs);
    expect((await assistant.call('send_email', { ...send, to: person(59) })).refused).toBe(false);
  });
});

describe('POSTHOUSE_MCP_CONFIRM', () => {
  onBothDatabases((place) => {
    it('set to always requires an approval for each person', async () => {
      const here = place();
      const workflowId = await activeWorkflow(here, {
        name: 'Welcome',
        trigger: { type: 'MANUAL' },
        steps: [mailStep('welcome')],
      });
      await here.use('save_subscribers', { subscribers: [{ email: person(1) }] });
      const { settings } = here.platform.platform.engine;
      settings.approvalMode = 'always';
      try {
        const assistant = assistantOf(here.platform, { token: here.token });
        const asked = await assistant.call('trigger_workflow', { workflowId, email: person(1) });
        expect(asked.result.name).toBe('confirmation_required');
        const { token } = await here.platform.addToken(here.organization, { assistant: true });
        const path = `/api/v2/workflows/${workflowId}/trigger`;
        expect((await here.http('POST', path, { token, body: { email: person(1) } })).status).toBe(403);
        const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello.', to: person(1) };
        expect((await here.http('POST', '/api/v2/emails', { token, body: mail })).status).toBe(403);
      } finally {
        settings.approvalMode = 'bulk';
      }
    });
  });
});

describe('a message that an assistant’s token submits over SMTP', () => {
  const mail = { from: 'Acme <hello@acme.test>', subject: 'Hello', text: 'Hello there.' };
  const submitted = async (scene: SmtpScene, password: string, to: string[]): Promise<string> => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: scene.tlsPort,
      secure: true,
      tls: { rejectUnauthorized: false },
      auth: { user: 'posthouse', pass: password },
    });
    try {
      const { response } = await transport.sendMail({ ...mail, to });
      return response;
    } catch (error) {
      return (error as Error).message;
    } finally {
      transport.close();
    }
  };

  it('may have one real recipient, and more recipients only with an approval', async () => {
    const scene = await openSmtp();
    const { token } = await scene.addToken(scene.organization, { assistant: true });
    expect(await submitted(scene, token, [person(1), person(2)])).toMatch(
      /a person confirms mail of an assistant to more than one person/,
    );
    expect(await submitted(scene, token, [person(1), 'grace@example.com'])).toMatch(/^250 /);
    scene.platform.engine.settings.approvalMode = 'always';
    expect(await submitted(scene, token, [person(1)])).toMatch(/POSTHOUSE_MCP_CONFIRM=always/);
    scene.platform.engine.settings.approvalMode = 'never';
    expect(await submitted(scene, token, people.slice(0, 12))).toMatch(/^250 /);
  });
});
