import { idPrefixes } from '../../../model/id.ts';
import type { Queries } from '../../database.ts';
import { rowsById } from '../../look-up-each.ts';

/** Kinds of objects with a name, and the column that holds it. */
const named = {
  campaign: ['campaigns', 'name'],
  domain: ['domains', 'name'],
  email: ['emails', 'subject'],
  import: ['imports', 'file_name'],
  integration: ['integrations', 'name'],
  person: ['people', 'name'],
  segment: ['segments', 'name'],
  subscriber: ['subscribers', 'email'],
  tag: ['tags', 'name'],
  template: ['templates', 'name'],
  token: ['tokens', 'name'],
  webhook: ['webhooks', 'url'],
  workflow: ['workflows', 'name'],
} as const;

export type NamedKind = keyof typeof named;

/** Returns names by id; deleted objects and other kinds have none. One query for each kind. */
export async function objectNames(
  queries: Queries,
  organization: number,
  ids: readonly string[],
): Promise<Map<string, { kind: NamedKind; name: string }>> {
  const kinds = Object.entries(named) as [NamedKind, (typeof named)[NamedKind]][];
  const found = await Promise.all(
    kinds.map(async ([kind, [table, column]]) => {
      const ofKind = ids.filter((id) => id.startsWith(`${idPrefixes[kind]}_`));
      const columns = `${column} AS name`;
      const rows = await rowsById<{ name: string | null }>(queries, organization, {
        table,
        columns,
        ids: ofKind,
      });
      return [...rows].flatMap(([id, { name }]) => (name === null ? [] : [[id, { kind, name }] as const]));
    }),
  );
  return new Map(found.flat());
}
