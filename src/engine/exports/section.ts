import type { Page, PageRequest } from '../../store/page.ts';
import type { OrganizationStore } from '../../store/store.ts';

export type SectionScope = {
  store: OrganizationStore;
  at: number;
  signal: AbortSignal;
};

/** `next` is the cursor, null at the end. */
export type SectionPage = { text: string; rows: number; next: string | null };

export type PageOf<Scope> = (scope: Scope, after: string | null) => Promise<SectionPage>;

export const sectionRowsMax = 500;

export function jsonLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

export function listPages<Scope extends SectionScope, Row extends { key: number }>(
  pageOf: (scope: Scope, request: PageRequest) => Promise<Page<Row>>,
  recordsOf: (rows: readonly Row[], scope: Scope) => readonly unknown[] | Promise<readonly unknown[]>,
  limit = sectionRowsMax,
): PageOf<Scope> {
  return async (scope, after) => {
    const position = after === null ? undefined : Number(after);
    const page = await pageOf(scope, { limit, after: position, signal: scope.signal });
    const records = await recordsOf(page.rows, scope);
    const last = page.rows.at(-1);
    return {
      text: jsonLines(records),
      rows: records.length,
      next: page.hasMore && last ? String(last.key) : null,
    };
  };
}

export function onePage<Scope>(recordsOf: (scope: Scope) => Promise<readonly unknown[]>): PageOf<Scope> {
  return async (scope) => {
    const records = await recordsOf(scope);
    return { text: jsonLines(records), rows: records.length, next: null };
  };
}
