import type { CampaignCounted } from '../../../model/campaign/campaign.ts';
import type { WorkflowCounted } from '../../../model/workflow/counts.ts';
import { ScopedRecords } from '../../scoped-records.ts';

/** A campaign's counts are named `cmp_… sent`, an A/B variant's counts `cmp_…/0 sent`. `erased subscribers` only grows. */
export type Counted =
  | 'subscribers'
  | 'erased subscribers'
  | 'tags'
  | 'campaigns'
  | CampaignCounted
  | WorkflowCounted;

/** Counts that are updated with each change, so that no list has to count a million rows. */
export class CountRecords extends ScopedRecords {
  async read(counted: Counted): Promise<number> {
    return (await this.readAll([counted])).get(counted) ?? 0;
  }

  /** Omits names that have no count. */
  async readAll(counted: readonly Counted[]): Promise<Map<Counted, number>> {
    const owners = new Map<string, Counted>();
    for (const one of counted) for (const name of this.#rowsOf(one)) owners.set(name, one);
    const rows = await this.queries.all<{ counted: string; amount: number }>(
      `SELECT counted, amount FROM counts
       WHERE organization = $1 AND counted IN ${this.queries.dialect.strings('$2')}`,
      [this.organization, JSON.stringify([...owners.keys()])],
    );
    const amounts = new Map<Counted, number>();
    for (const row of rows) {
      const one = owners.get(row.counted)!;
      amounts.set(one, (amounts.get(one) ?? 0) + row.amount);
    }
    return amounts;
  }

  /** Call it last in a transaction, because it locks the row until the commit. */
  async change(counted: Counted, by: number): Promise<void> {
    await this.changeAll(new Map([[counted, by]]));
  }

  /**
   * Changes counts in name order, to prevent deadlocks. `part` spreads a hot count over rows, because two
   * commits that change the same row cannot share a disk flush.
   */
  async changeAll(amounts: ReadonlyMap<Counted, number>, part?: number): Promise<void> {
    const suffix = part === undefined || !this.#spreads() ? '' : partSuffix(part % parts);
    const changed = [...amounts].filter(([, by]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
    await this.queries.insert(
      'INSERT INTO counts (organization, counted, amount)',
      changed.map(([counted, by]) => [this.organization, counted + suffix, by]),
      'ON CONFLICT (organization, counted) DO UPDATE SET amount = counts.amount + excluded.amount',
    );
  }

  async forget(counted: readonly Counted[]): Promise<void> {
    await this.queries.run(
      `DELETE FROM counts WHERE organization = $1 AND counted IN ${this.queries.dialect.strings('$2')}`,
      [this.organization, JSON.stringify(counted.flatMap((one) => this.#rowsOf(one)))],
    );
  }

  #rowsOf(counted: Counted): string[] {
    if (!counted.startsWith('cmp_') || !this.#spreads()) return [counted];
    return [counted, ...Array.from({ length: parts }, (_, part) => counted + partSuffix(part))];
  }

  /** SQLite has a single writer, whose transactions already share commits. */
  #spreads(): boolean {
    return this.queries.dialect.name === 'postgres';
  }
}

/** Rows per campaign count: slightly more than the connections of a process. */
const parts = 16;

function partSuffix(part: number): string {
  return ` +${part}`;
}
