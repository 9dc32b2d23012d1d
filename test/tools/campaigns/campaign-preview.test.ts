import { describe, expect, test } from 'vitest';
import { languagesRead } from '../../../src/model/verification/language/languages.ts';
import { catalogue } from '../../../tools/index.ts';
import { dryRunOfSend } from '../../engine/approval/preview-scene.ts';
import { onBothDatabases } from '../both-databases.ts';
import { croatian } from '../verification/scene.ts';

const said = {
  name: 'May',
  subject: 'For {{firstName|you}}',
  preview: 'In {{attributes.city}}',
  fromEmail: 'news@acme.example',
  fromName: 'Acme',
  replyTo: 'Desk <desk@acme.example>',
  markdown:
    'Hello {{firstName|there}} in {{attributes.city}}, see [the shop](https://shop.example/?c={{attributes.city}})\n\n[Leave]({{unsubscribeUrl}})',
};

const noAddress = expect.stringMatching(/^No postal_address is set/);

const unverified = 'acme.example is not verified, so its mail may be treated as spam';

onBothDatabases((place) => {
  describe('the preview of a campaign', () => {
    test("shows one subscriber's mail with disabled links", async () => {
      const { use } = place();
      await use('create_subscriber', {
        email: 'ada@example.com',
        firstName: 'Ada <b>',
        attributes: { city: 'see www.evil.example' },
      });
      const { id } = await use('create_campaign', { ...said, tracking: { opens: true, clicks: true } });
      const shown = await use('preview_campaign', { campaignId: id, subscriber: 'ada@example.com' });
      expect(shown).toMatchObject({
        object: 'campaign_preview',
        campaignId: id,
        variant: null,
        from: '"Acme" <news@acme.example>',
        reply_to: '"Desk" <desk@acme.example>',
        subject: 'For Ada <b>',
        values: 'subscriber',
        empty_fields: [],
        warnings: [unverified, noAddress],
      });
      // As in the sent campaign: an address in a merge value does not become a link.
      expect(shown.preview).toBe('In see www. evil. example');
      expect(shown.text).toContain('Hello Ada <b> in see www. evil. example');
      expect(shown.html).toContain('Ada &lt;b&gt;');
      expect(shown.html).toContain('href="http://posthouse.example/#unsubscribeUrl"');
      expect(shown.html).not.toMatch(/posthouse\.example\/[uco]\//);
      expect(shown.html).toContain('https://shop.example/?c=see%20www.evil.example');
      expect(shown.size).toEqual({
        html_bytes: Buffer.byteLength(shown.html),
        text_bytes: Buffer.byteLength(shown.text),
        clipped_by_gmail: false,
      });
      expect((await use('list_emails', { campaign: id })).data).toEqual([]);
    });

    test('shows default values and lists the merge fields when no subscriber is given', async () => {
      const { use } = place();
      const { id } = await use('create_campaign', said);
      const shown = await use('preview_campaign', { campaignId: id });
      expect(shown).toMatchObject({
        subject: 'For you',
        preview: 'In ',
        values: 'fallbacks',
        empty_fields: ['attributes.city'],
        warnings: [
          'Empty merge fields: attributes.city; add a default with {{field|text}}',
          unverified,
          noAddress,
        ],
      });
      expect(shown.text).toContain('Hello there in');
    });

    test('notes an unverified language in the draft, the preview and the dry run', async () => {
      const { use, platform, organization } = place();
      await use('create_subscriber', { email: 'ada@example.com' });
      const draft = await use('create_campaign', { ...said, preview: 'Wiosna', markdown: croatian });
      const badge = { id: 'language_unread', severity: 'warn', path: 'content' };
      const warning = `Its language is not supported (supported: ${languagesRead()}), so only its structure was verified`;
      expect(draft).toMatchObject({ badges: [badge], problem: null });
      expect(await use('preview_campaign', { campaignId: draft.id })).toMatchObject({
        badges: [{ ...badge, guidance: expect.stringContaining('only the structure') }],
        warnings: [unverified, warning, noAddress],
      });
      const caller = platform.caller('tools', organization);
      const sendCampaign = catalogue.find(({ name }) => name === 'send_campaign')!;
      const { engine } = platform.platform;
      const { preview } = await dryRunOfSend(engine, sendCampaign, caller, { campaignId: draft.id });
      expect(preview.warnings).toContain(warning);
      expect(preview.badges).toMatchObject([{ id: 'language_unread' }]);
      expect(await use('send_campaign', { campaignId: draft.id })).toMatchObject({ status: 'SCHEDULED' });
    });

    test('reports missing parts, and content that Gmail would clip', async () => {
      const { use } = place();
      const draft = await use('create_campaign', { name: 'Empty' });
      expect(await use('preview_campaign', { campaignId: draft.id })).toMatchObject({
        from: null,
        subject: null,
        html: '',
        text: '',
        warnings: [
          'It has no subject yet',
          'It has no sender yet: set fromEmail',
          'It has no content yet',
          noAddress,
        ],
      });
      const html = `<p>${'A long story of a mill. '.repeat(6_000)}</p>`;
      const large = await use('create_campaign', { ...said, markdown: undefined, html });
      const shown = await use('preview_campaign', { campaignId: large.id });
      expect(shown.size.clipped_by_gmail).toBe(true);
      expect(shown.warnings).toContain('Gmail will clip it, because its HTML is larger than 102 kB');
    });

    test('shows each variant of an A/B test', async () => {
      const { use, refusal } = place();
      const abTest = {
        variants: [{ subject: 'First' }, { subject: 'Second', markdown: 'Other words' }],
        percent: 50,
        metric: 'clicks',
        waitMinutes: 60,
      };
      const { id } = await use('create_campaign', { ...said, abTest });
      expect(await use('preview_campaign', { campaignId: id })).toMatchObject({
        variant: 0,
        subject: 'First',
      });
      const other = await use('preview_campaign', { campaignId: id, variant: 1 });
      expect(other).toMatchObject({
        variant: 1,
        subject: 'Second',
        text: expect.stringContaining('Other words'),
      });
      expect((await refusal('preview_campaign', { campaignId: id, variant: 2 })).failure).toBe(
        'validation_error',
      );
      const plain = await use('create_campaign', said);
      expect((await refusal('preview_campaign', { campaignId: plain.id, variant: 0 })).failure).toBe(
        'validation_error',
      );
    });

    test('reports verification findings with guidance', async () => {
      const { use } = place();
      const { id, badges } = await use('create_campaign', {
        ...said,
        subject: 'Quick question about your outreach',
        markdown: `Hi, I came across your company and wanted to reach out. Are you free for a quick 15 minute call this week?\n\n${said.markdown}`,
      });
      expect(badges.length).toBeGreaterThan(0);
      const shown = await use('preview_campaign', { campaignId: id });
      expect(shown.badges).toMatchObject(badges);
      for (const { guidance } of shown.badges) expect(guidance).toMatch(/\w+ .*\./);
    });

    test('shows no values to a caller without access to subscribers', async () => {
      const { use, refusal } = place();
      await use('create_subscriber', { email: 'ada@example.com', firstName: 'Ada' });
      const { id } = await use('create_campaign', said);
      const input = { campaignId: id, subscriber: 'ada@example.com' };
      const refused = await refusal('preview_campaign', input, ['campaigns.read']);
      expect([refused.failure, refused.details]).toEqual([
        'restricted_api_key',
        { scope: 'subscribers.read' },
      ]);
      expect(
        (await refusal('preview_campaign', { ...input, subscriber: 'unknown@example.com' })).failure,
      ).toBe('validation_error');
    });

    test('can be read over REST', async () => {
      const { use, http } = place();
      const { id } = await use('create_campaign', said);
      const { status, body } = await http('GET', `/api/v2/campaigns/${id}/preview?variant=`);
      expect(status).toBe(400);
      expect(body.name).toBe('validation_error');
      expect(await http('GET', `/api/v2/campaigns/${id}/preview`)).toMatchObject({
        status: 200,
        body: { object: 'campaign_preview', subject: 'For you' },
      });
      expect((await http('GET', '/api/v2/campaigns/cmp_x/preview')).status).toBe(404);
    });
  });
});
