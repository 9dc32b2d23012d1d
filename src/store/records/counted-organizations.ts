import { minuteMs } from '../../model/instant.ts';
import { countedDomainsMax } from '../../model/metrics/email-metrics.ts';
import type { Queries } from '../database.ts';

/** What counting needs of an organization: whose hours they are, and which of its domains are counted by name. */
type CountedOrganization = { timezone: string; domains: ReadonlySet<string>; readAt: number };

/** An organization that counts at `now` (epoch ms), and the sending domains it counts for. */
type Counting = { organization: number; now: number; domains: readonly string[] };

/** A changed time zone is noticed within this time. Until then hours are those of the old one. */
const knownForMs = minuteMs;
const knownMax = 10_000;

/** Keeps what was read of organizations, so that an ordinary send reads none of it. */
export class CountedOrganizations {
  readonly #known = new Map<number, CountedOrganization>();

  /** What is known of organizations, once their new domains are written down. */
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
      // Not kept: they are in the table only once this transaction is committed.
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

/** The domains that are new, of organizations that have room for them, in the order in which they are locked. */
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
