import { describe, expect, test } from 'vitest';
import { refused } from '../../world/mail/capture-mail.ts';
import { onBothDatabases } from '../both-databases.ts';
import { sendable } from './scene.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

onBothDatabases((place) => {
  describe('recipients that an ended campaign did not reach', () => {
    test.each([
      ['a filter', (id: string) => ({ filter: { field: 'email_reached', operator: 'neq', value: id } })],
      ['notReachedBy', (id: string) => ({ notReachedBy: id })],
    ])('get the corrected campaign by %s, and no subscriber gets both mails', async (_, audienceFor) => {
      const { http, platform } = place();
      const ask = async (method: string, path: string, body?: unknown) => {
        const reply = await http(method, `/api/v2${path}`, body === undefined ? {} : { body });
        expect([path, reply.status < 300, reply.status < 300 ? null : reply.body]).toEqual([
          path,
          true,
          null,
        ]);
        return reply.body;
      };
      const people = Array.from(
        { length: 6 },
        (_, index) => `reader-${index + 1}@rest-${place().organization.key}.dev`,
      );
      for (const email of people) await ask('POST', '/subscribers', { email });
      const { mailbox, clock, deliver } = platform;
      const pass = async (ms: number, stepMs = minuteMs) => {
        for (let passed = 0; passed < ms; passed += stepMs) {
          await deliver();
          await clock.advance(stepMs);
        }
      };
      const mailed = (subject: string) =>
        mailbox.messages
          .filter((message) => message.subject === subject && people.includes(message.to.address))
          .map(({ to }) => to.local)
          .sort();
      // The second mail bounces softly; the third is deferred.
      const answers = [undefined, refused(552, 'data', '5.2.2'), refused(451, 'rcpt', '4.3.0')];
      mailbox.script = () => answers.shift() ?? { kind: 'accepted', by: 'x', reply: '250 ok' };
      const subject = `Wrong link ${place().organization.key}`;
      const { id } = await ask('POST', '/campaigns', { ...sendable, subject, throttle: { perHour: 60 } });
      await ask('POST', `/campaigns/${id}/send`, {});
      await pass(3 * minuteMs);
      expect(mailed(subject)).toEqual(['reader-1', 'reader-2', 'reader-3']);

      expect(await ask('POST', `/campaigns/${id}/end`)).toMatchObject({ status: 'ARCHIVED' });
      const copy = await ask('POST', `/campaigns/${id}/duplicate`);
      const corrected = `Right link ${place().organization.key}`;
      await ask('PATCH', `/campaigns/${copy.id}`, {
        subject: corrected,
        throttle: null,
        audience: audienceFor(id),
      });
      // Counted right away: mails still queued for the first campaign are not counted.
      const before = await ask('GET', `/campaigns/${copy.id}/audience`);
      const rest = {
        reason: 'rate_limited',
        count: 1,
        rule: 'cooldown after a bounce',
        retry_at: expect.any(String),
      };
      expect(before).toMatchObject({ count: 4, skipped: [rest] });
      await ask('POST', `/campaigns/${copy.id}/send`, {});
      await pass(3 * hourMs, 5 * minuteMs);
      expect(mailed(subject)).toEqual(['reader-1', 'reader-2', 'reader-3']);
      // The bounced mailbox is in its cooldown, as for every campaign.
      expect(mailed(corrected)).toEqual(['reader-3', 'reader-4', 'reader-5', 'reader-6']);
      expect(await ask('GET', `/campaigns/${copy.id}`)).toMatchObject({
        status: 'SENT',
        stats: { recipients: 5, sent: 4, skipped: 1 },
      });
      const reached = { field: 'email_reached', operator: 'in', value: [id, copy.id] };
      const segment = await ask('POST', '/segments', { name: 'Reached', rule: reached });
      const list = await ask('GET', `/subscribers?segment=${segment.id}`);
      expect(list.data.map(({ email }: { email: string }) => email.split('@')[0]).sort()).toEqual([
        'reader-1',
        'reader-3',
        'reader-4',
        'reader-5',
        'reader-6',
      ]);
    });

    test("are shown to the approver with the campaign name, and cannot be mailed after the campaign's deletion", async () => {
      const { use, http, refusal } = place();
      const first = await use('create_campaign', { ...sendable, name: 'May news' });
      const audience = { notReachedBy: first.id };
      const { id } = await use('create_campaign', { ...sendable, audience });
      expect((await use('get_campaign', { campaignId: id })).audience).toMatchObject(audience);
      const preview = await use('preview_campaign_audience', { campaignId: id });
      expect(preview.audience).toBe('ACTIVE subscribers not reached by campaign “May news”');
      expect(preview.warnings).not.toContain('No audience is set: all ACTIVE subscribers will receive it');
      const copy = await use('duplicate_campaign', { campaignId: id });
      expect(copy.audience.notReachedBy).toBe(first.id);
      const cleared = await use('update_campaign', { campaignId: copy.id, audience: { notReachedBy: null } });
      expect(cleared.audience.notReachedBy).toBeNull();
      const unknown = await http('PATCH', `/api/v2/campaigns/${id}`, {
        body: { audience: { notReachedBy: 'cmp_1' } },
      });
      const message = 'audience.notReachedBy is no campaign of this organization';
      expect([unknown.status, unknown.body.message]).toEqual([400, message]);
      await use('delete_campaign', { campaignId: first.id });
      const refused = await refusal('send_campaign', { campaignId: id });
      expect([refused.failure, refused.message]).toEqual(['validation_error', `${message} any more`]);
    });

    test('are selected by campaign id only, and a time or a time span is rejected', async () => {
      const { refusal } = place();
      for (const [operator, value] of [
        ['gt', '2026-01-01'],
        ['within', '30 days'],
        ['exists', undefined],
      ]) {
        const rule = { field: 'email_reached', operator, value };
        const { failure, message } = await refusal('create_segment', { name: 'x', rule });
        expect([failure, message]).toEqual([
          'validation_error',
          'rule.operator must be one of eq, neq, in for this field',
        ]);
      }
    });
  });
});
