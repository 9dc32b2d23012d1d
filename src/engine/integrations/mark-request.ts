import type { IntegrationRecord } from '../../model/integration/integration.ts';
import { selectProofScheme } from '../../model/integration/providers.ts';
import type { Queries } from '../../store/database.ts';
import { OrganizationStore } from '../../store/store.ts';

export class RepeatedRequest extends Error {}

/** The returned function runs in the transaction of the request's effect and throws RepeatedRequest for a repeat. */
export function recordMarks(
  organization: number,
  { key, provider, secret }: IntegrationRecord,
  marks: readonly string[],
  now: number,
): (queries: Queries) => Promise<void> {
  const keptMs = selectProofScheme(provider, secret !== null)?.repeats.keptMs ?? 0;
  return async (queries) => {
    const { integrationEvents } = new OrganizationStore(queries, organization);
    if (!(await integrationEvents.mark(key, marks, now + keptMs, now))) throw new RepeatedRequest();
  };
}
