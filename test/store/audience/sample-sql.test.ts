import { expect, it } from 'vitest';
import { buildLotSql, type LotSeed, lotsMax } from '../../../src/store/audience/sample-sql.ts';
import type { Value } from '../../../src/store/database.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { seededRandom } from '../../world/simulated/random.ts';

/** The same calculation with integers of any size. */
function expected(key: number, { factor, addend }: LotSeed): number {
  const prime = BigInt(lotsMax);
  return Number((((BigInt(key) % prime) * BigInt(factor) + BigInt(addend)) % prime) ** 5n % prime);
}

onBothDatabases((place) => {
  it('each subscriber gets the expected unique sample number for any key', async () => {
    const { reader } = place().platform.platform.engine.store.database;
    const random = seededRandom(11);
    const seeds: LotSeed[] = [
      { factor: 1, addend: 0 },
      { factor: lotsMax - 1, addend: lotsMax - 1 },
      ...Array.from({ length: 5 }, () => ({
        factor: 1 + random.integer(lotsMax - 1),
        addend: random.integer(lotsMax),
      })),
    ];
    const keys = [
      ...Array.from({ length: 300 }, (_, index) => index + 1),
      ...Array.from({ length: 300 }, () => 1_000 + random.integer(lotsMax - 1_001)),
      lotsMax - 1,
    ];
    const beyond = [lotsMax, lotsMax + 1, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER];
    for (const seed of seeds) {
      const values: Value[] = [JSON.stringify([...keys, ...beyond])];
      const rows = await reader.all<{ key: number; lot: number }>(
        `SELECT key, ${buildLotSql('key', seed, values)} AS lot
         FROM (SELECT CAST(a AS BIGINT) AS key FROM ${reader.dialect.pairs('$1')} AS pair) AS keys LIMIT 1000`,
        [JSON.stringify([...keys, ...beyond].map((key) => [key, ''])), ...values.slice(1)],
      );
      expect(rows).toHaveLength(keys.length + beyond.length);
      for (const { key, lot } of rows) expect([key, lot]).toEqual([key, expected(key, seed)]);
      const lots = rows.filter(({ key }) => key < lotsMax).map(({ lot }) => lot);
      expect(new Set(lots).size).toBe(new Set(keys).size);
    }
  });
});
