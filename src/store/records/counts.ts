import type { CampaignCounted } from '../../model/campaign/campaign.ts';
import type { WorkflowCounted } from '../../model/workflow/counts.ts';
import type { Queries } from '../database.ts';

/** Of a campaign: `cmp_… sent`, and of a variant of its A/B test `cmp_…/0 sent`. */
export type Counted = 'subscribers' | 'tags' | 'campaigns' | CampaignCounted | WorkflowCounted;

/** Full counts that are answered often, kept where they change, so that no list ever counts a million rows. */
export class CountRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  async read(counted: Counted): Promise<number> {
    return (await this.readAll([counted])).get(counted) ?? 0;
  }

  /** Several at once; one that was never counted is left out. */
  async readAll(counted: readonly Counted[]): Promise<Map<Counted, number>> {
    const owners = new Map<string, Counted>();
    for (const one of counted) for (const name of this.#rowsOf(one)) owners.set(name, one);
    const rows = await this.#queries.all<{ counted: string; amount: number }>(
      `SELECT counted, amount FROM counts
       WHERE organization = $1 AND counted IN ${this.#queries.dialect.strings('$2')}`,
      [this.#organization, JSON.stringify([...owners.keys()])],
    );
    const amounts = new Map<Counted, number>();
    for (const row of rows) {
      const one = owners.get(row.counted)!;
      amounts.set(one, (amounts.get(one) ?? 0) + row.amount);
    }
    return amounts;
  }

  /** Call last in a transaction: the row is held until its commit. */
  async change(counted: Counted, by: number): Promise<void> {
    await this.changeAll(new Map([[counted, by]]));
  }

  /**
   * Several at once, in one statement, so that they are held no longer than one; in the order of their names, so that two
   * who change the same ones do not wait for each other.
   *
   * @param part a number of what is counted: changes that come by the thousand, each in a transaction of its own, are
   *   spread over several rows by it. Two commits that change one row cannot share a wait for the disk.
   */
  async changeAll(amounts: ReadonlyMap<Counted, number>, part?: number): Promise<void> {
    const suffix = part === undefined || !this.#spreads() ? '' : partSuffix(part % parts);
    const changed = [...amounts].filter(([, by]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
    await this.#queries.insert(
      'INSERT INTO counts (organization, counted, amount)',
      changed.map(([counted, by]) => [this.#organization, counted + suffix, by]),
      'ON CONFLICT (organization, counted) DO UPDATE SET amount = counts.amount + excluded.amount',
    );
  }

  /** Deletes counts that are no longer asked for. */
  async forget(counted: readonly Counted[]): Promise<void> {
    await this.#queries.run(
      `DELETE FROM counts WHERE organization = $1 AND counted IN ${this.#queries.dialect.strings('$2')}`,
      [this.#organization, JSON.stringify(counted.flatMap((one) => this.#rowsOf(one)))],
    );
  }

  #rowsOf(counted: Counted): string[] {
    if (!counted.startsWith('cmp_') || !this.#spreads()) return [counted];
    return [counted, ...Array.from({ length: parts }, (_, part) => counted + partSuffix(part))];
  }

  /** SQLite has one writer, whose transactions share their commits anyway. */
  #spreads(): boolean {
    return this.#queries.dialect.name === 'postgres';
  }
}

/** Rows of one count of a campaign: somewhat more than the connections of a process. */
const parts = 16;

function partSuffix(part: number): string {
  return ` +${part}`;
}
