import { describe, expect, test } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const minuteMs = 60_000;
const wrong = 'https://shop.acme.example/sale-2026';
const right = 'https://shop.acme.example/sale-2027';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const news = {
  subject: 'Our sale',
  fromName: 'Acme',
  fromEmail: 'news@acme.example',
  markdown: `The sale begins: [Look](${wrong}), or [write](https://acme.example/contact?from={{email}}).\n\n[Unsubscribe]({{unsubscribeUrl}})`,
  tracking: { opens: false, clicks: true },
};

/** Sends a campaign to two subscribers; returns its id and the click paths of each mail. */
async function sent(place: Place, changes: Record<string, unknown> = {}) {
  const { use, platform, organization } = place;
  const { mailbox, clock, deliver } = platform;
  const people = ['ada', 'grace'].map((name) => `${name}@redirect-${organization.key}.dev`);
  for (const email of people) await use('create_subscriber', { email });
  const { markdown, ...rest } = news;
  const drafted = { ...rest, ...('html' in changes ? {} : { markdown }), ...changes };
  const { id: campaignId } = await use('create_campaign', drafted);
  await use('send_campaign', { campaignId });
  for (let step = 0; step < 5; step += 1) {
    await deliver();
    await clock.advance(minuteMs);
  }
  const mails = mailbox.messages.filter(({ to }) => people.includes(to.address)).slice(-people.length);
  const paths = (html: string, kind: string) =>
    Array.from(html.matchAll(/href="http:\/\/posthouse\.example([^"]+)"/g), ([, path]) => path!).filter(
      (path) => path.startsWith(kind),
    );
  const { html } = mails[0]!;
  return {
    campaignId,
    to: mails[0]!.to.address,
    html,
    clicks: paths(html, '/c/'),
    webVersion: paths(html, '/v/')[0],
  };
}

onBothDatabases((place) => {
  const follow = async (path: string) => {
    const { status, headers } = await place().http('GET', path, {
      token: null,
      headers: { 'user-agent': firefox },
      peer: '192.0.2.77',
    });
    return status === 302 ? headers.get('location') : status;
  };

  describe('redirecting a tracked link of a sent campaign', () => {
    test('takes effect at once and returns the number of mails and the old target', async () => {
      const { use, http } = place();
      const { campaignId, clicks } = await sent(place());
      expect(await follow(clicks[0]!)).toBe(wrong);
      const { status, body } = await http('POST', `/api/v2/campaigns/${campaignId}/redirect-link`, {
        body: { url: wrong, to: right },
      });
      expect([status, body]).toEqual([
        200,
        {
          object: 'link_redirect',
          campaignId,
          url: wrong,
          to: right,
          previous: wrong,
          mails: 2,
          redirectedAt: expect.any(String),
        },
      ]);
      expect(await follow(clicks[0]!)).toBe(right);
      expect(await follow(clicks[1]!)).toMatch(/^https:\/\/acme\.example\/contact\?from=(ada|grace)%40/);
      const { links } = await use('get_campaign_report', { campaignId });
      expect(links).toEqual([
        { url: wrong, people: 1, redirectedTo: right },
        { url: 'https://acme.example/contact?from={{email}}', people: 0, redirectedTo: null },
      ]);
      const again = await use('redirect_link', { campaignId, url: '1', to: `${right}/now` });
      expect(again).toMatchObject({ url: wrong, previous: right, to: `${right}/now` });
      expect(await follow(clicks[0]!)).toBe(`${right}/now`);
      // Repeating it changes nothing.
      expect(await use('redirect_link', { campaignId, url: wrong, to: `${right}/now` })).toMatchObject({
        redirectedAt: again.redirectedAt,
      });
      const { data } = await use('list_audit_log', { tool: 'redirect_link' });
      expect(data.map(({ outcome, about }: Record<string, unknown>) => [outcome, about])).toEqual(
        Array(3).fill(['done', expect.anything()]),
      );
    });

    test('affects every link that has this target', async () => {
      const { use } = place();
      const written = [
        'https://shop.acme.example',
        'https://SHOP.acme.example/',
        'https://acme.example/other',
      ];
      const links = written.map((url) => `[Link](${url})`).join(' ');
      const { campaignId, clicks } = await sent(place(), {
        markdown: `${links}\n\n[Unsubscribe]({{unsubscribeUrl}})`,
      });
      const targets = () => Promise.all(clicks.map(follow));
      expect(await use('redirect_link', { campaignId, url: written[0], to: right })).toMatchObject({
        url: written[0],
        to: right,
        mails: 2,
      });
      expect(await targets()).toEqual([right, right, written[2]]);
      await use('redirect_link', { campaignId, url: written[2], to: right });
      const last = `${right}/last`;
      expect(await use('redirect_link', { campaignId, url: right, to: last })).toMatchObject({
        url: right,
        to: last,
        previous: right,
      });
      expect(await targets()).toEqual([last, last, last]);
      const { links: reported } = await use('get_campaign_report', { campaignId });
      expect(reported.map(({ redirectedTo }: { redirectedTo: string }) => redirectedTo)).toEqual(
        Array(3).fill(last),
      );
    });

    test("keeps each recipient's merge values, and applies to the web version too", async () => {
      const { use } = place();
      const {
        campaignId,
        to: reader,
        clicks,
        webVersion,
      } = await sent(place(), {
        markdown: `${news.markdown} [In the browser]({{webVersionUrl}})`,
      });
      const url = 'https://acme.example/contact?from={{ email }}';
      const to = 'https://acme.example/write?to=us&from={{email}}';
      await use('redirect_link', { campaignId, url, to });
      const led = `https://acme.example/write?to=us&from=${encodeURIComponent(reader)}`;
      expect(await follow(clicks[1]!)).toBe(led);
      const { text } = await place().http('GET', webVersion!, { token: null });
      expect(text).toContain(led.replace('&', '&amp;'));
      expect(text).not.toContain('acme.example/contact');
    });

    test("is possible during and after the send, but not after the campaign's deletion", async () => {
      const { use, refusal } = place();
      const { campaignId, clicks } = await sent(place(), { throttle: { perHour: 1 } });
      await use('redirect_link', { campaignId, url: wrong, to: right });
      await use('end_campaign', { campaignId });
      await place().platform.deliver();
      await use('redirect_link', { campaignId, url: wrong, to: `${right}/b` });
      expect(await follow(clicks[0]!)).toBe(`${right}/b`);
      await use('delete_campaign', { campaignId });
      expect(await follow(clicks[0]!)).toBe(`${right}/b`);
      const refused = await refusal('redirect_link', { campaignId, url: wrong, to: right });
      expect(refused.failure).toBe('not_found');
    });

    test('in one variant counts the mails of that variant', async () => {
      const { use } = place();
      const other = news.markdown.replace(wrong, 'https://shop.acme.example/other');
      const { campaignId } = await sent(place(), {
        abTest: {
          variants: [{ subject: 'One' }, { subject: 'Two', markdown: other }],
          percent: 100,
          metric: 'clicks',
          waitMinutes: 60,
        },
      });
      expect(await use('redirect_link', { campaignId, url: wrong, to: right })).toMatchObject({ mails: 1 });
      const both = 'https://acme.example/contact?from={{email}}';
      expect(await use('redirect_link', { campaignId, url: both, to: right })).toMatchObject({ mails: 2 });
    });
  });

  test("an assistant that redirects a link needs a person's confirmation of this target", async () => {
    const here = place();
    const { campaignId, clicks } = await sent(here);
    const assistant = assistantOf(here.platform, { token: here.token });
    const given = { campaignId, url: wrong, to: right };
    const asked = await assistant.call('redirect_link', given);
    expect(asked.result).toMatchObject({ name: 'confirmation_required' });
    const { preview, confirmation_token } = asked.result.details;
    expect(preview).toMatchObject({ tool: 'redirect_link', recipients: 2, subjects: [expect.anything()] });
    expect(JSON.stringify(preview.text)).toContain(right);
    expect(preview.warnings.slice(1, 3)).toEqual([
      expect.stringMatching(/^New target: https:/),
      expect.stringMatching(/^Target until now: https:/),
    ]);
    expect(await follow(clicks[0]!)).toBe(wrong);
    const other = { ...given, to: 'https://elsewhere.example/sale' };
    const changed = await assistant.call('redirect_link', { ...other, confirmation_token });
    expect(changed.result).toMatchObject({ name: 'confirmation_required', details: { reason: 'changed' } });
    expect(changed.result.details.preview.warnings).toContain(
      'The link leads to elsewhere.example instead of shop.acme.example',
    );
    expect(await follow(clicks[0]!)).toBe(wrong);
    const done = await assistant.call('redirect_link', { ...given, confirmation_token });
    expect([done.refused, done.result.mails]).toEqual([false, 2]);
    expect(await follow(clicks[0]!)).toBe(right);
  });

  describe('redirecting a link is rejected', () => {
    test.each([
      ['http://shop.acme.example/sale', 'to must be an https address'],
      ['shop.acme.example/sale', 'to must be an https address'],
      ['javascript:alert(1)', 'to must be an https address'],
      ['https://localhost/sale', 'to must lead to a host with a domain'],
      ['https://203.0.113.7/sale', 'to must lead to a host with a name'],
      ['https://[2001:db8::1]/sale', 'to must lead to a host with a name'],
      ['https://bank.example@evil.example/', 'to must not have a name before its host'],
      ['https://{{attributes.host}}/sale', 'to must have its host written out, without a placeholder'],
      ['https://a b.example/', 'to must be a valid link target for a mail'],
    ])('to the target %s', async (to, message) => {
      const { refusal, use } = place();
      const { campaignId, clicks } = await sent(place());
      const refused = await refusal('redirect_link', { campaignId, url: wrong, to });
      expect([refused.failure, refused.message]).toEqual(['validation_error', message]);
      expect(await follow(clicks[0]!)).toBe(wrong);
      expect((await use('get_campaign_report', { campaignId })).links[0]).toMatchObject({
        redirectedTo: null,
      });
    });

    test.each([
      ['https://shop.acme.example/else', `; the nearest is ${wrong}`],
      ['https://acme.example/contact', '; the nearest is https://acme.example/contact?from={{email}}'],
      ['0', ''],
      ['3', ''],
      ['99', ''],
    ])('when the campaign has no %s', async (url, nearest) => {
      const { http } = place();
      const { campaignId } = await sent(place());
      const { status, body } = await http('POST', `/api/v2/campaigns/${campaignId}/redirect-link`, {
        body: { url, to: right },
      });
      expect([status, body.message]).toEqual([
        400,
        `url must be a tracked link of this campaign, as written in its content, or its number, 1 to 2${nearest}`,
      ]);
    });

    test('in a draft and in a campaign without click tracking', async () => {
      const { use, refusal } = place();
      const { id: draft } = await use('create_campaign', news);
      const early = await refusal('redirect_link', { campaignId: draft, url: wrong, to: right });
      expect([early.failure, early.details]).toEqual(['conflict', { status: 'DRAFT' }]);
      const { campaignId } = await sent(place(), { tracking: { opens: false, clicks: false } });
      const untracked = await refusal('redirect_link', { campaignId, url: wrong, to: right });
      expect([untracked.failure, untracked.message]).toEqual([
        'conflict',
        expect.stringContaining('Click tracking is off for this campaign'),
      ]);
    });

    test.each([
      [
        'markdown',
        {
          markdown: `Your account will be suspended today. [Confirm your password](${wrong}) to keep it.\n\n[Unsubscribe]({{unsubscribeUrl}})`,
        },
      ],
      [
        'HTML that spells the link differently',
        {
          html: `<p>Your account will be suspended today. <A  title=x HREF = 'https:&#47;/shop.acme.example/sale-2026 '>Confirm your password</a> to keep it.</p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>`,
        },
      ],
    ])('if verification would block the content with the new target: %s', async (_, content) => {
      const here = place();
      const { use, refusal, platform } = here;
      await use('update_organization_settings', { name: 'Acme' });
      const bad = 'https://paypa1-secure-login.example.top/confirm';
      // The same content with that link is blocked as a campaign.
      const written = ['https:&#47;/shop.acme.example/sale-2026 ', wrong];
      const text = written.reduce((all, link) => all.replaceAll(link, bad), JSON.stringify(content));
      const { markdown: _markdown, ...rest } = news;
      const { id } = await use('create_campaign', { ...rest, ...JSON.parse(text) });
      expect((await refusal('send_campaign', { campaignId: id })).failure).toBe(
        'content_verification_failed',
      );
      const { campaignId, clicks } = await sent(here, content);
      expect(await follow(clicks[0]!)).toBe(wrong);
      const refused = await refusal('redirect_link', { campaignId, url: wrong, to: bad });
      expect(refused.failure).toBe('content_verification_failed');
      expect(await follow(clicks[0]!)).toBe(wrong);
      const preview = await platform.http('POST', '/api/v2/tools/redirect_link', {
        token: here.token,
        body: { campaignId, url: wrong, to: bad, dry_run: true },
      });
      expect(preview.body.structured_content.preview.warnings[0]).toMatch(/^The send would be refused/);
    });

    test('for a token that is limited to other domains or recipients', async () => {
      const { platform, organization } = place();
      const { campaignId } = await sent(place());
      for (const fields of [{ mode: 'test' as const }, { allowed_recipients: ['*@acme.dev'] }]) {
        const { token } = await platform.addToken(organization, fields);
        const { status, body } = await platform.http(
          'POST',
          `/api/v2/campaigns/${campaignId}/redirect-link`,
          {
            token,
            body: { url: wrong, to: right },
          },
        );
        expect([status, body.name]).toEqual([403, 'restricted_api_key']);
      }
    });

    test('beyond fifty redirects per campaign, and concurrent redirects run one after the other', async () => {
      const { outcome, refusal, use } = place();
      const { campaignId, clicks } = await sent(place());
      const at = (number: number) => ({ campaignId, url: wrong, to: `${right}/${number}` });
      const two = await Promise.allSettled([
        outcome('redirect_link', at(1)),
        outcome('redirect_link', at(2)),
      ]);
      const done = two.filter(({ status }) => status === 'fulfilled').length;
      for (const one of two) if (one.status === 'rejected') expect(one.reason.failure).toBe('conflict');
      for (let number = done; number < 50; number += 1) await use('redirect_link', at(number + 10));
      expect((await refusal('redirect_link', at(99))).message).toContain('at most 50 times');
      expect(await follow(clicks[0]!)).toBe(`${right}/59`);
    });
  });
});
