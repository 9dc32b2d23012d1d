import { expect, test } from 'vitest';
import { readTrouble } from '../../../src/model/email/trouble.ts';
import { dayMs, hourMs } from '../../../src/model/instant.ts';
import { mail } from '../../spec/scene.ts';
import { refused, unreachable } from '../../world/mail/capture-mail.ts';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  test('a list shows why each mail was not delivered and when the next attempt is', async () => {
    const { use, platform } = place();
    const { clock, mailbox } = platform;
    mailbox.next(refused(550, 'rcpt', '5.1.1'), refused(451), refused(451));
    await use('send_email', mail({ to: 'gone@gmail.com' }));
    await platform.deliver();
    const { id: slow } = await use('send_email', mail({ to: 'slow@hotmail.co.uk' }));
    await platform.deliver();
    await clock.advance(hourMs);
    await platform.deliver();
    await use('send_email', mail({ to: 'complaint@example.com' }));
    const { data } = await use('list_emails');
    expect(
      data.map((email: { last_event: string; trouble?: object }) => [email.last_event, email.trouble]),
    ).toEqual([
      ['complained', undefined],
      [
        'delivery_delayed',
        {
          reason: expect.stringMatching(/^(greylist|system|throttle)$/),
          message: expect.stringMatching(/^451 /),
          next_attempt_at: expect.any(String),
        },
      ],
      ['bounced', { reason: 'mailbox', bounce: 'hard', message: expect.stringMatching(/^550 5\.1\.1/) }],
    ]);
    const { events } = await use('get_email', { id: slow });
    expect(events.filter(({ type }: { type: string }) => type === 'delivery_delayed')).toHaveLength(2);
    expect(data[1].trouble.next_attempt_at).toBe(events.at(-1).data.next_attempt_at);
    expect(Date.parse(data[1].trouble.next_attempt_at)).toBeGreaterThan(clock.now());
  });

  test('delivery problems are counted and paged by provider and reason', async () => {
    const { use, platform } = place();
    const { mailbox } = platform;
    mailbox.next(refused(550, 'rcpt', '5.1.1'), refused(552, 'rcpt', '5.2.2'), unreachable());
    for (const to of ['gone@gmail.com', 'full@gmail.com', 'slow@hotmail.co.uk']) {
      await use('send_email', mail({ to }));
      await platform.deliver();
    }
    await use('send_email', mail());
    const asked = { group_by: 'provider_reason', interval: 'month' };
    const { data } = await use('get_email_metrics', asked);
    expect(data).toMatchObject([
      { group: 'google/full', accepted: 0, bounced_soft: 1 },
      { group: 'google/mailbox', accepted: 0, bounced_hard: 1 },
      { group: 'outlook/connection', accepted: 0, delivery_delayed: 1 },
    ]);
    const first = await use('get_email_metrics', { ...asked, limit: 1 });
    const next = await use('get_email_metrics', { ...asked, limit: 9, after: first.next_after });
    expect([...first.data, ...next.data]).toEqual(data);
  });

  test('a mail that is not delivered in time becomes failed with a reason', async () => {
    const { use, platform } = place();
    platform.mailbox.next(...Array.from({ length: 60 }, () => refused(451)));
    await use('send_email', mail({ to: 'late@gmail.com' }));
    for (let tries = 0; tries < 20; tries += 1) {
      await platform.deliver();
      await platform.clock.advance(dayMs / 4);
    }
    const [email] = (await use('list_emails')).data;
    expect(['bounced', 'failed']).toContain(email.last_event);
    expect(email.trouble.message).toMatch(/\S/);
    expect(email.trouble).not.toHaveProperty('next_attempt_at');
  });
});

test.each([
  [
    { type: 'bounced', details: {} },
    { reason: 'unknown', message: null },
  ],
  [
    { type: 'bounced', details: { bounce: { type: 'x', subType: 'constructor', message: 7 } } },
    { reason: 'unknown', message: null },
  ],
  [
    {
      type: 'delivery_delayed',
      details: { kind: 'greylist', message: 'x'.repeat(9_000), next_attempt_at: 'soon' },
    },
    { reason: 'greylist', message: 'x'.repeat(160) },
  ],
  [
    { type: 'failed', details: { message: 'Over', next_attempt_at: '2026-01-01T00:00:00Z' } },
    { reason: 'unknown', message: 'Over' },
  ],
] as const)('the description of %j contains only reliable fields', (event, expected) => {
  expect(readTrouble(event)).toEqual(expected);
});
