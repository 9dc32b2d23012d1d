import { describe, expect, test } from 'vitest';
import { secondMs } from '../../../src/model/instant.ts';
import { draftCampaign, leave } from '../../engine/approval/preview-scene.ts';
import { type Assistant, assistantOf, type Json } from '../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { mailStep, work } from '../../tools/workflows/scene.ts';
import { personIn, signedIn } from '../console/scene.ts';
import { begin, mailedBy, whilePersonDecides } from '../mcp/approval/approved-scene.ts';

/** The form of a client shows the same as the approval page, or leads to it. */

/** An assistant whose client can put a form before its person. */
function withForms({ platform, token }: Place): Assistant {
  return assistantOf(platform, { token, capabilities: { elicitation: { form: {} } } });
}

/** An assistant whose client can also open a page for its person. */
function withFormsAndPages({ platform, token }: Place): Assistant {
  return assistantOf(platform, { token, capabilities: { elicitation: { form: {}, url: {} } } });
}

type Form = { message: string; requestedSchema: Json; requestState: string };

async function formOf(assistant: Assistant, name: string, given: object): Promise<Form> {
  const result = await assistant.result('tools/call', { name, arguments: { ...given } });
  const { params } = result.inputRequests?.confirm ?? {};
  expect(params, JSON.stringify(result)).toBeDefined();
  return { ...params, requestState: result.requestState };
}

async function answer(
  assistant: Assistant,
  name: string,
  given: object,
  { requestState }: Form,
  content: object,
): Promise<Json> {
  return await assistant.result('tools/call', {
    name,
    arguments: { ...given },
    inputResponses: { confirm: { action: 'accept', content } },
    requestState,
  });
}

/** Replies to a URL elicitation, as the client does when its person has opened or closed the page. */
async function replyFromPage(
  assistant: Assistant,
  name: string,
  given: object,
  requestState: string,
  action: 'accept' | 'cancel',
): Promise<Json> {
  return await assistant.result('tools/call', {
    name,
    arguments: { ...given },
    inputResponses: { confirm: { action } },
    requestState,
  });
}

async function approveAt(here: Place, url: string): Promise<void> {
  const person = await personIn(here.platform, here.organization, { roles: ['approver'] });
  const at = await signedIn(here.platform, person);
  const path = url.slice(url.indexOf('/console'));
  const about = /name="about" value="([^"]*)"/.exec((await at.get(path)).text)![1]!;
  expect((await at.post(path, { decision: 'approve', about })).status).toBe(303);
}

const long = Array.from({ length: 400 }, (_, n) => `Paragraph ${n} about flour and the mill.`).join('\n\n');

onBothDatabases((place) => {
  describe('the approval form', () => {
    test('of a workflow shows every mail with its sender, reply address, subject and text', async () => {
      const here = place();
      const { use } = here;
      await use('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
      await use('track_event', { name: 'user.signed_up', email: 'ada@mailbox.dev' });
      const first = { ...mailStep('first', 'Hi {{firstName|you}}'), replyTo: 'help@acme.test' };
      const { id: workflowId } = await use('save_workflow', {
        name: 'Welcome',
        trigger: { type: 'EVENT', name: 'user.signed_up' },
        steps: [first, { key: 'wait', type: 'delay', duration: '1 day' }, mailStep('second', 'More')],
      });
      const { message, requestedSchema } = await formOf(withForms(here), 'activate_workflow', { workflowId });
      expect(message).toContain('would have entered: 2 emails');
      expect(message).toContain('In it now: 0 people');
      expect(message).toContain(
        [
          'Mail 1 of 2: Step first, to “ada@mailbox.dev”',
          'From: “hello@acme.test”, named “Acme”',
          'Replies go to: “help@acme.test”',
          'Subject: “Hi Ada”',
          '',
          '  | Hello. Leave',
        ].join('\n'),
      );
      expect(message).toContain('Mail 2 of 2: Step second, to “ada@mailbox.dev”');
      expect(message).not.toContain('does not show everything');
      expect(Object.keys(requestedSchema.properties)).toEqual(['confirm']);
    });

    test('of a campaign shows its mail as subscribers in its audience get it', async () => {
      const here = place();
      await here.use('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
      const { id: campaignId } = await draftCampaign(here, {
        subject: 'News for {{firstName|you}}',
        markdown: `The garden is open. ${leave}`,
        replyTo: 'help@acme.dev',
      });
      const { message } = await formOf(withForms(here), 'send_campaign', { campaignId });
      for (const shown of [
        'Subject: “News for Ada”',
        'Replies go to: “help@acme.dev”',
        '| The garden is open.',
      ])
        expect(message).toContain(shown);
    });

    test('states how many characters of a mail it cuts, and links to a page, whose approval runs the call once', async () => {
      const here = place();
      const assistant = withForms(here);
      await here.use('create_subscriber', { email: 'ada@mailbox.dev' });
      const { id: campaignId } = await draftCampaign(here, { markdown: `${long}\n\n${leave}` });
      const form = await formOf(assistant, 'send_campaign', { campaignId });
      expect(form.message).toMatch(/\n {2}… [\d,]+ more characters of this mail\n/);
      expect(form.message).toContain('This form does not show everything');
      expect(form.message.length).toBeLessThan(12_000);
      expect(Object.keys(form.requestedSchema.properties)).toEqual(['confirm', 'page']);
      const moved = await answer(assistant, 'send_campaign', { campaignId }, form, {
        confirm: true,
        page: true,
      });
      const refused = JSON.parse(moved.content[0].text);
      expect([moved.isError, refused.name]).toEqual([true, 'confirmation_required']);
      const { id, url } = refused.details.approval;
      expect(url).toContain(`/console/approvals/${id}`);
      const status = async () => (await here.use('get_campaign', { campaignId })).status;
      expect(await status()).toBe('DRAFT');
      // A repeat is not asked in a form again.
      const again = await assistant.call('send_campaign', { campaignId });
      expect(again.result.details.approval.id).toBe(id);
      await approveAt(here, url);
      expect(await status()).not.toBe('DRAFT');
      const { refused: isRefused, result } = await assistant.call('send_campaign', { campaignId });
      expect([isRefused, result.id]).toEqual([false, campaignId]);
      await begin(here);
      expect(await mailedBy(here, campaignId)).toEqual(['ada@mailbox.dev']);
    });

    test('lets a client open the page, and closing the page is no refusal', async () => {
      const here = place();
      const assistant = withFormsAndPages(here);
      await here.use('create_subscriber', { email: 'ada@mailbox.dev' });
      const { id: campaignId } = await draftCampaign(here, { markdown: `${long}\n\n${leave}` });
      const form = await formOf(assistant, 'send_campaign', { campaignId });
      const moved = await answer(assistant, 'send_campaign', { campaignId }, form, {
        confirm: true,
        page: true,
      });
      const { id, url } = JSON.parse(moved.content[0].text).details.approval;
      const page = await formOf(assistant, 'send_campaign', { campaignId });
      expect(page).toMatchObject({ mode: 'url', url });
      const reply = (action: 'accept' | 'cancel') =>
        replyFromPage(assistant, 'send_campaign', { campaignId }, page.requestState, action);
      const refusalOf = (result: Json) => JSON.parse(result.content[0].text).details;
      const openQuestion = { reason: 'not_confirmed', approval: { id, url } };
      expect(refusalOf(await reply('cancel'))).toMatchObject(openQuestion);
      expect((await here.use('get_approval', { id })).status).toBe('pending');
      const startedAt = here.platform.clock.now();
      expect(refusalOf(await whilePersonDecides(here, reply('accept')))).toMatchObject(openQuestion);
      expect(here.platform.clock.now() - startedAt).toBeGreaterThanOrEqual(25 * secondMs);
      const waiting = reply('accept');
      await approveAt(here, url);
      const sent = await whilePersonDecides(here, waiting);
      expect([sent.isError ?? false, JSON.parse(sent.content[0].text).id]).toEqual([false, campaignId]);
    });

    test('states how many characters of a very long text it cuts', async () => {
      const here = place();
      await here.use('create_subscriber', { email: 'ada@mailbox.dev' });
      const text = 'x'.repeat(100_000);
      const { id: campaignId } = await draftCampaign(here, { markdown: `${text}\n\n${leave}` });
      const { message } = await formOf(withForms(here), 'send_campaign', { campaignId });
      const shown = message.match(/\| x+/g)!.join('').replaceAll(/[^x]/g, '').length;
      const cut = Number(/… ([\d,]+) more characters of this mail/.exec(message)![1]!.replaceAll(',', ''));
      expect(shown).toBeGreaterThan(7_000);
      expect(shown + cut).toBeGreaterThanOrEqual(text.length);
      expect(shown + cut).toBeLessThan(text.length + 500);
    });

    test('lists all people of a change, or states how many it does not list', async () => {
      const here = place();
      const emails = Array.from({ length: 60 }, (_, n) => `p${n}@mailbox.dev`);
      await here.use('save_subscribers', { subscribers: emails.map((email) => ({ email })) });
      for (const subscriber of emails) await here.use('unsubscribe_subscriber', { subscriber });
      const consent = { at: '2026-01-01T00:00:00Z', source: 'sign-up form' };
      const bring = (amount: number) => ({
        subscribers: emails.slice(0, amount).map((email) => ({ email, resubscribe: true, consent })),
      });
      const some = await formOf(withForms(here), 'save_subscribers', bring(40));
      expect(some.message).toContain('All 40:');
      for (const email of emails.slice(0, 40)) expect(some.message).toContain(email);
      expect(some.message).not.toContain('does not show everything');
      const all = await formOf(withForms(here), 'save_subscribers', bring(60));
      expect(all.message).toContain('All 60:');
      expect(all.message).toContain('and 10 more');
      expect(all.message).toContain('This form does not show everything');
    });

    test('of a manually started workflow truncates long values and says so', async () => {
      const here = place();
      const { use } = here;
      const { id: workflowId } = await use('save_workflow', {
        name: 'Welcome',
        trigger: { type: 'EVENT', name: 'user.signed_up' },
        steps: [mailStep('first')],
      });
      await use('activate_workflow', { workflowId });
      await work(here);
      const properties = { why: `${'long '.repeat(1_500)}end.` };
      const assistant = withForms(here);
      for (let n = 0; n < 12; n += 1) {
        await use('create_subscriber', { email: `p${n}@mailbox.dev` });
        const given = { workflowId, email: `p${n}@mailbox.dev`, properties };
        const result = await assistant.result('tools/call', { name: 'trigger_workflow', arguments: given });
        if (result.inputRequests === undefined) continue;
        const { message } = result.inputRequests.confirm.params;
        expect(message).toContain('(7,5');
        expect(message).toContain('characters in all, cut for this form)');
        expect(message).toContain('This form does not show everything');
        return;
      }
      throw new Error('no form was shown');
    });
  });
});
