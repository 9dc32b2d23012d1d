import { describe, expect, test } from 'vitest';
import { claimJobs } from '../../src/store/jobs.ts';
import { accepted, refused, unreachable } from '../world/mail/capture-mail.ts';
import { openPlatform } from '../world/platform.ts';
import { databases } from '../world/postgres/databases.ts';
import { seededRandom } from '../world/simulated/random.ts';

/** `npm run test:long` uses another seed each day. */
const seeds = process.env.SEED === undefined ? [1, 2] : [Number(process.env.SEED)];
const steps = 300;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const mailboxes = ['ada@mailbox.dev', 'Ada+news@mailbox.dev', 'grace@mailbox.dev', 'alan@elsewhere.dev'];
const fixtures = ['ada@example.com', 'bounce@shop.test', 'vitest-test-open@mailbox.dev'];
const answers = [
  () => accepted,
  () => accepted,
  () => refused(451, 'rcpt', '4.7.1'),
  () => refused(552, 'rcpt', '5.2.2'),
  () => refused(550, 'data', '5.7.1'),
  () => unreachable('final', 'the connection was lost'),
];

/** The possible final events of a mail after enough time. */
const ends = ['sent', 'delivered', 'bounced', 'complained', 'opened', 'suppressed', 'failed'];

describe.each(databases)('on %s,', (_name, openDatabase) => {
  test.each(seeds)(
    'with seed %i, traffic, crashed workers and clock changes break no guarantee',
    async (seed) => {
      const random = seededRandom(seed);
      const posthouse = await openPlatform({ seed, database: await openDatabase() });
      const { clock, mailbox, platform } = posthouse;
      const { database } = platform.engine.store;
      /** Times of accepted sends to real mailboxes, by inbox. */
      const sends = new Map<string, number[]>();
      const ids: string[] = [];
      mailbox.script = () => random.pick(answers)();

      const send = async (): Promise<void> => {
        const to = random.pick(random.uniform() < 0.8 ? mailboxes : fixtures);
        const body = { from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello' };
        const key = random.uniform() < 0.3 ? { 'idempotency-key': `key-${random.integer(20)}` } : {};
        const reply = await posthouse.http('POST', '/api/v2/emails', { body, headers: key });
        if (reply.status !== 200) return;
        const replayed = reply.headers.get('idempotent-replayed') === 'true';
        expect(ids.includes(reply.body.id)).toBe(replayed);
        if (replayed) return;
        ids.push(reply.body.id);
        if (fixtures.includes(to)) return;
        const inbox = to.toLowerCase().replace(/\+.*@/, '@');
        const suppressed = (await emailOf(reply.body.id)).last_event === 'suppressed';
        if (!suppressed) sends.set(inbox, [...(sends.get(inbox) ?? []), clock.now()]);
      };
      // biome-ignore lint/suspicious/noExplicitAny: the test reads what it expects
      const emailOf = async (id: string): Promise<any> => (await posthouse.call('get_email', { id })).output;
      /** Claims jobs and then disappears, like a crashed worker. */
      const crash = async (): Promise<void> => {
        await claimJobs(database, 'deliver_email', 1 + random.integer(3), clock.now(), 20_000, 0);
      };

      for (let step = 0; step < steps; step += 1) {
        const what = random.uniform();
        if (what < 0.6) await send();
        else if (what < 0.75) await posthouse.deliver();
        else if (what < 0.8) await crash();
        else await clock.advance(random.integer(what < 0.95 ? 5 * minuteMs : dayMs / 2));
      }
      mailbox.script = () => accepted;
      for (let rounds = 0; rounds < 30; rounds += 1) {
        await posthouse.deliver();
        await clock.advance(dayMs / 4);
      }

      expect(ids.length).toBeGreaterThan(30);
      // No inbox gets more mail than the recipient guard allows, by any interface and spelling.
      for (const times of sends.values()) {
        for (const at of times) {
          expect(times.filter((one) => one > at - 10 * minuteMs && one <= at).length).toBeLessThanOrEqual(5);
          expect(times.filter((one) => one > at - dayMs && one <= at).length).toBeLessThanOrEqual(20);
        }
      }
      // No mail to a test recipient reaches the network, whatever happens.
      const written = mailbox.messages.map(({ to }) => to.address);
      expect(written.filter((address) => fixtures.includes(address))).toEqual([]);
      // Each accepted mail ends exactly once, and keeps its Message-ID over all attempts.
      for (const id of ids) {
        const email = await emailOf(id);
        expect(ends).toContain(email.last_event);
        const final = email.events.filter(({ type }: { type: string }) =>
          ['sent', 'bounced', 'suppressed', 'failed'].includes(type),
        );
        const isLive = email.delivery_mode === 'live';
        if (isLive) expect(final.map(({ type }: { type: string }) => type)).toHaveLength(1);
        const messageIds = new Set(
          mailbox.messages
            .filter(({ messageId }) => messageId.includes(id))
            .map(({ messageId }) => messageId),
        );
        expect(messageIds.size).toBeLessThanOrEqual(1);
      }
      expect(await database.reader.all('SELECT key FROM jobs LIMIT 1', [])).toEqual([]);
      await posthouse.close();
    },
  );
});
