import { minuteMs } from '../../../model/instant.ts';
import {
  type Counted,
  countedDomainsMax,
  groupsToCount,
  type MetricCount,
  metricCounts,
  otherGroup,
  type StoredGroup,
} from '../../../model/metrics/email-metrics.ts';
import { hourStart } from '../../../model/zoned-time.ts';
import type { Queries } from '../../database.ts';
import { type NotesWriter, notesIn } from '../../transaction-notes.ts';

/**
 * Hourly mail counters. A transaction sums its counts and writes them last, in primary key order, so that the
 * shared rows are locked only until the commit and cannot deadlock.
 */

export type MailGroups = {
  organization: number;
  domain: string;
  provider: string;
  source: string;
  campaign: string | null;
  isTest: boolean;
};

type Amounts = number[];
type Noted = Map<string, { group: StoredGroup; quarter: number; name: string; amounts: Amounts }>;

type NotedByOrganization = Map<number, Noted>;

const noted = { begin: (): NotedByOrganization => new Map() };

/** In every time zone, hours start on a quarter hour of UTC. */
const quarterMs = 15 * minuteMs;

/** A committed count for one value of a group. @property at epoch ms, rounded to a quarter hour */
export type CommittedCount = { group: StoredGroup; name: string; at: number; count: MetricCount; by: number };

/** Writes the counts noted by `countMail`. `committed` receives them after the commit. */
export function countingMail(
  committed?: (counted: Iterable<CommittedCount>) => void,
): NotesWriter<NotedByOrganization> {
  const organizations = new CountedOrganizations();
  return {
    notes: noted,
    write: (queries, counted) => writeCounted(queries, organizations, counted),
    committed: (counted) => committed?.(countsOf(counted)),
  };
}

function* countsOf(counted: ReadonlyMap<number, Noted>): Generator<CommittedCount> {
  for (const own of counted.values()) {
    for (const { group, name, quarter, amounts } of own.values()) {
      for (const [column, by] of amounts.entries()) {
        if (by > 0) yield { group, name, at: quarter * quarterMs, count: metricCounts[column]!, by };
      }
    }
  }
}

/** Adds a mail's counts to the current transaction, which writes them before it commits. */
export function countMail(queries: Queries, mail: MailGroups, counted: readonly Counted[]): void {
  if (counted.length === 0) return;
  const all = notesIn(queries, noted);
  if (all === undefined) return;
  const own = countsOfOrganization(all, mail.organization);
  for (const one of counted) {
    addApart(own, mail, one, mail.isTest, 1);
    const quarter = Math.floor(one.at / quarterMs);
    add(own, 'provider', quarter, mail.provider, one.count, 1);
    if (one.reason !== null) {
      add(own, 'provider_reason', quarter, `${mail.provider}/${one.reason}`, one.count, 1);
    }
  }
}

export type CountedTestMail = { mail: MailGroups; counted: readonly Counted[] };

/** Moves counts of test mail from the counters of all mail to the counters of test mail. Counts by provider were never mixed. */
export async function moveTestCounts(queries: Queries, mails: readonly CountedTestMail[]): Promise<void> {
  const moved = new Map<number, Noted>();
  for (const { mail, counted } of mails) {
    if (counted.length === 0) continue;
    const own = countsOfOrganization(moved, mail.organization);
    for (const one of counted) {
      addApart(own, mail, one, true, 1);
      addApart(own, mail, one, false, -1);
    }
  }
  if (moved.size > 0) await writeCounted(queries, new CountedOrganizations(), moved);
}

function countsOfOrganization(all: Map<number, Noted>, organization: number): Noted {
  const own: Noted = all.get(organization) ?? new Map();
  all.set(organization, own);
  return own;
}

/** Adds a count to the groups that have separate counters for test mail. */
function addApart(
  own: Noted,
  mail: MailGroups,
  { count, at, reason }: Counted,
  isTest: boolean,
  by: number,
): void {
  const groups = groupsToCount(isTest);
  const quarter = Math.floor(at / quarterMs);
  add(own, groups.source, quarter, mail.source, count, by);
  add(own, groups.domain, quarter, mail.domain, count, by);
  if (mail.campaign !== null) add(own, groups.campaign, quarter, mail.campaign, count, by);
  if (reason !== null) add(own, groups.reason, quarter, reason, count, by);
}

const columnOf = new Map<MetricCount, number>(metricCounts.map((count, column) => [count, column]));

function add(
  counted: Noted,
  group: StoredGroup,
  quarter: number,
  name: string,
  count: MetricCount,
  by: number,
): void {
  const key = `${group} ${quarter} ${name}`;
  let row = counted.get(key);
  if (row === undefined) {
    row = { group, quarter, name, amounts: metricCounts.map(() => 0) };
    counted.set(key, row);
  }
  row.amounts[columnOf.get(count)!]! += by;
}

/** Rows per counter on PostgreSQL. SQLite has a single writer, whose transactions already share commits. */
const partsOnPostgres = 4;
let transactions = process.pid;

async function writeCounted(
  queries: Queries,
  organizations: CountedOrganizations,
  counted: ReadonlyMap<number, Noted>,
): Promise<void> {
  transactions += 1;
  const part = queries.dialect.name === 'postgres' ? transactions % partsOnPostgres : 0;
  type Row = { organization: number; group: StoredGroup; hour: number; name: string; amounts: Amounts };
  const rows = new Map<string, Row>();
  const known = await organizations.all(
    queries,
    [...counted].map(([organization, own]) => calledFor(organization, [...own.values()])),
  );
  for (const [organization, own] of counted) {
    const { timezone, domains } = known.get(organization)!;
    for (const { group, quarter, name: given, amounts } of own.values()) {
      const hour = hourStart(quarter * quarterMs, timezone);
      const name = !isDomain(group) || domains.has(given) ? given : otherGroup;
      const key = `${organization} ${group} ${hour} ${name}`;
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { organization, group, hour, name, amounts: [...amounts] });
      else for (const [column, amount] of amounts.entries()) row.amounts[column]! += amount;
    }
  }
  const inOrder = [...rows.values()].sort(
    (a, b) =>
      a.organization - b.organization ||
      compare(a.group, b.group) ||
      a.hour - b.hour ||
      compare(a.name, b.name),
  );
  await queries.insert(
    insertHead,
    inOrder.map(({ organization, group, hour, name, amounts }) => [
      organization,
      group,
      hour,
      name,
      part,
      ...amounts,
    ]),
    insertTail,
  );
}

function calledFor(
  organization: number,
  rows: readonly { group: StoredGroup; quarter: number; name: string }[],
) {
  return {
    organization,
    // The newest count is close enough to the current time.
    now: rows.reduce((newest, { quarter }) => Math.max(newest, quarter), 0) * quarterMs,
    domains: rows.flatMap(({ group, name }) => (isDomain(group) ? [name] : [])),
  };
}

function isDomain(group: StoredGroup): boolean {
  return group === 'domain' || group === 'test_domain';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const insertHead = `INSERT INTO email_metrics (organization, grouped_by, hour, name, part, ${metricCounts.join(', ')})`;
const insertTail = `ON CONFLICT (organization, grouped_by, hour, name, part) DO UPDATE SET ${metricCounts
  .map((count) => `${count} = email_metrics.${count} + excluded.${count}`)
  .join(', ')}`;

type CountedOrganization = { timezone: string; domains: ReadonlySet<string>; readAt: number };

/** An organization with counts at `now` (epoch ms) for these sending domains. */
type Counting = { organization: number; now: number; domains: readonly string[] };

/** A changed time zone takes effect within this time. */
const knownForMs = minuteMs;
const knownMax = 10_000;

/** Caches organizations, so that most sends read nothing. */
export class CountedOrganizations {
  readonly #known = new Map<number, CountedOrganization>();

  async all(queries: Queries, counting: readonly Counting[]): Promise<Map<number, CountedOrganization>> {
    const answer = new Map<number, CountedOrganization>();
    const unread: Counting[] = [];
    for (const one of counting) {
      const known = this.#known.get(one.organization);
      if (known !== undefined && isKnown(known, one)) answer.set(one.organization, known);
      else unread.push(one);
    }
    if (unread.length === 0) return answer;
    const read = await readOrganizations(queries, unread);
    if (this.#known.size + read.size > knownMax) this.#known.clear();
    for (const [organization, known] of read) this.#known.set(organization, known);
    const added = newDomains(read, unread);
    await queries.insert(
      'INSERT INTO email_metric_domains (organization, name)',
      [...added].flatMap(([organization, names]) => names.map((name) => [organization, name])),
      'ON CONFLICT (organization, name) DO NOTHING',
    );
    for (const [organization, known] of read) {
      // New domains are not cached, because the transaction may still roll back.
      const domains = new Set([...known.domains, ...(added.get(organization) ?? [])]);
      answer.set(organization, { ...known, domains });
    }
    return answer;
  }
}

function isKnown({ readAt, domains }: CountedOrganization, counting: Counting): boolean {
  if (Math.abs(counting.now - readAt) > knownForMs) return false;
  return domains.size >= countedDomainsMax || counting.domains.every((name) => domains.has(name));
}

async function readOrganizations(
  queries: Queries,
  counting: readonly Counting[],
): Promise<Map<number, CountedOrganization>> {
  const keys = JSON.stringify(counting.map(({ organization }) => organization));
  const zones = await queries.all<{ key: number; timezone: string }>(
    `SELECT key, timezone FROM organizations WHERE key IN ${queries.dialect.integers('$1')}`,
    [keys],
  );
  const names = await queries.all<{ organization: number; name: string }>(
    `SELECT organization, name FROM email_metric_domains WHERE organization IN ${queries.dialect.integers('$1')}`,
    [keys],
  );
  const timezones = new Map(zones.map(({ key, timezone }) => [key, timezone]));
  const domains = new Map<number, Set<string>>();
  for (const { organization, name } of names) {
    const own = domains.get(organization);
    if (own) own.add(name);
    else domains.set(organization, new Set([name]));
  }
  return new Map(
    counting.map(({ organization, now }) => [
      organization,
      {
        timezone: timezones.get(organization) ?? 'UTC',
        domains: domains.get(organization) ?? new Set(),
        readAt: now,
      },
    ]),
  );
}

/** Returns the new domains of organizations below their limit, in lock order. */
function newDomains(
  known: ReadonlyMap<number, CountedOrganization>,
  counting: readonly Counting[],
): Map<number, string[]> {
  const added = new Map<number, string[]>();
  for (const { organization, domains } of [...counting].sort((a, b) => a.organization - b.organization)) {
    const before = known.get(organization)!.domains;
    const names = [...new Set(domains)].filter((name) => !before.has(name)).sort();
    const room = Math.max(0, countedDomainsMax - before.size);
    if (names.length > 0 && room > 0) added.set(organization, names.slice(0, room));
  }
  return added;
}
