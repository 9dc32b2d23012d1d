import { describe, expect } from 'vitest';
import { accepted, refused } from '../../world/mail/capture-mail.ts';
import { callThrough, doors, outputThrough } from '../doors.ts';
import { mail, open, realMailbox } from '../scene.ts';
import { verifies, verifiesThrough } from '../verifies.ts';

const summaryFields = [
  'object',
  'id',
  'from',
  'to',
  'reply_to',
  'subject',
  'preview',
  'last_event',
  'created_at',
  'sent_at',
  'message_id',
  'source',
  'delivery_mode',
  'subscriber_id',
  'campaign_id',
  'workflow_run_id',
];

describe('a sent email', () => {
  verifiesThrough(
    ['email.get', 'email.fields'],
    doors.current,
    'can be looked up with its bodies and events',
    async (door) => {
      const platform = await open();
      const { id } = await outputThrough(door, platform, 'send_email', mail({ markdown: 'Hello **Grace**' }));
      const email = await outputThrough(door, platform, 'get_email', { id });
      expect(Object.keys(email).sort()).toEqual(
        [
          ...summaryFields,
          'attachments',
          'badges',
          'cause',
          'content_removed_at',
          'html',
          'template',
          'text',
          'events',
        ].sort(),
      );
      expect(email).toMatchObject({
        object: 'email',
        id,
        to: ['grace@example.com'],
        source: 'api',
        last_event: 'delivered',
        html: expect.stringContaining('<strong>Grace</strong>'),
        text: expect.stringContaining('Hello'),
      });
      expect(email.events[0]).toEqual({
        type: 'queued',
        created_at: '2026-01-01T00:00:00.000Z',
        machine: false,
        data: {},
      });
    },
  );

  verifiesThrough(
    'email.list-without-bodies',
    doors.current,
    'is listed without its bodies',
    async (door) => {
      const platform = await open();
      await outputThrough(door, platform, 'send_email', mail());
      const { data } = await outputThrough(door, platform, 'list_emails', {});
      expect(data.map((email: object) => Object.keys(email).sort())).toEqual([[...summaryFields].sort()]);
    },
  );

  verifies(['email.get', 'email.list-without-bodies'], 'is not found in v1', async () => {
    const { http } = await open();
    expect((await http('GET', '/api/v1/emails')).status).toBe(405);
    expect((await http('GET', '/api/v1/emails/eml_1')).status).toBe(404);
  });

  verifies('email.list-filters', 'can be found by each filter', async () => {
    const platform = await open();
    const { id: subscriber } = await outputThrough('v2', platform, 'create_subscriber', {
      email: 'ada@example.com',
    });
    const first = await outputThrough('v2', platform, 'send_email', mail({ subject: 'An invoice' }));
    await platform.clock.advance(60_000);
    const second = await outputThrough(
      'v2',
      platform,
      'send_email',
      mail({ from: 'news@other.test', to: 'ada@example.com', subject: 'News' }),
    );
    const third = await outputThrough('v2', platform, 'send_email', mail({ to: 'bounce@example.com' }));
    const found = async (filter: Record<string, unknown>) => {
      const { data } = await outputThrough('v2', platform, 'list_emails', filter);
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await found({ last_event: 'bounced' })).toEqual([third.id]);
    expect(await found({ to: 'Ada@Example.com' })).toEqual([second.id]);
    expect(await found({ from: 'other.test' })).toEqual([second.id]);
    expect(await found({ subscriber })).toEqual([second.id]);
    expect(await found({ campaign: 'cmp_00000000000000000000000000' })).toEqual([]);
    expect(await found({ source: 'api' })).toEqual([third.id, second.id, first.id]);
    expect(await found({ source: 'smtp' })).toEqual([]);
    expect(await found({ created_after: '2026-01-01T00:00:30Z' })).toEqual([third.id, second.id]);
    expect(await found({ created_before: '2026-01-01T00:00:30Z' })).toEqual([first.id]);
    expect(await found({ query: 'invoice' })).toEqual([first.id]);
  });

  verifies('email.follow', 'has events from acceptance to delivery', async () => {
    const platform = await open();
    platform.mailbox.next(refused(451), accepted);
    const { id } = await outputThrough('v2', platform, 'send_email', mail({ to: realMailbox }));
    const lastEvent = async () => (await outputThrough('v2', platform, 'get_email', { id })).last_event;
    expect(await lastEvent()).toBe('queued');
    await platform.deliver();
    expect(await lastEvent()).toBe('delivery_delayed');
    await platform.clock.advance(60 * 60 * 1_000);
    await platform.deliver();
    expect(await lastEvent()).toBe('sent');
  });

  verifies('email.follow', 'bounces if the server rejects it permanently', async () => {
    const platform = await open();
    platform.mailbox.next(refused(550, 'rcpt', '5.1.1'));
    const { id } = await outputThrough('v2', platform, 'send_email', mail({ to: realMailbox }));
    await platform.deliver();
    const { last_event, events } = await outputThrough('v2', platform, 'get_email', { id });
    expect(last_event).toBe('bounced');
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['queued', 'bounced']);
  });

  verifiesThrough('email.retry', doors.current, 'can be retried only if it failed', async (door) => {
    const platform = await open();
    platform.mailbox.script = () => {
      throw new Error('the way out is broken');
    };
    const { id } = await outputThrough('v2', platform, 'send_email', mail({ to: realMailbox }));
    expect(await callThrough(door, platform, 'retry_email', { id })).toMatchObject({
      ok: false,
      name: 'conflict',
    });
    for (let days = 0; days < 7; days++) {
      await platform.clock.advance(24 * 60 * 60 * 1_000);
      await platform.deliver();
    }
    expect((await outputThrough('v2', platform, 'get_email', { id })).last_event).toBe('failed');
    platform.mailbox.script = () => accepted;
    expect(await outputThrough(door, platform, 'retry_email', { id })).toMatchObject({
      id,
      last_event: 'queued',
    });
    await platform.deliver();
    expect((await outputThrough('v2', platform, 'get_email', { id })).last_event).toBe('sent');
  });
});
