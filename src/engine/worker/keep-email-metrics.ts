import { setImmediate as nextTurn } from 'node:timers/promises';
import { nothingHappened } from '../../model/campaign/mail-counts.ts';
import { hourMs } from '../../model/instant.ts';
import { metricsKeptMs, storedGroups } from '../../model/metrics/email-metrics.ts';
import {
  type CountedMailRow,
  forgetMetrics,
  hasMixedHours,
  hasUncounted,
  mixedHours,
  nextMixedMails,
  nextUncounted,
} from '../../store/records/mail/email-metric-reads.ts';
import type { Engine } from '../context/scope.ts';
import { countAccepted, countEvents, type GroupedMail, moveTestMail } from '../ledger/count-mail.ts';

const stretchRows = 500;
const forgottenRows = 1_000;
const organizationsPage = 100;

/** Counts mail accepted before counters existed, in resumable batches. */
export async function countEarlierMail({ store: { database }, world, stopping }: Engine): Promise<void> {
  const since = world.clock.now() - metricsKeptMs;
  while (!stopping.now && (await hasUncounted(database.reader))) {
    await database.transaction(async (queries) => {
      const next = await nextUncounted(queries, stretchRows);
      for (const mail of next?.mails ?? []) {
        if (mail.created_at < since) continue;
        countAccepted(queries, { ...groupedMail(mail), createdAt: mail.created_at }, []);
      }
      for (const { type, at, machine, details, repeated, ...mail } of next?.events ?? []) {
        if (at < since || repeated === 1) continue;
        const event = { type, at, machine: machine === 1, details: JSON.parse(details) };
        countEvents(queries, groupedMail(mail), nothingHappened, [event]);
      }
    });
    await nextTurn();
  }
}

/** Time zones start their hours at these offsets from a UTC hour. */
const quartersOfHour = 4;
const quarterMs = hourMs / quartersOfHour;

/** Separates test mail that an earlier version counted with other mail. */
export async function splitMixedMetrics({ store: { database }, stopping }: Engine): Promise<void> {
  while (!stopping.now && (await hasMixedHours(database.reader))) {
    await database.transaction(async (queries) => {
      const mails = await nextMixedMails(queries, stretchRows);
      const mixed = await mixedHours(queries, [...new Set(mails.map(({ organization }) => organization))]);
      const isMixed = (organization: number, at: number): boolean => {
        const quarter = Math.floor(at / quarterMs);
        return Array.from({ length: quartersOfHour }, (_, back) => (quarter - back) * quarterMs).some(
          (hour) => mixed.has(`${organization} ${hour}`),
        );
      };
      await moveTestMail(
        queries,
        mails.map(({ created_at, events, ...mail }) => ({
          ...groupedMail(mail),
          createdAt: created_at,
          events: events.map((event) => ({
            ...event,
            machine: event.machine === 1,
            details: JSON.parse(event.details),
          })),
        })),
        isMixed,
      );
    });
    await nextTurn();
  }
}

function groupedMail(row: CountedMailRow): GroupedMail {
  return {
    organization: row.organization,
    source: row.source,
    from: row.from_text,
    toKey: row.to_key,
    deliveryMode: row.delivery_mode,
    campaignId: row.campaign_id,
  };
}

export async function forgetOldMetrics({ store, world }: Engine): Promise<void> {
  const before = world.clock.now() - metricsKeptMs;
  let after: number | null = null;
  do {
    const organizations = await store.organizations.page(organizationsPage, after);
    for (const { key } of organizations) {
      for (const group of storedGroups) {
        while (
          (await store.database.transaction((queries) =>
            forgetMetrics(queries, key, group, before, forgottenRows),
          )) === forgottenRows
        ) {}
      }
    }
    after = organizations.at(-1)?.key ?? null;
  } while (after !== null);
}
