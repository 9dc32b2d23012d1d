import type { Suppression } from '../../model/sending/gates.ts';
import type { SubscriberStatus } from '../../model/subscriber.ts';
import type { Queries } from '../database.ts';

/** What is known of one recipient in one organization. */
export type RecipientFacts = {
  subscriber: {
    id: string;
    email: string;
    firstName: string | null;
    lastName: string | null;
    attributes: Record<string, string | number | boolean | null>;
    status: SubscriberStatus;
  } | null;
  /** Those not yet expired. */
  suppressions: Suppression[];
};

type Row = {
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

/** The name of a recipient among those of several organizations. */
export function recipientKey(organization: number, email: string): string {
  return `${organization} ${email}`;
}

/** Whom to look for, and what would stand for them in the suppression list if they had been erased. */
export type SoughtRecipient = { organization: number; email: string; erasedMark: string };

/**
 * Subscriber and suppressions of many recipients in one statement. Each is asked for with its own organization,
 * so one organization's list never answers for another.
 */
export async function recipientFacts(
  queries: Queries,
  recipients: readonly SoughtRecipient[],
  now: number,
): Promise<Map<string, RecipientFacts>> {
  const rows = await queries.all<Row>(
    `SELECT wanted.a AS organization, wanted.b AS email, known.id, known.first_name, known.last_name,
       known.attributes, known.status, stop.id AS suppression_id, stop.origin, stop.scope, stop.starts_at, stop.expires_at
     FROM ${queries.dialect.pairs('$1')} AS wanted
     LEFT JOIN subscribers known ON known.organization = wanted.a AND known.email = wanted.b
     LEFT JOIN suppressions stop ON stop.email = wanted.b AND stop.organization = wanted.a
       AND (stop.expires_at IS NULL OR stop.expires_at > $2)
     UNION ALL
     SELECT organization, email, NULL, NULL, NULL, NULL, NULL, id, origin, scope, starts_at, expires_at
     FROM suppressions
     WHERE email IN ${queries.dialect.strings('$3')} AND (expires_at IS NULL OR expires_at > $2)`,
    [
      JSON.stringify(recipients.map(({ organization, email }) => [organization, email])),
      now,
      JSON.stringify(recipients.map(({ erasedMark }) => erasedMark)),
    ],
  );
  const facts = new Map<string, RecipientFacts>();
  const emailOf = new Map(recipients.map(({ erasedMark, email }) => [erasedMark, email]));
  for (const row of rows) {
    // No address is a mark.
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
  return facts;
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
