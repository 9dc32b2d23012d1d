import type { IntegrationRecord } from '../../model/integration/integration.ts';
import { wayOf } from '../../model/integration/providers.ts';
import type { Queries } from '../../store/database.ts';
import { OrganizationStore } from '../../store/store.ts';

/** The request came before, and what it asked for was done. */
export class RepeatedRequest extends Error {}

/**
 * Remembers a request in the transaction of what it asked for.
 * @returns a part of that transaction, which throws RepeatedRequest when the request came before
 */
export function markedAs(
  organization: number,
  { key, provider, secret }: IntegrationRecord,
  marks: readonly string[],
  now: number,
): (queries: Queries) => Promise<void> {
  const keptMs = wayOf(provider, secret !== null)?.repeats.keptMs ?? 0;
  return async (queries) => {
    const { integrationEvents } = new OrganizationStore(queries, organization);
    if (!(await integrationEvents.mark(key, marks, now + keptMs, now))) throw new RepeatedRequest();
  };
}
