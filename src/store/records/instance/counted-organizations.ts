import { minuteMs } from '../../../model/instant.ts';
import { countedDomainsMax } from '../../../model/metrics/email-metrics.ts';
import type { Queries } from '../../database.ts';

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
