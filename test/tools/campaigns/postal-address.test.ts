import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../tools/index.ts';
import { dryRunOfSend } from '../../engine/approval/preview-scene.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { sendable } from './scene.ts';

const link = '[Leave]({{unsubscribeUrl}})';
const postal_address = 'Ada & Söhne <Lda>\nRua Augusta 1\n1100-048 Lisboa';
const inHtml = 'Ada &amp; Söhne &lt;Lda&gt;<br>Rua Augusta 1<br>1100-048 Lisboa';
const inText = 'Ada & Söhne <Lda>\nRua Augusta 1\n1100-048 Lisboa';
const reader = 'grace@takes-mail.com';
const warning = expect.stringMatching(/CAN-SPAM \(15 U\.S\.C\. 7704\(a\)\(5\)\) and CASL \(s\. 6\(2\)\)/);

/** Returns the delivered mail of a campaign with one recipient. */
async function sentMail(
  { use, platform }: Place,
  fields: Record<string, unknown> = {},
): Promise<{ id: string; html: string; text: string }> {
  await use('create_subscriber', { email: reader });
  const { id } = await use('create_campaign', { ...sendable, ...fields });
  await use('send_campaign', { campaignId: id });
  const before = platform.mailbox.messages.length;
  await platform.deliver();
  const [message, ...more] = platform.mailbox.messages.slice(before);
  expect(more).toEqual([]);
  return { id, html: message!.html, text: message!.text };
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

const unverified = expect.stringContaining('is not verified, so its mail');

onBothDatabases((place) => {
  describe('the postal address of an organization', () => {
    test.each([
      ['Markdown', { markdown: `Hello\n\n${link}` }],
      [
        'a fragment of HTML',
        { markdown: undefined, html: '<p>Hello</p><a href="{{unsubscribeUrl}}">Leave</a>' },
      ],
      [
        'a document with a stylesheet',
        {
          markdown: undefined,
          html: '<!doctype html><html><head><style>p{color:red}</style></head><body bgcolor="#ffffff"><p>Hello</p><a href="{{unsubscribeUrl}}">Leave</a></body></html>',
        },
      ],
      [
        'a Tiptap document',
        {
          markdown: undefined,
          tiptap: {
            type: 'doc',
            content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello {{unsubscribeUrl}}' }] }],
          },
        },
      ],
      [
        'a body rendered in a child process',
        { markdown: `${'A long story of a mill. '.repeat(1_000)}\n\n${link}` },
      ],
    ])('appears in the footer of a campaign in %s', async (_, body) => {
      await place().use('update_organization_settings', { postal_address });
      const { id, html, text } = await sentMail(place(), {
        ...body,
        tracking: { opens: true, clicks: true },
      });
      expect(occurrences(html, inHtml)).toBe(1);
      expect(html.indexOf(inHtml)).toBeGreaterThan(html.lastIndexOf('Leave'));
      expect(html.indexOf(inHtml)).toBeLessThan(html.indexOf('</body>'));
      expect(text.endsWith(`\n\n${inText}`)).toBe(true);
      // The stored mail equals the delivered one.
      const { data } = await place().use('list_emails', { campaign: id });
      const kept = await place().use('get_email', { id: data[0].id });
      expect(occurrences(kept.html, inHtml)).toBe(1);
      expect(kept.text.endsWith(`\n\n${inText}`)).toBe(true);
    });

    test('appears only where the author placed it', async () => {
      await place().use('update_organization_settings', { postal_address });
      const { html, text } = await sentMail(place(), {
        subject: 'From {{postalAddress}}',
        markdown: `We are at {{postalAddress|home}}.\n\n${link}`,
      });
      expect(html).toContain('We are at Ada &amp; Söhne &lt;Lda&gt;, Rua Augusta 1, 1100-048 Lisboa.');
      expect(text).toContain('We are at Ada & Söhne <Lda>, Rua Augusta 1, 1100-048 Lisboa.');
      expect(occurrences(html, 'Rua Augusta')).toBe(1);
      expect(place().platform.mailbox.messages.at(-1)!.subject).toBe(
        'From Ada & Söhne <Lda>, Rua Augusta 1, 1100-048 Lisboa',
      );
    });

    test.each([
      ['a comment', '<!-- {{postalAddress}} -->'],
      ['a hidden element', '<p style="display:none">{{postalAddress}}</p>'],
      ['a link', '<a href="https://acme.example/{{postalAddress}}">Map</a>'],
    ])('appears in the footer when its placeholder is in %s', async (_, placed) => {
      await place().use('update_organization_settings', { postal_address });
      const { html } = await sentMail(place(), {
        markdown: undefined,
        html: `<p>Hello</p>${placed}<a href="{{unsubscribeUrl}}">Leave</a>`,
      });
      expect(occurrences(html, inHtml)).toBe(1);
    });

    test('is the same in previews, tests and dry runs as in the mail', async () => {
      const { use, platform, organization } = place();
      await use('update_organization_settings', { postal_address });
      await use('create_subscriber', { email: reader });
      const { id, warnings } = await use('create_campaign', sendable);
      expect(warnings).toEqual([unverified]);
      const shown = await use('preview_campaign', { campaignId: id });
      expect(occurrences(shown.html, inHtml)).toBe(1);
      expect(shown.text.endsWith(`\n\n${inText}`)).toBe(true);
      expect(shown.warnings).not.toContainEqual(warning);

      const before = platform.mailbox.messages.length;
      const tested = await use('test_campaign', { campaignId: id, to: [reader] });
      await platform.deliver();
      expect(occurrences(platform.mailbox.messages[before]!.html, inHtml)).toBe(1);
      expect((await use('get_email', { id: tested.data[0].id })).text.endsWith(inText)).toBe(true);

      const now = (await platform.platform.engine.store.organizations.byKey(organization.key))!;
      const sendCampaign = catalogue.find(({ name }) => name === 'send_campaign')!;
      const caller = platform.caller('tools', now);
      const { preview } = await dryRunOfSend(platform.platform.engine, sendCampaign, caller, {
        campaignId: id,
      });
      expect(preview.text!.endsWith(inText)).toBe(true);
      expect(preview.warnings).not.toContainEqual(warning);
    });

    test('keeps its value from the time when the campaign was sent', async () => {
      const { use, platform } = place();
      await use('update_organization_settings', { postal_address });
      await use('create_subscriber', { email: reader });
      const { id } = await use('create_campaign', sendable);
      const at = new Date(platform.clock.now() + 3_600_000).toISOString();
      await use('send_campaign', { campaignId: id, scheduledAt: at });
      await use('update_organization_settings', { postal_address: 'Elsewhere 9' });
      await platform.clock.advance(3_600_000);
      await platform.deliver();
      expect(platform.mailbox.messages.at(-1)!.text.endsWith(inText)).toBe(true);
      expect((await use('preview_campaign', { campaignId: id })).text.endsWith(inText)).toBe(true);
      const next = await use('create_campaign', sendable);
      expect((await use('preview_campaign', { campaignId: next.id })).text.endsWith('\n\nElsewhere 9')).toBe(
        true,
      );
    });

    test('fills its merge field in a single mail, which gets no footer', async () => {
      const { use } = place();
      await use('update_organization_settings', { postal_address });
      const mail = { from: 'hello@acme.example', to: 'ada@example.com', subject: 'Hello' };
      const placed = await use('send_email', { ...mail, markdown: 'From {{postalAddress}}' });
      expect((await use('get_email', { id: placed.id })).text).toBe(
        'From Ada & Söhne <Lda>, Rua Augusta 1, 1100-048 Lisboa',
      );
      const plain = await use('send_email', { ...mail, markdown: 'Hello' });
      expect((await use('get_email', { id: plain.id })).text).toBe('Hello');
    });

    test("is verified as part of a campaign's content", async () => {
      const { use } = place();
      await use('update_organization_settings', {
        postal_address:
          'Your PayPal account has been suspended. Verify your password within 24 hours or it will be closed:\nhttp://192.168.7.9/login',
      });
      const { id } = await use('create_campaign', sendable);
      await expect(use('send_campaign', { campaignId: id })).rejects.toMatchObject({
        failure: 'content_verification_failed',
      });
    });
  });

  describe('a campaign of an organization without a postal address', () => {
    test('has no footer, and a warning names the laws that require an address', async () => {
      const { use, platform, organization } = place();
      await use('create_subscriber', { email: reader });
      const made = await use('create_campaign', sendable);
      expect(made).toMatchObject({ problem: null, warnings: [unverified, warning] });
      const { id: campaignId } = made;
      expect((await use('get_campaign', { campaignId })).warnings).toEqual([unverified, warning]);
      expect((await use('preview_campaign', { campaignId })).warnings).toContainEqual(warning);
      const sendCampaign = catalogue.find(({ name }) => name === 'send_campaign')!;
      const caller = platform.caller('tools', organization);
      const { preview } = await dryRunOfSend(platform.platform.engine, sendCampaign, caller, { campaignId });
      expect(preview.warnings).toContainEqual(warning);
      const scheduledAt = new Date(platform.clock.now() + 3_600_000).toISOString();
      expect((await use('send_campaign', { campaignId, scheduledAt })).warnings).toEqual([
        unverified,
        warning,
      ]);
      // It stays true for waiting mails, whatever the organization sets later.
      expect((await use('get_campaign', { campaignId })).warnings).toEqual([unverified, warning]);
      await use('update_organization_settings', { postal_address });
      expect((await use('get_campaign', { campaignId })).warnings).toEqual([
        unverified,
        expect.stringContaining('set after it was scheduled'),
      ]);
      await platform.clock.advance(3_600_000);
      await platform.deliver();
      expect(platform.mailbox.messages.at(-1)!.html).not.toContain('<div dir="auto" style="margin:0');
    });

    test('reports the missing address where the author placed it', async () => {
      const { use } = place();
      const placed = { ...sendable, markdown: `{{postalAddress}} ${link}` };
      const { id } = await use('create_campaign', placed);
      const shown = await use('preview_campaign', { campaignId: id });
      expect(shown.empty_fields).toEqual(['postalAddress']);
      expect(shown.warnings).toContainEqual(warning);
    });
  });
});
