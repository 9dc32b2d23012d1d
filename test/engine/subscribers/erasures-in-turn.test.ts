import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { piecesPerTurn } from '../../../src/engine/context/job-in-turns.ts';
import { erasedRowsMax } from '../../../src/engine/subscribers/erase-subscriber.ts';
import type { OrganizationRecord } from '../../../src/model/organization/organization.ts';
import type { Database, Value } from '../../../src/store/database.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { watched } from '../watched-database.ts';

describe.each(databases)('erasures of two organizations, on %s', (_, open) => {
  let database: Database;
  let watching: ReturnType<typeof watched>;
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    database = await open();
    watching = watched(database);
    posthouse = await openPlatform({ database: watching.wrapped });
  });
  afterEach(async () => {
    await posthouse.close();
    await database.close();
  });

  async function addSubscriber(organization: OrganizationRecord, amount: number): Promise<string> {
    const caller = posthouse.caller('tools', organization);
    const email = `reader@${organization.id.slice(-6)}.example`;
    const { output } = await posthouse.call('create_subscriber', { email }, { caller });
    await posthouse.call('track_event', { name: 'seen', email }, { caller });
    await database.transaction(async (queries) => {
      const found = await queries.all<Record<string, Value>>('SELECT * FROM events WHERE organization = $1', [
        organization.key,
      ]);
      const { key: _, ...event } = found[0]!;
      await queries.insert(
        `INSERT INTO events (${Object.keys(event).join()})`,
        Array.from({ length: amount }, (_, index) =>
          Object.entries(event).map(([name, value]) => (name === 'id' ? `${value}_${index}` : value)),
        ),
      );
    });
    return (output as { id: string }).id;
  }

  test('a short erasure does not wait for a long erasure of another organization', async () => {
    const { organization: other } = await posthouse.addOrganization('Other');
    const long = await addSubscriber(posthouse.organization, erasedRowsMax.events * (piecesPerTurn * 2 + 5));
    const short = await addSubscriber(other, erasedRowsMax.events + 5);
    await posthouse.call('delete_subscriber', { subscriber: long });
    const caller = posthouse.caller('tools', other);
    await posthouse.call('delete_subscriber', { subscriber: short }, { caller });
    const from = watching.watch.transactions.length;
    await posthouse.deliver();
    const ended = watching.watch.transactions
      .slice(from)
      .flat()
      .filter(({ sql }) => sql.startsWith('DELETE FROM erasures'))
      .map(({ values }) => values[0]);
    expect(ended).toEqual([other.key, posthouse.organization.key]);
  });
});
