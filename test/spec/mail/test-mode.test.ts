import { describe, expect } from 'vitest';
import { callThrough, doors, outputThrough } from '../doors.ts';
import { mail, open, realMailbox } from '../scene.ts';
import { verifies, verifiesThrough } from '../verifies.ts';

describe('a test recipient', () => {
  verifiesThrough(
    ['fixture.accepted', 'fixture.never-on-the-wire', 'fixture.gate.api'],
    doors.all,
    'gets a normal id, but no mail',
    async (door) => {
      const platform = await open();
      const { id } = await outputThrough(door, platform, 'send_email', mail({ to: 'grace@example.com' }));
      await platform.deliver();
      expect(id).toMatch(/^eml_/);
      expect(platform.mailbox.messages).toEqual([]);
    },
  );

  verifiesThrough(
    ['fixture.real-mail-leaves', 'fixture.gate.api'],
    doors.all,
    'is distinguished from a real mailbox, which gets the mail',
    async (door) => {
      const platform = await open();
      await outputThrough(door, platform, 'send_email', mail({ to: realMailbox }));
      await platform.deliver();
      expect(platform.mailbox.messages.map(({ to }) => to.address)).toEqual([realMailbox]);
    },
  );

  verifiesThrough('fixture.gate.api', doors.current, 'gets no mail from a batch', async (door) => {
    const platform = await open();
    const emails = ['grace@example.com', realMailbox, 'x@localhost'].map((to) => mail({ to }));
    await outputThrough(door, platform, 'send_email_batch', { emails });
    await platform.deliver();
    expect(platform.mailbox.messages.map(({ to }) => to.address)).toEqual([realMailbox]);
  });

  verifies('fixture.gate.test-emails', 'gets no mail from a test email', async () => {
    const platform = await open();
    const { to: _, ...message } = mail();
    await platform.call('send_test_email', { ...message, to: ['grace@example.com', realMailbox] });
    await platform.deliver();
    expect(platform.mailbox.messages.map(({ to }) => to.address)).toEqual([realMailbox]);
  });

  verifies('fixture.ends-delivered', 'has mail with the mode test that ends as delivered', async () => {
    const platform = await open();
    expect(await fateOf(platform, 'grace@example.com')).toEqual(['test', 'delivered']);
  });

  const outcomes = { bounce: 'bounced', complaint: 'complained', delay: 'delivery_delayed', open: 'opened' };
  for (const [local, event] of Object.entries(outcomes)) {
    verifies('fixture.plays-outcomes', `simulates ${event} for ${local}@ and ${local}+label@`, async () => {
      const platform = await open();
      expect(await fateOf(platform, `${local}@example.com`)).toEqual(['test', event]);
      expect(await fateOf(platform, `${local}+again@example.com`)).toEqual(['test', event]);
    });
  }
});

const fixtures = {
  'fixture.runner-prefix': ['playwright-test-7@takes-mail.com', 'Vitest-test-@takes-mail.com'],
  'fixture.example-domains': ['a@example.com', 'a@example.net', 'a@example.org', 'a@mx.eu.example.com'],
  'fixture.test-domains': ['a@test.com', 'a@test.net', 'a@test.org', 'a@test.dev', 'a@deep.test.dev'],
  'fixture.reserved-tlds': ['a@b.test', 'a@b.example', 'a@b.invalid', 'a@localhost', 'a@b.localhost'],
  'fixture.display-name-stripped': ['Grace <grace@example.com>', '"real@gmail.com" <grace@example.com>'],
} as const;

const real = {
  'fixture.lookalikes-are-real': [
    'a@example.edu',
    'a@contest.com',
    'a@mytest.com',
    'a@example.com.org',
    'a@takes-mail.com',
    'test@takes-mail.com',
    'playwright-tests@takes-mail.com',
  ],
  'fixture.address-in-display-name': ['grace@example.com <me@gmail.com>', '"a@example.com" <me@gmail.com>'],
} as const;

describe('the table of addresses', () => {
  verifies(
    [
      'fixture.runner-prefix',
      'fixture.example-domains',
      'fixture.test-domains',
      'fixture.reserved-tlds',
      'fixture.display-name-stripped',
    ],
    'lists the test recipients',
    async () => {
      const platform = await open();
      for (const to of Object.values(fixtures).flat()) {
        expect([to, ...(await fateOf(platform, to))]).toEqual([to, 'test', 'delivered']);
      }
    },
  );

  verifies(
    ['fixture.lookalikes-are-real', 'fixture.address-in-display-name'],
    'lists real mailboxes that look similar',
    async () => {
      const platform = await open();
      for (const to of Object.values(real).flat()) {
        expect([to, ...(await fateOf(platform, to))]).toEqual([to, 'live', 'queued']);
      }
    },
  );
});

verifiesThrough(
  'fixture.exempt-from-guards',
  doors.all,
  'a test recipient accepts any number of mails',
  async (door) => {
    const platform = await open();
    for (let count = 0; count < 21; count++) {
      const result = await callThrough(door, platform, 'send_email', mail({ to: 'grace@example.com' }));
      expect(result.ok).toBe(true);
    }
  },
);

/** The mode and status of a mail to this recipient right after it was accepted. */
async function fateOf(platform: Awaited<ReturnType<typeof open>>, to: string): Promise<[string, string]> {
  const { id } = await outputThrough('v2', platform, 'send_email', mail({ to }));
  const { delivery_mode, last_event } = await outputThrough('v2', platform, 'get_email', { id });
  return [delivery_mode, last_event];
}
