import { describe, expect } from 'vitest';
import { VerifierUnavailable } from '../../../src/world/verifier.ts';
import { callThrough, doors, outputThrough } from '../doors.ts';
import { dayMs, open, realMailbox } from '../scene.ts';
import { verifies, verifiesThrough } from '../verifies.ts';
import { made, news, phishing, sending } from './campaign-scene.ts';

describe('sending a campaign', () => {
  verifiesThrough(
    ['campaign.send.only-draft', 'campaign.edit.only-draft', 'campaign.lifecycle'],
    doors.all,
    'is possible only for a draft, as editing is',
    async (door) => {
      const platform = await open();
      await outputThrough(door, platform, 'create_subscriber', { email: 'grace@example.com' });
      const campaignId = await made(door, platform);
      const send = () => callThrough(door, platform, 'send_campaign', { campaignId });
      const statuses = async () =>
        (await outputThrough(door, platform, 'get_campaign', { campaignId })).status;
      const refused = async () => {
        const edited = await callThrough(door, platform, 'update_campaign', { campaignId, subject: 'x' });
        for (const result of [await send(), edited]) {
          expect(result).toMatchObject({ ok: false, name: 'campaign_not_draft' });
        }
      };
      expect(await send()).toMatchObject({ ok: true, output: { status: 'SCHEDULED' } });
      await refused();
      await platform.deliver();
      expect(await statuses()).toBe('SENT');
      await refused();
      await outputThrough('v2', platform, 'archive_campaign', { campaignId });
      expect(await statuses()).toBe('ARCHIVED');
      await refused();
    },
  );

  verifies('campaign.send.only-draft', 'fails with a 400 while the campaign is being sent', async () => {
    const platform = await open();
    const campaignId = await sending(platform);
    for (const version of ['v1', 'v2']) {
      const { status } = await platform.http('POST', `/api/${version}/campaigns/${campaignId}/send`, {
        body: {},
      });
      expect([version, status]).toEqual([version, 400]);
    }
  });

  verifiesThrough(
    'campaign.send.placeholder',
    doors.all,
    'needs an unsubscribe link in the content',
    async (door) => {
      const platform = await open();
      for (const markdown of ['Hello', 'Hello <!-- {{unsubscribeUrl}} -->']) {
        const campaignId = await made(door, platform, { markdown });
        const result = await callThrough(door, platform, 'send_campaign', { campaignId });
        expect(result).toMatchObject({ ok: false, name: 'missing_unsubscribe_url' });
      }
    },
  );

  verifiesThrough(
    'campaign.send.future',
    doors.all,
    'needs a time in the future if it names a time',
    async (door) => {
      const platform = await open();
      await outputThrough('v2', platform, 'create_subscriber', { email: 'grace@example.com' });
      const campaignId = await made(door, platform);
      const send = (scheduledAt: string) =>
        callThrough(door, platform, 'send_campaign', { campaignId, scheduledAt });
      const at = (ms: number) => new Date(platform.clock.now() + ms).toISOString();
      expect(await send(at(-1_000))).toMatchObject({ ok: false, name: 'scheduled_in_past' });
      expect(await send('next week')).toMatchObject({ ok: false, name: 'validation_error' });
      expect(await send(at(dayMs))).toMatchObject({ ok: true });
    },
  );

  verifiesThrough(
    'campaign.send.scheduled',
    doors.all,
    'starts at once without a time, otherwise at that time',
    async (door) => {
      const platform = await open();
      await outputThrough(door, platform, 'create_subscriber', { email: 'grace@example.com' });
      const mails = async (campaign: string) =>
        (await outputThrough('v2', platform, 'list_emails', { campaign })).data.length;
      const now = await made(door, platform);
      const sent = await outputThrough(door, platform, 'send_campaign', { campaignId: now });
      expect(sent).toMatchObject({ status: 'SCHEDULED', scheduledAt: '2026-01-01T00:00:00.000Z' });
      const later = await made(door, platform);
      await outputThrough(door, platform, 'send_campaign', {
        campaignId: later,
        scheduledAt: '2026-01-02T00:00:00Z',
      });
      await platform.deliver();
      expect([await mails(now), await mails(later)]).toEqual([1, 0]);
      await platform.clock.advance(dayMs);
      await platform.deliver();
      expect(await mails(later)).toBe(1);
    },
  );

  verifiesThrough('campaign.send.timezone', doors.all, "uses the campaign's time zone", async (door) => {
    const platform = await open();
    await outputThrough('v2', platform, 'create_subscriber', { email: 'grace@example.com' });
    const at = async (input: object) => {
      const campaignId = await made(door, platform);
      const sent = await outputThrough(door, platform, 'send_campaign', { campaignId, ...input });
      return [sent.scheduledAt, sent.timezone];
    };
    const scheduledAt = '2026-07-01T09:00:00';
    expect(await at({ scheduledAt })).toEqual(['2026-07-01T09:00:00.000Z', 'UTC']);
    const timezone = 'America/New_York';
    expect(await at({ scheduledAt, timezone })).toEqual(['2026-07-01T13:00:00.000Z', timezone]);
    const offset = `${scheduledAt}+02:00`;
    expect(await at({ scheduledAt: offset, timezone })).toEqual(['2026-07-01T07:00:00.000Z', timezone]);
    const result = await callThrough(door, platform, 'send_campaign', {
      campaignId: await made(door, platform),
      timezone: 'Mars/Base',
    });
    expect(result).toMatchObject({ ok: false, name: 'validation_error' });
  });

  verifiesThrough(
    ['campaign.send.not-found', 'tenancy.not-found'],
    doors.guarded,
    'is not possible for a campaign of another organization',
    async (door) => {
      const platform = await open();
      const campaignId = await made(door, platform);
      const { token } = await platform.addOrganization('Other');
      for (const [tool, input] of [
        ['send_campaign', { campaignId }],
        ['get_campaign', { campaignId }],
        ['update_campaign', { campaignId, subject: 'x' }],
        ['delete_campaign', { campaignId }],
        ['send_campaign', { campaignId: 'cmp_unknown' }],
      ] as const) {
        const result = await callThrough(door, platform, tool, input, { token });
        expect([tool, result]).toMatchObject([tool, { ok: false, name: 'not_found' }]);
      }
      expect((await outputThrough(door, platform, 'list_campaigns', {}, { token })).data).toEqual([]);
      expect(await outputThrough(door, platform, 'get_campaign', { campaignId })).toMatchObject({
        status: 'DRAFT',
        subject: 'Our news in May',
      });
    },
  );

  verifiesThrough(
    'campaign.send.verified',
    doors.all,
    'is blocked if the content is phishing',
    async (door) => {
      const platform = await open();
      const campaignId = await made(door, platform, phishing);
      const result = await callThrough(door, platform, 'send_campaign', { campaignId });
      expect(result).toMatchObject({ ok: false, name: 'content_verification_failed' });
      const after = await outputThrough(door, platform, 'get_campaign', { campaignId });
      expect(after.status).toBe('DRAFT');
    },
  );

  verifies(
    'campaign.send.verification-fields',
    'returns reasons and advice in both versions when it is blocked',
    async () => {
      const platform = await open();
      const campaignId = await made('v2', platform, phishing);
      for (const version of ['v1', 'v2']) {
        const { status, body } = await platform.http('POST', `/api/${version}/campaigns/${campaignId}/send`, {
          body: {},
        });
        expect([version, status, body]).toMatchObject([
          version,
          400,
          {
            code: 'CONTENT_BLOCKED',
            blockReasons: expect.arrayContaining(['PHISHING']),
            badges: expect.arrayContaining([expect.objectContaining({ severity: 'block' })]),
            documentationUrl: expect.stringMatching(/^http:/),
            guidance: expect.stringMatching(/./),
          },
        ]);
      }
    },
  );

  verifiesThrough(
    'campaign.send.verifier-down',
    doors.all,
    'fails without its verifier, and editing does not',
    async (door) => {
      const platform = await open({
        verifier: {
          verify: async () => {
            throw new VerifierUnavailable('it is down');
          },
        },
      });
      const { id: campaignId, badges } = await outputThrough(door, platform, 'create_campaign', news);
      expect(badges).toMatchObject([{ id: 'system.verification_unavailable', severity: 'warn' }]);
      const result = await callThrough(door, platform, 'send_campaign', { campaignId });
      expect(result).toMatchObject({ ok: false, name: 'content_verification_unavailable' });
    },
  );

  verifies('campaign.lifecycle', 'can be cancelled before it starts and archived after it', async () => {
    const platform = await open();
    const campaignId = await made('v2', platform);
    const ask = async (call: string) => {
      const { status, body } = await platform.http('POST', `/api/v2/campaigns/${campaignId}/${call}`, {
        body: {},
      });
      return [status, body.status ?? body.name];
    };
    expect(await ask('cancel')).toEqual([409, 'conflict']);
    expect(await ask('archive')).toEqual([200, 'ARCHIVED']);
    expect(await ask('restore')).toEqual([200, 'DRAFT']);
    expect(await ask('send')).toEqual([200, 'SCHEDULED']);
    expect(await ask('archive')).toEqual([409, 'conflict']);
    expect(await ask('cancel')).toEqual([200, 'DRAFT']);
    expect(await ask('send')).toEqual([200, 'SCHEDULED']);
    await platform.deliver();
    expect(await ask('cancel')).toEqual([409, 'conflict']);
    expect(await ask('archive')).toEqual([200, 'ARCHIVED']);
    expect(await ask('restore')).toEqual([409, 'conflict']);
  });

  verifiesThrough('campaign.pause', doors.current, 'stops when the campaign is paused', async (door) => {
    const platform = await open();
    const campaignId = await sending(platform);
    const mails = async () =>
      (await outputThrough(door, platform, 'list_emails', { campaign: campaignId })).data.length;
    expect(await outputThrough(door, platform, 'pause_campaign', { campaignId })).toMatchObject({
      status: 'SENDING',
      paused: true,
    });
    await platform.clock.advance(dayMs);
    await platform.deliver();
    expect(await mails()).toBe(1);
    expect(await outputThrough(door, platform, 'resume_campaign', { campaignId })).toMatchObject({
      status: 'SENDING',
      paused: false,
    });
    await platform.deliver();
    expect(await mails()).toBe(2);
  });

  verifiesThrough(
    ['campaign.end', 'campaign.audience.not-reached'],
    doors.current,
    'can be ended early, and a copy reaches the remaining recipients',
    async (door) => {
      const platform = await open();
      const campaignId = await sending(platform);
      const ended = await outputThrough(door, platform, 'end_campaign', { campaignId });
      expect(ended).toMatchObject({ status: 'ARCHIVED', sentAt: null });
      await platform.clock.advance(dayMs);
      await platform.deliver();
      const { data } = await outputThrough(door, platform, 'list_campaign_recipients', { campaignId });
      const became = data.map(({ email, state, reason = null }: Record<string, string | null>) => [
        email,
        state,
        reason,
      ]);
      expect(became).toEqual([
        ['ada@example.com', 'SKIPPED', 'campaign_ended'],
        ['grace@example.com', 'ACCEPTED', null],
      ]);
      const moves = ['resume_campaign', 'pause_campaign', ...(door === 'mcp' ? [] : ['restore_campaign'])];
      for (const tool of moves) {
        const result = await callThrough(door, platform, tool, { campaignId });
        expect([tool, result]).toMatchObject([tool, { ok: false, name: 'conflict' }]);
      }
      expect(await outputThrough(door, platform, 'end_campaign', { campaignId })).toMatchObject({
        status: 'ARCHIVED',
      });
      const copy = await outputThrough(door, platform, 'duplicate_campaign', { campaignId });
      const filter = { field: 'email_reached', operator: 'neq', value: campaignId };
      await outputThrough(door, platform, 'update_campaign', { campaignId: copy.id, audience: { filter } });
      await outputThrough(door, platform, 'send_campaign', { campaignId: copy.id });
      await platform.deliver();
      const { data: rest } = await outputThrough(door, platform, 'list_emails', { campaign: copy.id });
      expect(rest.map(({ to }: { to: string[] }) => to)).toEqual([['ada@example.com']]);
    },
  );

  verifiesThrough(
    'campaign.redirect-link',
    doors.current,
    'allows the redirection of a wrong link',
    async (door) => {
      const platform = await open();
      await outputThrough('v2', platform, 'create_subscriber', { email: realMailbox });
      const [url, to] = ['https://acme.example/wrong', 'https://acme.example/right'];
      const campaignId = await made('v2', platform, {
        markdown: `${news.markdown}\n\n[News](${url})`,
        tracking: { clicks: true },
      });
      await outputThrough('v2', platform, 'send_campaign', { campaignId });
      await platform.deliver();
      await platform.clock.advance(dayMs);
      const redirected = await outputThrough(door, platform, 'redirect_link', { campaignId, url, to });
      expect(redirected).toMatchObject({ url, to, previous: url, mails: 1 });
      const path = /http:\/\/posthouse\.example(\/c\/[^"]+)/.exec(
        platform.mailbox.messages.at(-1)!.html,
      )![1]!;
      const { status, headers } = await platform.http('GET', path, { token: null });
      expect([status, headers.get('location')]).toEqual([302, to]);
      const report = await outputThrough(door, platform, 'get_campaign_report', { campaignId });
      expect(report.links).toMatchObject([{ url, redirectedTo: to }]);
      const bad = { campaignId, url, to: 'https://203.0.113.7/' };
      expect(await callThrough(door, platform, 'redirect_link', bad)).toMatchObject({
        ok: false,
        name: 'validation_error',
      });
    },
  );

  verifiesThrough('campaign.test', doors.current, 'can be tested on one’s own addresses', async (door) => {
    const platform = await open();
    const campaignId = await made(door, platform);
    const { data } = await outputThrough(door, platform, 'test_campaign', {
      campaignId,
      to: ['grace@example.com', realMailbox],
    });
    await platform.deliver();
    expect(platform.mailbox.messages).toHaveLength(1);
    const [fixture] = data;
    expect(await outputThrough(door, platform, 'get_email', { id: fixture.id })).toMatchObject({
      subject: '[Test] Our news in May',
      delivery_mode: 'test',
      source: 'test',
    });
    const eleven = Array(11).fill('grace@example.com');
    for (const to of [[], eleven]) {
      const result = await callThrough(door, platform, 'test_campaign', { campaignId, to });
      expect(result).toMatchObject({ ok: false, name: 'validation_error' });
    }
  });

  verifies('fixture.gate.campaigns', 'mails real mailboxes but no test recipients', async () => {
    const platform = await open();
    for (const email of ['grace@example.com', realMailbox]) {
      await outputThrough('v2', platform, 'create_subscriber', { email });
    }
    const campaignId = await made('v2', platform);
    await outputThrough('v2', platform, 'send_campaign', { campaignId });
    await platform.deliver();
    expect(platform.mailbox.messages).toHaveLength(1);
    const { data } = await outputThrough('v2', platform, 'list_emails', { campaign: campaignId });
    const modes = Object.fromEntries(
      data.map(({ to, delivery_mode }: { to: string[]; delivery_mode: string }) => [to[0], delivery_mode]),
    );
    expect(modes).toEqual({ 'grace@example.com': 'test', [realMailbox]: 'live' });
  });
});
