import { describe, expect, test } from 'vitest';
import { approvalLimits } from '../../../src/model/approval/approval.ts';
import { dayMs, secondMs } from '../../../src/model/instant.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { suspicious } from './suspicious.ts';

async function decide({ use, platform, organization }: Place, id: string, decision: string): Promise<void> {
  const { engine } = platform.platform;
  const { about } = (await engine.store.forOrganization(organization.key).approvals.byId(id))!;
  await use('decide_approval', { id, decision, about });
  await platform.clock.advance(secondMs);
}

async function drafted({ use }: Place, changes: object = {}): Promise<string> {
  await use('create_subscriber', { email: 'ada@example.com' });
  return (await use('create_campaign', { ...suspicious, ...changes })).id;
}

type Fields = { review?: { id: string; url: string }; guidance: string; badges: { id: string }[] };

onBothDatabases((place) => {
  const refusedWith = async (tool: string, input: object): Promise<Fields & { message: string }> => {
    const refused = await place().refusal(tool, input);
    expect(refused).toMatchObject({ failure: 'content_verification_failed', code: 'CONTENT_REVIEW' });
    return { ...(refused.fields as Fields), message: refused.message };
  };

  describe('a campaign with the verdict review', () => {
    test('is refused over REST with the page of one review', async () => {
      const here = place();
      const campaignId = await drafted(here);
      const send = () => here.http('POST', `/api/v2/campaigns/${campaignId}/send`, { body: {} });
      const { status, body } = await send();
      expect(status).toBe(400);
      expect(body).toMatchObject({
        name: 'content_verification_failed',
        code: 'CONTENT_REVIEW',
        blockReasons: ['PHISHING'],
        review: {
          id: expect.stringMatching(/^apr_/),
          url: expect.stringContaining('/console/approvals/apr_'),
        },
      });
      const { review, guidance, badges } = body as unknown as Fields;
      expect(guidance).toContain(review!.url);
      expect(badges[0]).toMatchObject({ id: 'content.review', severity: 'warn' });
      expect((await send()).body).toMatchObject({ review });
      expect((await here.use('list_approvals')).data).toHaveLength(1);
      expect(await here.use('get_campaign', { campaignId })).toMatchObject({ status: 'DRAFT', badges });
    });

    test('is sent after a person released exactly its content', async () => {
      const here = place();
      const campaignId = await drafted(here);
      const { review } = await refusedWith('send_campaign', { campaignId });
      await decide(here, review!.id, 'approve');
      expect(await here.use('get_approval', { id: review!.id })).toMatchObject({ status: 'approved' });
      const copy = await here.use('duplicate_campaign', { campaignId });
      const sent = await here.use('send_campaign', { campaignId });
      expect(sent.status).toBe('SCHEDULED');
      expect(sent.badges.map(({ id }: { id: string }) => id)).not.toContain('content.review');
      await here.use('send_campaign', { campaignId: copy.id });
      const other = await drafted(here, { subject: 'You have been selected again' });
      expect((await refusedWith('send_campaign', { campaignId: other })).review!.id).not.toBe(review!.id);
    });

    test('needs a new review 30 days after the request', async () => {
      const here = place();
      const campaignId = await drafted(here);
      const { review } = await refusedWith('send_campaign', { campaignId });
      await decide(here, review!.id, 'approve');
      const { expires_at } = await here.use('get_approval', { id: review!.id });
      await here.platform.clock.advance(approvalLimits.keptMs - dayMs);
      expect(Date.parse(expires_at) - here.platform.clock.now()).toBe(dayMs - secondMs);
      await here.use('test_campaign', { campaignId, to: ['ada@example.com'] });
      await here.platform.clock.advance(dayMs);
      expect((await refusedWith('send_campaign', { campaignId })).review!.id).not.toBe(review!.id);
    });

    test('stays refused with the same review after a person declined it', async () => {
      const here = place();
      const campaignId = await drafted(here);
      const { review } = await refusedWith('test_campaign', { campaignId, to: ['ada@example.com'] });
      await decide(here, review!.id, 'decline');
      const refused = await refusedWith('send_campaign', { campaignId });
      expect(refused.review).toEqual(review);
      expect(refused.guidance).toContain('declined');
    });

    test('is refused without a review while too many others wait', async () => {
      const here = place();
      for (let n = 0; n < approvalLimits.reviewsMax; n += 1) {
        const campaignId = await drafted(here, { subject: `You have been selected: ${n}` });
        expect((await refusedWith('send_campaign', { campaignId })).review).toBeDefined();
      }
      const campaignId = await drafted(here);
      const { review, message } = await refusedWith('send_campaign', { campaignId });
      expect(review).toBeUndefined();
      expect(message).toContain('wait for a review');
    });

    test('is reviewed with all its suspicious variants, and blocked with a blocked variant', async () => {
      const here = place();
      const tracking = { opens: true, clicks: false };
      const variant = (subject: string, html = suspicious.html) => ({ subject, html });
      const abTest = {
        percent: 50,
        metric: 'opens',
        waitMinutes: 60,
        variants: [variant('You have been selected'), variant('You have been selected today')],
      };
      const campaignId = await drafted(here, { abTest, tracking });
      const { review } = await refusedWith('send_campaign', { campaignId });
      await decide(here, review!.id, 'approve');
      await here.use('send_campaign', { campaignId });
      const form = '<form><input type="password"></form>';
      const variants = [abTest.variants[0], variant('Sign in', `${suspicious.html}${form}`)];
      const blocked = await drafted(here, { abTest: { ...abTest, variants }, tracking });
      expect(await here.refusal('send_campaign', { campaignId: blocked })).toMatchObject({
        code: 'CONTENT_BLOCKED',
      });
    });

    test('answers over v1 as blocked content does', async () => {
      const here = place();
      const campaignId = await drafted(here);
      const { status, body } = await here.http('POST', `/api/v1/campaigns/${campaignId}/send`, { body: {} });
      expect(status).toBe(400);
      expect(Object.keys(body as object)).toEqual([
        'success',
        'message',
        'error',
        'code',
        'blockReasons',
        'badges',
        'documentationUrl',
        'guidance',
      ]);
      expect(body).toMatchObject({
        message: 'The content looks like cold e-mail or phishing, which is not sent from here',
        code: 'CONTENT_BLOCKED',
        guidance: expect.stringContaining('/console/approvals/apr_'),
      });
    });
  });

  test('a workflow is activated after a person released its mails', async () => {
    const here = place();
    const { subject, html } = suspicious;
    const step = (key: string) => ({
      key,
      type: 'send_email',
      from: 'Team <mail@northfield.example>',
      subject: `${subject} ${key}`,
      html,
    });
    const trigger = { type: 'EVENT', name: 'signed_up' };
    const steps = [step('first'), step('second')];
    const { id: workflowId } = await here.use('save_workflow', { name: 'Series', trigger, steps });
    const { review, badges } = await refusedWith('activate_workflow', { workflowId });
    expect(JSON.stringify(badges)).toContain('steps.second.html');
    await decide(here, review!.id, 'approve');
    expect(await here.use('activate_workflow', { workflowId })).toMatchObject({ status: 'ACTIVE' });
  });

  test.each([
    ['review', suspicious.html],
    ['block', suspicious.html.replace('Northfield: ', '')],
  ])('verify_content and send_campaign agree on %s with a postal address', async (verdict, html) => {
    const here = place();
    await here.use('update_organization_settings', {
      postal_address: 'Northfield Ltd\n12 High Street\nLondon',
    });
    const { fromName, fromEmail, subject } = suspicious;
    const campaignId = await drafted(here, { html });
    const verified = await here.use('verify_content', { from: `${fromName} <${fromEmail}>`, subject, html });
    expect(verified.verdict).toBe(verdict);
    const { code } = await here.refusal('send_campaign', { campaignId });
    expect(code).toBe(verdict === 'block' ? 'CONTENT_BLOCKED' : 'CONTENT_REVIEW');
  });

  test.each([
    ['the sender’s domain', 'Mark <mark@northfield.example>', 'pass'],
    ['another domain', 'Mark <mark@private-mail.example>', 'review'],
  ])('a request for gift cards with replies to %s (%s) gets the verdict %s', async (_, replyTo, verdict) => {
    const here = place();
    const html = `<p>Northfield: please buy ten gift cards within 24 hours and send me the codes.</p><a href="https://northfield.example">northfield.example</a> <a href="{{unsubscribeUrl}}">Leave</a>`;
    await here.use('update_organization_settings', { default_reply_to: replyTo });
    await here.use('create_subscriber', { email: 'ada@example.com' });
    const draft = await here.use('create_campaign', { ...suspicious, subject: 'Gift cards', html });
    const ids = draft.badges.map(({ id }: { id: string }) => id);
    expect(ids.includes('content.review')).toBe(verdict === 'review');
    const { fromName, fromEmail } = suspicious;
    const content = { from: `${fromName} <${fromEmail}>`, subject: 'Gift cards', html };
    for (const replies of [{}, { reply_to: replyTo }])
      expect((await here.use('verify_content', { ...content, ...replies })).verdict).toBe(verdict);
    await here.use('update_organization_settings', { default_reply_to: null });
    expect((await here.use('verify_content', { ...content, reply_to: replyTo })).verdict).toBe(verdict);
  });

  test('verify_content returns review and requests no review', async () => {
    const { use } = place();
    const { fromName, fromEmail, ...content } = suspicious;
    const from = `${fromName} <${fromEmail}>`;
    expect(await use('verify_content', { from, ...content })).toMatchObject({
      verdict: 'review',
      blockReasons: ['PHISHING'],
    });
    expect(await use('verify_content', { from, ...content, purpose: 'transactional' })).toMatchObject({
      verdict: 'pass',
    });
    expect((await use('list_approvals')).data).toEqual([]);
  });
});
