import type { Queries } from '../database.ts';

export type Counted = 'subscribers' | 'tags';

/** Full counts that are answered often, kept where they change, so that no list ever counts a million rows. */
export class CountRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  async read(counted: Counted): Promise<number> {
    const row = await this.#queries.get<{ amount: number }>(
      'SELECT amount FROM counts WHERE organization = $1 AND counted = $2',
      [this.#organization, counted],
    );
    return row?.amount ?? 0;
  }

  /** Call last in a transaction: the row is held until its commit. */
  async change(counted: Counted, by: number): Promise<void> {
    if (by === 0) return;
    await this.#queries.run(
      `INSERT INTO counts (organization, counted, amount) VALUES ($1, $2, $3)
       ON CONFLICT (organization, counted) DO UPDATE SET amount = counts.amount + excluded.amount`,
      [this.#organization, counted, by],
    );
  }
}
