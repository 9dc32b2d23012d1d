import type { Suppression } from '../../model/sending/gates.ts';
import type { Queries } from '../database.ts';

/** What is known of one recipient in one organization. */
export type RecipientFacts = {
  subscriber: {
    id: string;
    email: string;
    firstName: string | null;
    lastName: string | null;
    attributes: Record<string, string | number | boolean | null>;
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

/**
 * Subscriber and suppressions of many recipients in one statement. Each is asked for with its own organization,
 * so one organization's list never answers for another.
 */
export async function recipientFacts(
  queries: Queries,
  recipients: readonly { organization: number; email: string }[],
  now: number,
): Promise<Map<string, RecipientFacts>> {
  const rows = await queries.all<Row>(
    `SELECT wanted.a AS organization, wanted.b AS email, known.id, known.first_name, known.last_name,
       known.attributes, stop.id AS suppression_id, stop.origin, stop.scope, stop.starts_at, stop.expires_at
     FROM ${queries.dialect.pairs('$1')} AS wanted
     LEFT JOIN subscribers known ON known.organization = wanted.a AND known.email = wanted.b
     LEFT JOIN suppressions stop ON stop.email = wanted.b AND stop.organization = wanted.a
       AND (stop.expires_at IS NULL OR stop.expires_at > $2)`,
    [JSON.stringify(recipients.map(({ organization, email }) => [organization, email])), now],
  );
  const facts = new Map<string, RecipientFacts>();
  for (const row of rows) {
    const key = recipientKey(row.organization, row.email);
    let one = facts.get(key);
    if (!one) {
      one = { subscriber: subscriberOf(row), suppressions: [] };
      facts.set(key, one);
    }
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
  };
}
