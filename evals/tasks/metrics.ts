import { refused } from '../../test/world/mail/capture-mail.ts';
import { addPeople, drafted, launched, mailed, mailsBeyond, peopleAt } from '../people.ts';
import { type Answer, type EvalTask, firstOf, type Transcript, timesCalled, unsaid } from '../task.ts';
import { dayMs, type EvalWorld } from '../world.ts';

async function mailedTo(world: EvalWorld, place: string, amount: number): Promise<void> {
  for (let n = 1; n <= amount; n += 1) await mailed(world, `${place}-${n}@mailbox.dev`);
}

/** Sums one count over the metrics of all time. */
async function sumOf(world: EvalWorld, count: string): Promise<number> {
  const { data } = await world.use('get_email_metrics', { interval: 'month' });
  return data.reduce((sum: number, row: Answer) => sum + row[count], 0);
}

/** Returns a fault unless the platform counted this many mails, no further mail was sent, and the metrics were read instead of mails. */
async function countedOnly(
  world: EvalWorld,
  transcript: Transcript,
  mails: number,
  counts: Readonly<Record<string, number>>,
): Promise<string | null> {
  for (const [count, expected] of Object.entries(counts)) {
    const sum = await sumOf(world, count);
    if (sum !== expected) return `${sum} are ${count}, and ${expected} should be`;
  }
  return firstOf(
    await mailsBeyond(world, mails),
    timesCalled(transcript, 'get_email_metrics') === 0 && 'the metrics were not asked',
  );
}

/** Questions about mail over time, which no list of mails answers. */
export const metricsTasks: readonly EvalTask[] = [
  {
    id: 'mails-by-day',
    group: 'metrics',
    ask: 'On which day of the first three of January 2026 did we send the most mails, and how many were they on each?',
    async world(world) {
      for (const amount of [3, 7, 2]) {
        await mailedTo(world, `day${amount}`, amount);
        await world.pass(dayMs);
      }
    },
    callsMax: 4,
    check: async (world, transcript) =>
      firstOf(
        await countedOnly(world, transcript, 12, { accepted: 12, delivered: 12 }),
        unsaid(transcript, /2 jan|jan(uary)? 2|01-02|second/, /\b3\b/, /\b7\b/, /\b2\b/),
      ),
    async script({ call }) {
      const from = '2026-01-01T00:00:00Z';
      const { data } = await call('get_email_metrics', { from, to: '2026-01-04T00:00:00Z', interval: 'day' });
      const most = data.toSorted((one: Answer, other: Answer) => other.accepted - one.accepted)[0];
      const each = data.map(({ period, accepted }: Answer) => `${period.slice(0, 10)}: ${accepted}`);
      return `The most on ${most.period.slice(0, 10)}. ${each.join('; ')}.`;
    },
    async wrong({ call }) {
      const { data } = await call('get_email_metrics', { interval: 'month' });
      return `${data[0].accepted} in all, the most on 2 January.`;
    },
  },
  {
    id: 'why-mail-bounces',
    group: 'metrics',
    ask: 'For what reasons did our mails bounce this week, and how many for each?',
    async world(world) {
      await mailedTo(world, 'fine', 2);
      for (const [code, enhanced, amount] of [
        [550, '5.1.1', 3],
        [552, '5.2.2', 1],
      ] as const) {
        for (let n = 1; n <= amount; n += 1) {
          world.mailbox.next(refused(code, 'rcpt', enhanced));
          await mailed(world, `bad${code}-${n}@mailbox.dev`);
        }
      }
    },
    callsMax: 4,
    check: async (world, transcript) =>
      firstOf(
        await countedOnly(world, transcript, 6, { bounced_hard: 3, bounced_soft: 1, delivered: 2 }),
        unsaid(transcript, /\b(3|three)\b/, /mailbox|exist|unknown/, /\b(1|one|once)\b/, /full|quota/),
      ),
    async script({ call }) {
      const { data } = await call('get_email_metrics', { interval: 'week', group_by: 'reason' });
      const reasons = data.map(
        ({ group, bounced_hard, bounced_soft }: Answer) => `${group}: ${bounced_hard + bounced_soft}`,
      );
      return `${reasons.join(', ')}.`;
    },
    async wrong({ call }) {
      const { data } = await call('get_email_metrics', { interval: 'week' });
      return `${data[0].bounced_hard} do not exist.`;
    },
  },
  {
    id: 'campaign-among-others',
    group: 'metrics',
    ask: 'How many of the mails of the last days came from a campaign, and how many from our apps?',
    async world(world) {
      await addPeople(world, ...peopleAt(6));
      await mailedTo(world, 'receipt', 4);
      await drafted(world);
      await launched(world);
    },
    callsMax: 4,
    check: async (world, transcript) =>
      firstOf(
        await countedOnly(world, transcript, 10, { accepted: 10 }),
        unsaid(transcript, /\b(6|six)\b/, /\b(4|four)\b/),
      ),
    async script({ call }) {
      const { data } = await call('get_email_metrics', { group_by: 'source' });
      return data.map(({ group, accepted }: Answer) => `${group}: ${accepted}`).join(', ');
    },
    async wrong({ call }) {
      const { data } = await call('get_email_metrics');
      return `${data[0].accepted} from both.`;
    },
  },
  {
    id: 'domain-by-domain',
    group: 'metrics',
    ask: 'We send from acme.dev and from mailbox.dev. How many mails went out from each, and which of the two had complaints?',
    async world(world) {
      for (let n = 1; n <= 5; n += 1)
        await mailed(world, `a-${n}@mailbox.dev`, { from: 'Post <post@mailbox.dev>' });
      await mailedTo(world, 'b', 3);
      const feedback = { kind: 'feedback', report: { type: 'abuse', by: null } };
      const [id] = world.wireTo('b-2@mailbox.dev');
      await world.call('record_return', { id, returned: feedback }, { caller: world.caller('smtp') });
    },
    callsMax: 4,
    check: async (world, transcript) =>
      firstOf(
        await countedOnly(world, transcript, 8, { accepted: 8, complained: 1 }),
        unsaid(
          transcript,
          /\b(5|five)\b/,
          /\b(3|three)\b/,
          /complain(?:[^.]|\.dev)*acme|acme(?:[^.]|\.dev)*complain/,
        ),
      ),
    async script({ call }) {
      const { data } = await call('get_email_metrics', { interval: 'month', group_by: 'domain' });
      const complained = data.find((row: Answer) => row.complained > 0);
      const each = data.map(({ group, accepted }: Answer) => `${group} sent ${accepted}`).join(', ');
      return `${each}. Complaints came about ${complained.group}.`;
    },
    async wrong({ call }) {
      const { data } = await call('get_email_metrics', { interval: 'month', group_by: 'provider' });
      return `${data.map(({ group, accepted }: Answer) => `${group}: ${accepted}`).join(', ')}; 5 and 3.`;
    },
  },
  {
    id: 'better-or-worse',
    group: 'metrics',
    ask: 'Did more of our mails bounce in the week from 5 January 2026 than in the week before, and how many in each?',
    async world(world) {
      const bounced = async (name: string, amount: number) => {
        for (let n = 1; n <= amount; n += 1) {
          world.mailbox.next(refused(550, 'rcpt', '5.1.1'));
          await mailed(world, `${name}-${n}@mailbox.dev`);
        }
      };
      await mailedTo(world, 'first', 2);
      await bounced('early', 1);
      await world.pass(6 * dayMs);
      await mailedTo(world, 'second', 2);
      await bounced('late', 4);
    },
    callsMax: 4,
    check: async (world, transcript) =>
      firstOf(
        await countedOnly(world, transcript, 9, { bounced_hard: 5 }),
        unsaid(transcript, /\b(4|four)\b/, /\b(1|one)\b/, /more|worse|yes/),
      ),
    async script({ call }) {
      const { data } = await call('get_email_metrics', { interval: 'week' });
      const [latest, before] = data;
      if (latest.bounced_hard <= before.bounced_hard) return 'No.';
      return `Yes: ${latest.bounced_hard} in the week of ${latest.period.slice(0, 10)}, ${before.bounced_hard} before.`;
    },
    async wrong({ call }) {
      const { data } = await call('get_email_metrics', { interval: 'month' });
      return `Yes, more: ${data[0].bounced_hard} in January.`;
    },
  },
];
