import { describe, expect, test } from 'vitest';
import { phishing } from '../../spec/campaigns/campaign-scene.ts';
import { onBothDatabases } from '../both-databases.ts';
import { sendable } from './scene.ts';

const link = '{{unsubscribeUrl}}';

onBothDatabases((place) => {
  describe('sending a campaign', () => {
    test('schedules it for now and then delivers it', async () => {
      const { use, platform } = place();
      await use('create_subscriber', { email: 'ada@example.com', firstName: 'Ada' });
      const made = await use('create_campaign', sendable);
      await platform.clock.advance(1_000);
      const now = new Date(platform.clock.now()).toISOString();
      const sent = await use('send_campaign', { campaignId: made.id });
      expect(sent).toEqual({
        ...made,
        status: 'SCHEDULED',
        scheduledAt: now,
        timezone: 'UTC',
        badges: expect.any(Array),
        updatedAt: now,
      });
      await platform.deliver();
      const after = await use('get_campaign', { campaignId: made.id });
      expect(after).toMatchObject({ status: 'SENT', scheduledAt: now, revision: 1 });
      const { data } = await use('list_emails', { campaign: made.id });
      expect(data).toMatchObject([{ to: ['ada@example.com'], subject: 'Our news', source: 'campaign' }]);
    });

    test('waits for the given later time', async () => {
      const { use, platform } = place();
      await use('create_subscriber', { email: 'ada@example.com' });
      const { id } = await use('create_campaign', sendable);
      const at = platform.clock.now() + 3_600_000;
      await use('send_campaign', { campaignId: id, scheduledAt: new Date(at).toISOString() });
      await platform.deliver();
      await platform.clock.advance(3_599_000);
      await platform.deliver();
      expect(await use('get_campaign', { campaignId: id })).toMatchObject({ status: 'SCHEDULED' });
      await platform.clock.advance(1_000);
      await platform.deliver();
      expect(await use('get_campaign', { campaignId: id })).toMatchObject({ status: 'SENT' });
    });

    test.each([
      ['2030-07-01T09:00', 'Europe/Lisbon', '2030-07-01T08:00:00.000Z'],
      ['2030-07-01T09:00:00+05:00', 'Europe/Lisbon', '2030-07-01T04:00:00.000Z'],
      ['2030-07-01T09:00Z', 'America/New_York', '2030-07-01T09:00:00.000Z'],
      // The author chose the campaign's time zone.
      ['2030-07-01T09:00', undefined, '2030-07-01T00:00:00.000Z'],
      ['2030-03-31T01:30', 'Europe/Lisbon', '2030-03-31T01:30:00.000Z'],
      ['2030-10-27T01:30', 'Europe/Lisbon', '2030-10-27T00:30:00.000Z'],
    ])('at %s in the time zone %s happens at %s', async (scheduledAt, timezone, instant) => {
      const { use } = place();
      const { id } = await use('create_campaign', { ...sendable, timezone: 'Asia/Tokyo' });
      const sent = await use('send_campaign', { campaignId: id, scheduledAt, timezone });
      expect(sent).toMatchObject({ scheduledAt: instant, timezone: timezone ?? 'Asia/Tokyo' });
    });

    test('at an invalid or past time is rejected', async () => {
      const { use, refusal, platform } = place();
      const { id } = await use('create_campaign', sendable);
      const now = new Date(platform.clock.now()).toISOString();
      const cases: [object, string][] = [
        [{ scheduledAt: 'tomorrow' }, 'validation_error'],
        [{ scheduledAt: '2030-02-30T09:00' }, 'validation_error'],
        [{ scheduledAt: '2030-05-04' }, 'validation_error'],
        [{ scheduledAt: 1_900_000_000 }, 'validation_error'],
        [{ scheduledAt: null }, 'validation_error'],
        [{ scheduledAt: '2030-05-04T09:00', timezone: 'Mars/Base' }, 'validation_error'],
        [{ timezone: '' }, 'validation_error'],
        [{ scheduledAt: '2020-05-04T09:00' }, 'scheduled_in_past'],
        [{ scheduledAt: now }, 'scheduled_in_past'],
        [{ scheduledAt: now.replace('Z', ''), timezone: 'Asia/Tokyo' }, 'scheduled_in_past'],
      ];
      for (const [input, failure] of cases) {
        const refused = await refusal('send_campaign', { campaignId: id, ...input });
        expect([input, refused.failure, refused.status]).toEqual([input, failure, 400]);
      }
      expect(await use('get_campaign', { campaignId: id })).toMatchObject({
        status: 'DRAFT',
        scheduledAt: null,
      });
    });

    test('requires a subject, a sender and content for each variant', async () => {
      const { use, outcome } = place();
      const { id } = await use('create_campaign', { name: 'empty' });
      const missing = async () => {
        const { details } = await outcome('send_campaign', { campaignId: id }).catch((error) => error);
        return (details as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`);
      };
      expect(await missing()).toEqual(['subject required', 'fromEmail required', 'content required']);
      const variants = [{ subject: 'a', markdown: link }, { markdown: link }];
      const abTest = { variants, percent: 20, metric: 'opens', waitMinutes: 60 };
      await use('update_campaign', { campaignId: id, abTest, tracking: { opens: true } });
      expect(await missing()).toEqual(['fromEmail required']);
      await use('update_organization_settings', { default_from: 'Acme <hello@acme.example>' });
      expect(await missing()).toEqual(['subject required']);
      await use('update_campaign', { campaignId: id, subject: 'b' });
      expect(await use('send_campaign', { campaignId: id })).toMatchObject({
        status: 'SCHEDULED',
        // The verified sender stays, whatever the default becomes.
        fromName: 'Acme',
        fromEmail: 'hello@acme.example',
      });
    });

    test.each([
      ['markdown', `[Leave](${link})`, true],
      ['markdown', `Leave: ${link}`, true],
      ['markdown', '[Leave]({{{ unsubscribeUrl }}})', true],
      ['markdown', '[Leave]({{unsubscribeUrl|https://acme.example}})', true],
      ['markdown', '[Leave](https://acme.example/leave)', false],
      ['markdown', '[Leave]({{ unsubscribe_url }})', false],
      ['markdown', `<!-- ${link} -->`, false],
      ['html', `<a href="${link}">Leave</a>`, true],
      ['html', `<a href='${link}' style="color:red">Leave</a>`, true],
      ['html', `<p>${link}</p>`, true],
      ['html', `<!doctype html><html><body><a class="x" href="${link}">Leave</a></body></html>`, true],
      ['html', `<a href="https://acme.example/go?to=${link}">Leave</a>`, false],
      ['html', `<p>Hello</p><!-- ${link} -->`, false],
      ['html', `<p title="${link}">Hello</p>`, false],
      ['html', `<p style="color:${link}">Hello</p>`, false],
      ['html', `<img src="${link}" alt="">`, false],
      ['html', `<script>${link}</script>`, false],
      ['html', `<style>/* ${link} */</style><p>Hello</p>`, false],
      ['html', `<html><head><title>${link}</title></head><body>Hello</body></html>`, false],
      ['html', `<a data-href="${link}">Leave</a>`, false],
      ['html', `<a href="${link}"><img src="https://acme.example/leave.png" alt=""></a>`, true],
      ['html', `<a href="${link}"></a>`, false],
      ['html', `<a href="${link}">&nbsp;&zwnj; </a>`, false],
      ['html', `<a href="${link}" style="display:none">Leave</a>`, false],
      ['html', `<div style="display:none"><a href="${link}">Leave</a></div>`, false],
      ['html', `<style>.out { display: none }</style><a class="out" href="${link}">Leave</a>`, false],
      ['html', `<p style="font-size:0">${link}</p>`, false],
      ['html', `<a href="${link}&x=1">Leave</a>`, false],
      ['html', `<p>https://acme.example/?to=${link}</p>`, false],
      ['html', `<!--[if mso]><a href="${link}">Leave</a><![endif]-->`, false],
      ['html', `<!--[if !mso]><!--><a href="${link}">Leave</a><!--<![endif]-->`, true],
      [
        'html',
        `<style>@media screen { .a, .out { display: none } }</style><a class="out" href="${link}">Leave</a>`,
        false,
      ],
      [
        'html',
        `<style>@media screen { .a { display: none } }</style><a class="out" href="${link}">Leave</a>`,
        true,
      ],
      ['html', `<style>a { display: none }</style><a href="${link}">Leave</a>`, false],
      ['html', `<details><summary>More</summary><a href="${link}">Leave</a></details>`, false],
      ['html', `<details open><summary>More</summary><a href="${link}">Leave</a></details>`, true],
      [
        'html',
        `<body style="background:white"><a style="color:#fefefe" href="${link}">Leave</a></body>`,
        false,
      ],
      ['html', `<a style="color:white" href="${link}">Leave</a>`, false],
      ['html', `<div style="background:#111"><a style="color:white" href="${link}">Leave</a></div>`, true],
      [
        'html',
        `<div style="background-image:url(https://acme.example/b.png)"><a style="color:white" href="${link}">Leave</a></div>`,
        true,
      ],
      ['html', `{{x|<a href="${link}">}}`, false],
    ])('requires an unsubscribe link in %s %s: %s', async (kind, content, shown) => {
      const { use, outcome } = place();
      const { markdown: _, ...rest } = sendable;
      const beside = 'We met on the pier and talked about boats, tides and ropes.';
      const body = `${kind === 'html' ? `<p>${beside}</p>` : beside}\n\n${content}`;
      const { id } = await use('create_campaign', { ...rest, [kind]: body });
      const result = await outcome('send_campaign', { campaignId: id }).then(
        () => true,
        (error) => error.failure,
      );
      expect(result).toBe(shown || 'missing_unsubscribe_url');
    });

    test('requires an unsubscribe link in each variant', async () => {
      const { use, refusal } = place();
      const variants = [{}, { markdown: 'No way out' }];
      const abTest = { variants, percent: 20, metric: 'opens', waitMinutes: 60 };
      const { id } = await use('create_campaign', { ...sendable, abTest });
      const refused = await refusal('send_campaign', { campaignId: id });
      expect([refused.failure, refused.details]).toEqual([
        'missing_unsubscribe_url',
        { path: 'abTest.variants[1].content' },
      ]);
    });

    test('recognizes an unsubscribe link in a Tiptap document', async () => {
      const { use, refusal } = place();
      const marks = (href: string) => [{ type: 'link', attrs: { href } }];
      const documentWith = (node: object) => ({
        type: 'doc',
        content: [{ type: 'paragraph', content: [node] }],
      });
      const { markdown: _, ...rest } = sendable;
      const send = async (node: object) => {
        const { id } = await use('create_campaign', { ...rest, tiptap: documentWith(node) });
        return id;
      };
      const linked = await send({ type: 'text', text: 'Leave', marks: marks(link) });
      expect(await use('send_campaign', { campaignId: linked })).toMatchObject({ status: 'SCHEDULED' });
      const mentioned = await send({ type: 'mention', attrs: { id: 'unsubscribeUrl' } });
      expect(await use('send_campaign', { campaignId: mentioned })).toMatchObject({ status: 'SCHEDULED' });
      const without = await send({ type: 'text', text: 'Leave', marks: marks('https://acme.example') });
      expect((await refusal('send_campaign', { campaignId: without })).failure).toBe(
        'missing_unsubscribe_url',
      );
    });

    test('as an A/B test is rejected when its metric is not tracked', async () => {
      const { use, refusal } = place();
      const abTest = { variants: [{ subject: 'One' }, { subject: 'Two' }], percent: 20, waitMinutes: 60 };
      const { id: campaignId } = await use('create_campaign', {
        ...sendable,
        abTest: { ...abTest, metric: 'clicks' },
        tracking: { opens: true },
      });
      const { failure, details } = await refusal('send_campaign', { campaignId });
      expect([failure, details]).toEqual([
        'validation_error',
        [{ path: 'abTest.metric', code: 'invalid', message: expect.stringContaining('tracking.clicks') }],
      ]);
      await use('update_campaign', { campaignId, tracking: { clicks: true } });
      expect(await use('send_campaign', { campaignId })).toMatchObject({ status: 'SCHEDULED' });
    });

    test('verifies each variant', async () => {
      const { use, refusal } = place();
      const { html } = phishing;
      const variants = [{ subject: 'One' }, { html }];
      const abTest = { variants, percent: 20, metric: 'opens', waitMinutes: 60 };
      const tracking = { opens: true };
      const campaign = await use('create_campaign', { ...sendable, abTest, tracking });
      const paths = (badges: { path?: string }[]) => [...new Set(badges.map(({ path }) => path))];
      expect(paths(campaign.badges)).toEqual(['abTest.variants[1].content']);
      const { failure, fields } = await refusal('send_campaign', { campaignId: campaign.id });
      expect(failure).toBe('content_verification_failed');
      expect(fields).toMatchObject({ blockReasons: expect.arrayContaining(['PHISHING']) });
      expect(paths((fields as { badges: { path?: string }[] }).badges)).toEqual(paths(campaign.badges));
      expect(await use('get_campaign', { campaignId: campaign.id })).toMatchObject({ status: 'DRAFT' });
      // Content that no variant uses does not matter.
      const bait = await use('create_campaign', {
        ...sendable,
        markdown: undefined,
        html,
        abTest: { ...abTest, variants: variants.map(() => ({ markdown: sendable.markdown })) },
      });
      expect(bait.badges).toEqual([]);
    });

    test('succeeds once for concurrent calls', async () => {
      const { use, outcome, platform } = place();
      await use('create_subscriber', { email: 'ada@example.com' });
      const { id } = await use('create_campaign', sendable);
      const result = await Promise.all(
        Array.from({ length: 6 }, () =>
          outcome('send_campaign', { campaignId: id }).then(
            () => 'sent',
            (error) => error.failure as string,
          ),
        ),
      );
      expect(result.toSorted()).toEqual([...Array(5).fill('campaign_not_draft'), 'sent']);
      await platform.deliver();
      expect((await use('list_emails', { campaign: id })).data).toHaveLength(1);
    });

    test('again with the same Idempotency-Key replays the result', async () => {
      const { use, outcome, platform } = place();
      const { id } = await use('create_campaign', sendable);
      const first = await outcome('send_campaign', { campaignId: id }, { idempotencyKey: 'k' });
      await platform.deliver();
      const again = await outcome('send_campaign', { campaignId: id }, { idempotencyKey: 'k' });
      expect([again.replayed, again.output]).toEqual([true, first.output]);
    });

    test('sends exactly the verified content or nothing', async () => {
      const { use, outcome } = place();
      const { id } = await use('create_campaign', sendable);
      const result = await Promise.all([
        outcome('send_campaign', { campaignId: id }).then(
          () => 'sent',
          (error) => error.failure as string,
        ),
        outcome('update_campaign', { campaignId: id, markdown: 'No way out' }).then(
          () => 'edited',
          (error) => error.failure as string,
        ),
      ]);
      expect([
        ['sent', 'campaign_not_draft'],
        ['conflict', 'edited'],
        ['missing_unsubscribe_url', 'edited'],
      ]).toContainEqual(result);
    });

    test('requires the scope campaigns.send', async () => {
      const { use, refusal } = place();
      const { id } = await use('create_campaign', sendable);
      for (const tool of ['send', 'cancel', 'pause', 'resume']) {
        const refused = await refusal(`${tool}_campaign`, { campaignId: id }, ['campaigns.write']);
        expect([tool, refused.failure, refused.details]).toEqual([
          tool,
          'restricted_api_key',
          { scope: 'campaigns.send' },
        ]);
      }
    });

    test('with a token bound to a domain is possible only from that domain', async () => {
      const { use, http } = place();
      const domain = await use('add_domain', { name: 'acme.example' });
      const { token } = await use('create_token', {
        name: 'bound',
        scopes: ['campaigns.write', 'campaigns.send'],
        domain_id: domain.id,
      });
      const send = async (fromEmail: string) => {
        const { id } = await use('create_campaign', { ...sendable, fromEmail });
        const reply = await http('POST', `/api/v2/campaigns/${id}/send`, { token, body: {} });
        return [reply.status, reply.body.status ?? reply.body.name];
      };
      expect(await send('news@acme.example')).toEqual([200, 'SCHEDULED']);
      expect(await send('news@other.example')).toEqual([403, 'restricted_api_key']);
      expect(await send('news@sub.acme.example')).toEqual([403, 'restricted_api_key']);
    });
  });
});
