import { describe, expect, it } from 'vitest';
import { previewLimits } from '../../../src/model/sending/send-preview.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { phishing } from '../../tools/verification/scene.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import { callerIn, draftCampaign, previewed, settle } from '../approval/preview-scene.ts';
import { addReaders, readers } from '../campaigns/campaign-scene.ts';

const mail = {
  from: 'Acme <hello@acme.dev>',
  to: 'ada@mailbox.dev',
  subject: 'Your order',
  markdown:
    'Hello {{firstName|you}},\n\nyour **order** of {{attributes.plan}} [is on its way](https://acme.dev/o).',
};
const open = 'Hello you,\n\nyour order of {{attributes.plan}} is on its way <https://acme.dev/o>.';
const adas = 'Hello Ada,\n\nyour order of roses is on its way <https://acme.dev/o>.';
const garden = 'Hello you, the garden is open again. Leave <{{unsubscribeUrl}}>';
const badgesOf = ['phishing.obscured_link'];

async function failedEmail(here: Place): Promise<string> {
  await here.use('create_subscriber', { email: mail.to, firstName: 'Ada', attributes: { plan: 'roses' } });
  const { id } = await here.use('send_email', mail);
  here.platform.mailbox.next({ ...refused(554, 'data', '5.6.0'), by: 'posthouse' });
  await here.platform.deliver();
  return id;
}

onBothDatabases((place) => {
  describe('the text in a preview', () => {
    const ada = { email: mail.to, firstName: 'Ada', attributes: { plan: 'roses' } };

    it("contains one recipient's values and names the recipient", async () => {
      const here = place();
      await here.use('create_subscriber', ada);
      const greeting = { ...mail, subject: 'Your order, {{firstName|reader}}' };
      expect(await previewed(here, 'send_email', greeting)).toMatchObject({
        text: adas,
        text_for: mail.to,
        subjects: ['Your order, Ada'],
      });
      // An unknown address has no values, and a field without a default stays empty as in the mail.
      const test = await previewed(here, 'send_test_email', { ...mail, to: ['a@mailbox.dev'] });
      expect(test).toMatchObject({
        text: 'Hello you,\n\nyour order of  is on its way <https://acme.dev/o>.',
        text_for: 'a@mailbox.dev',
      });
      expect(test.warnings.join()).not.toContain('different mails');
      const plain = await previewed(here, 'send_email', { ...mail, markdown: 'The same for all' });
      expect(plain).not.toHaveProperty('text_for');
    });

    it('contains defaults for a caller without access to subscribers', async () => {
      const here = place();
      await here.use('create_subscriber', ada);
      const sender = await callerIn(here, { scopes: ['emails.send', 'emails.read'] });
      const greeting = { ...mail, subject: 'For {{firstName|reader}} in {{attributes.plan}}' };
      const preview = await previewed(here, 'send_email', greeting, sender);
      expect(preview).toMatchObject({ text: open, subjects: ['For reader in {{attributes.plan}}'] });
      expect(preview).not.toHaveProperty('text_for');
    });

    it('is that of the first sendable mail of a batch, with a note about the other mails', async () => {
      const here = place();
      await here.use('create_subscriber', ada);
      const other = { ...mail, to: 'c@mailbox.dev', markdown: 'Another one' };
      const emails = [{ ...phishing, to: 'b@mailbox.dev' }, mail, other];
      const preview = await previewed(here, 'send_email_batch', { emails, validation: 'permissive' });
      expect(preview).toMatchObject({ text: adas, text_for: mail.to, recipients: 2 });
      expect(preview.warnings[0]).toBe('The text is from one of 2 different mails');
    });

    it('is absent for a send that would be refused', async () => {
      const here = place();
      expect(await previewed(here, 'send_email', { ...phishing, to: mail.to })).toMatchObject({
        recipients: 0,
        text: null,
      });
      const limited = await callerIn(here, { allowed_recipients: ['*@acme.dev'] });
      expect(await previewed(here, 'send_email', mail, limited)).toMatchObject({ recipients: 0, text: null });
      const { id: campaignId } = await draftCampaign(here, {
        markdown: undefined,
        html: `${phishing.html}<p><a href="{{unsubscribeUrl}}">Leave</a></p>`,
        subject: phishing.subject,
        fromName: 'PayPal Support',
      });
      expect(await previewed(here, 'send_campaign', { campaignId })).toMatchObject({
        recipients: 0,
        text: null,
      });
    });

    it('exists for a campaign, its test mail and a send to its missed recipients', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, readers(2));
      const { id: campaignId } = await draftCampaign(here, { throttle: { perHour: 1 } });
      const seen = await previewed(here, 'send_campaign', { campaignId });
      expect(seen).toMatchObject({ text: garden, text_for: expect.stringContaining('@') });
      const test = await previewed(here, 'test_campaign', { campaignId, to: ['a@mailbox.dev'] });
      expect(test.text).toBe(garden);
      await here.use('send_campaign', { campaignId });
      await here.platform.deliver();
      await here.use('pause_campaign', { campaignId });
      expect((await previewed(here, 'resume_campaign', { campaignId })).text).toBe(garden);
    });

    it('shows one variant of an A/B test and mentions variants that differ', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, readers(2));
      const abTest = { percent: 50, metric: 'opens', waitMinutes: 60 };
      const warned = async (variants: object[]) => {
        const { id: campaignId } = await draftCampaign(here, {
          abTest: { ...abTest, variants },
          tracking: { opens: true },
        });
        const { text, warnings } = await previewed(here, 'send_campaign', { campaignId });
        expect(text).toBe(garden);
        // Every campaign has this warning.
        return warnings.filter((one) => !one.includes('postal_address'))[0];
      };
      expect(await warned([{ subject: 'A' }, { markdown: 'Else. {{unsubscribeUrl}}' }])).toBe(
        'The text is from one of 2 different mails',
      );
      expect(await warned([{ subject: 'A' }, { subject: 'B' }])).toContain('No audience is set');
    });

    it('is the accepted text of a retried mail, for callers that may read mails', async () => {
      const here = place();
      const id = await failedEmail(here);
      const sender = await callerIn(here, { scopes: ['emails.send'] });
      expect((await previewed(here, 'retry_email', { id })).text).toBe(
        'Hello Ada,\n\nyour order of roses is on its way <https://acme.dev/o>.',
      );
      expect(await previewed(here, 'retry_email', { id }, sender)).toMatchObject({
        recipients: 1,
        text: null,
      });
    });

    it('is the opt-in request that a save causes', async () => {
      const here = place();
      await settle(here, { doubleOptIn: true });
      const { text } = await previewed(here, 'create_subscriber', { email: 'new@mailbox.dev' });
      expect(text).toContain('{{confirmUrl}}');
    });

    it('is truncated with a note, however large the mail is', async () => {
      const here = place();
      const line = 'The harvest was good this year. ';
      for (const times of [20, 20_000]) {
        const { text } = await previewed(here, 'send_email', { ...mail, markdown: line.repeat(times) });
        const left = line.length * times - 1 - previewLimits.textCharacters;
        expect(text).toBe(
          `${line.repeat(20).slice(0, previewLimits.textCharacters)}… [cut: ${left.toLocaleString('en')} more characters]`,
        );
      }
    });

    it('names the host of a suspicious link', async () => {
      const here = place();
      const html = '<p>Claim your reward: take our short survey.</p><a href="https://bit.ly/s">Start now</a>';
      const odd = { ...mail, subject: 'You have been selected', markdown: undefined, html };
      const { badges } = await previewed(here, 'send_email', odd);
      expect(badges.filter(({ id }) => badgesOf.includes(id))).toEqual([
        {
          id: 'phishing.obscured_link',
          label: 'A link hides its address',
          severity: expect.any(String),
          host: 'bit.ly',
        },
      ]);
    });
  });

  it('a preview has no text when the call sends no mail', async () => {
    expect(await previewed(place(), 'create_subscriber', { email: 'a@mailbox.dev' })).toMatchObject({
      text: null,
    });
  });
});
