import type { Suppression } from '../../../model/sending/gates.ts';
import type { DomainOwners } from '../../../model/sending-domain/domain-owners.ts';
import type { SubscriberStatus } from '../../../model/subscriber/subscriber.ts';
import type { Queries } from '../../database.ts';
import { isSendingDomain } from './domains.ts';

export type RecipientFacts = {
  subscriber: {
    id: string;
    email: string;
    firstName: string | null;
    lastName: string | null;
    attributes: Record<string, string | number | boolean | null>;
    status: SubscriberStatus;
  } | null;
  /** Unexpired suppressions. */
  suppressions: Suppression[];
};

type Row = {
  kind: 'recipient' | 'suppression' | 'domain';
  organization: number;
  email: string;
  id: string | null;
  first_name: string | null;
  last_name: string | null;
  attributes: string | null;
  status: SubscriberStatus | null;
  scope: Suppression['scope'] | null;
  suppression_id: string | null;
  origin: string | null;
  starts_at: number | null;
  expires_at: number | null;
};

export function recipientKey(organization: number, email: string): string {
  return `${organization} ${email}`;
}

/** A recipient to look up, with the suppression list's mark for an erased address. */
export type SoughtRecipient = { organization: number; email: string; erasedMark: string };

export async function recipientFacts(
  queries: Queries,
  recipients: readonly SoughtRecipient[],
  now: number,
): Promise<Map<string, RecipientFacts>> {
  return (await peopleAndOwners(queries, recipients, [], now)).recipients;
}

/** Reads subscribers, suppressions and domain owners in one statement, each within its organization. */
export async function peopleAndOwners(
  queries: Queries,
  recipients: readonly SoughtRecipient[],
  domains: readonly string[],
  now: number,
): Promise<{ recipients: Map<string, RecipientFacts>; owners: DomainOwners }> {
  const rows = await queries.all<Row>(
    `SELECT 'recipient' AS kind, wanted.a AS organization, wanted.b AS email, known.id, known.first_name, known.last_name,
       known.attributes, known.status, stop.id AS suppression_id, stop.origin, stop.scope, stop.starts_at, stop.expires_at
     FROM ${queries.dialect.pairs('$1')} AS wanted
     LEFT JOIN subscribers known ON known.organization = wanted.a AND known.email = wanted.b
     LEFT JOIN suppressions stop ON stop.email = wanted.b AND stop.organization = wanted.a
       AND (stop.expires_at IS NULL OR stop.expires_at > $2)
     UNION ALL
     SELECT 'suppression', organization, email, NULL, NULL, NULL, NULL, NULL, id, origin, scope, starts_at, expires_at
     FROM suppressions
     WHERE email IN ${queries.dialect.strings('$3')} AND (expires_at IS NULL OR expires_at > $2)
     UNION ALL
     SELECT 'domain', organization, name, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
     FROM domains WHERE name IN ${queries.dialect.strings('$4')} AND ${isSendingDomain}`,
    [
      JSON.stringify(recipients.map(({ organization, email }) => [organization, email])),
      now,
      JSON.stringify(recipients.map(({ erasedMark }) => erasedMark)),
      JSON.stringify(domains),
    ],
  );
  const facts = new Map<string, RecipientFacts>();
  const emailOf = new Map(recipients.map(({ erasedMark, email }) => [erasedMark, email]));
  const owners = new Map<string, Set<number>>();
  for (const row of rows) {
    if (row.kind === 'domain') {
      const here = owners.get(row.email);
      if (here) here.add(row.organization);
      else owners.set(row.email, new Set([row.organization]));
      continue;
    }
    // A mark never equals an address.
    const key = recipientKey(row.organization, emailOf.get(row.email) ?? row.email);
    let one = facts.get(key);
    if (!one) {
      one = { subscriber: null, suppressions: [] };
      facts.set(key, one);
    }
    one.subscriber ??= subscriberOf(row);
    if (row.scope !== null) {
      one.suppressions.push({
        scope: row.scope,
        id: row.suppression_id!,
        origin: row.origin!,
        startsAt: row.starts_at,
        expiresAt: row.expires_at,
      });
    }
  }
  return { recipients: facts, owners };
}

function subscriberOf(row: Row): RecipientFacts['subscriber'] {
  if (row.id === null) return null;
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    attributes: JSON.parse(row.attributes ?? '{}'),
    status: row.status!,
  };
}
