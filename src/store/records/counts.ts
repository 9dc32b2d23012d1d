import type { CampaignCount } from '../../model/campaign/campaign.ts';
import type { Queries } from '../database.ts';

/** Of a campaign: `cmp_… sent`, and of a variant of its A/B test `cmp_…/0 sent`. */
export type Counted = 'subscribers' | 'tags' | 'campaigns' | `cmp_${string} ${CampaignCount}`;

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

  /** Several at once; one that was never counted is left out. */
  async readAll(counted: readonly Counted[]): Promise<Map<Counted, number>> {
    const rows = await this.#queries.all<{ counted: Counted; amount: number }>(
      `SELECT counted, amount FROM counts
       WHERE organization = $1 AND counted IN ${this.#queries.dialect.strings('$2')}`,
      [this.#organization, JSON.stringify(counted)],
    );
    return new Map(rows.map((row) => [row.counted, row.amount]));
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
