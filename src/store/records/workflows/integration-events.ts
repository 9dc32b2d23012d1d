import type {
  IntegrationEventRecord,
  IntegrationEventState,
} from '../../../model/integration/integration.ts';
import { rowOctets } from '../../../model/organization/storage.ts';
import type { Queries, Value } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import { changeStorage } from '../mail/storage.ts';

type Row = {
  key: number;
  id: string;
  integration: number;
  type: string;
  received_at: number;
  state: IntegrationEventState;
  attempts: number;
  outcome: string | null;
  settled_at: number | null;
  tracked: string | null;
};

const names = `event_row.key, event_row.id, event_row.integration, event_row.type, event_row.received_at,
  standing.state, standing.attempts, standing.outcome, standing.settled_at, standing.tracked`;
const joined = `integration_events event_row JOIN integration_event_states standing ON standing.event = event_row.key`;

type NewEvent = Pick<IntegrationEventRecord, 'id' | 'integration' | 'type' | 'receivedAt'> & {
  body: string;
  people: readonly string[];
};

export class IntegrationEventRecords extends ScopedRecords {
  /** Stores the marks of a request. Returns false if any exists, so the request is a duplicate. */
  async mark(
    integration: number,
    marks: readonly string[],
    expiresAt: number,
    now: number,
  ): Promise<boolean> {
    const different = [...new Set(marks)].sort();
    // The sweep runs hourly. Until then, expired marks are deleted here.
    await this.queries.run(
      `DELETE FROM integration_marks WHERE integration = $1 AND expires_at <= $2
         AND mark IN ${this.queries.dialect.strings('$3')}`,
      [integration, now, JSON.stringify(different)],
    );
    const written = await this.queries.insertCounting(
      'INSERT INTO integration_marks (integration, mark, expires_at)',
      different.map((mark) => [integration, mark, expiresAt]),
      'ON CONFLICT (integration, mark) DO NOTHING',
    );
    return written === different.length;
  }

  async isMarked(integration: number, marks: readonly string[], now: number): Promise<boolean> {
    const row = await this.queries.get(
      `SELECT mark FROM integration_marks WHERE integration = $1 AND expires_at > $2
         AND mark IN ${this.queries.dialect.strings('$3')} LIMIT 1`,
      [integration, now, JSON.stringify(marks)],
    );
    return row !== undefined;
  }

  async isFull(integration: number, amount: number): Promise<boolean> {
    const row = await this.queries.get(
      `SELECT event FROM integration_event_states WHERE integration = $1 AND state = 'waiting'
       ORDER BY event LIMIT 1 OFFSET $2`,
      [integration, amount - 1],
    );
    return row !== undefined;
  }

  async add({ id, integration, type, receivedAt, body, people }: NewEvent): Promise<void> {
    const octets = Buffer.byteLength(body);
    const [row] = await this.queries.insert<{ key: number }>(
      'INSERT INTO integration_events (id, organization, integration, type, received_at, octets, body)',
      [[id, this.organization, integration, type, receivedAt, octets, body]],
      'RETURNING key',
    );
    const event = row!.key;
    await this.queries.insert(
      'INSERT INTO integration_event_states (event, organization, integration, state, attempts)',
      [[event, this.organization, integration, 'waiting', 0]],
    );
    if (people.length > 0) {
      await this.queries.insert(
        'INSERT INTO integration_people (event, mark, organization)',
        people.map((mark) => [event, mark, this.organization]),
        'ON CONFLICT (event, mark) DO NOTHING',
      );
    }
    changeStorage(this.queries, this.organization, octets + rowOctets.integrationEvent);
  }

  async byId(id: string): Promise<(IntegrationEventRecord & { body: string }) | undefined> {
    const row = await this.queries.get<Row & { body: string }>(
      `SELECT ${names}, event_row.body FROM ${joined} WHERE event_row.id = $1 AND event_row.organization = $2`,
      [id, this.organization],
    );
    return row && { ...recordOf(row), body: row.body };
  }

  async hold(
    key: number,
  ): Promise<Pick<IntegrationEventRecord, 'state' | 'attempts' | 'tracked'> | undefined> {
    return await this.queries.get(
      `SELECT state, attempts, tracked FROM integration_event_states
       WHERE event = $1 AND organization = $2 ${forUpdate(this.queries)}`,
      [key, this.organization],
    );
  }

  async settle(
    key: number,
    {
      state,
      outcome,
      tracked = null,
    }: { state: IntegrationEventState; outcome: string; tracked?: string | null },
    at: number,
  ): Promise<void> {
    await this.queries.run(
      `UPDATE integration_event_states SET state = $3, outcome = $4, settled_at = $5, attempts = attempts + 1,
         tracked = COALESCE($6, tracked)
       WHERE event = $1 AND organization = $2`,
      [key, this.organization, state, outcome, at, tracked],
    );
  }

  async page(
    integration: number,
    state: IntegrationEventState | undefined,
    request: PageRequest,
  ): Promise<Page<IntegrationEventRecord>> {
    const values: Value[] = [this.organization, integration];
    const page = await readPage<Row>(
      this.queries,
      state === undefined
        ? {
            select: `SELECT ${names} FROM ${joined}
              WHERE event_row.organization = $1 AND event_row.integration = $2`,
            values,
            key: 'event_row.key',
          }
        : {
            // Uses the index on states, in which rows with the same state are adjacent.
            select: `SELECT ${names} FROM ${joined}
              WHERE standing.organization = $1 AND standing.integration = $2 AND standing.state = $3`,
            values: [...values, state],
            key: 'standing.event',
          },
      request,
    );
    return { ...page, rows: page.rows.map(recordOf) };
  }

  /** Queues events again, oldest first: one, all failed, or all since an instant. Returns their ids. */
  async replay(
    integration: number,
    wanted: { id: string } | { since: number } | 'failed',
    limit: number,
  ): Promise<string[]> {
    const [condition, value]: [string, Value] =
      wanted === 'failed'
        ? ['standing.state = $3', 'failed']
        : 'id' in wanted
          ? [`standing.state <> 'waiting' AND event_row.id = $3`, wanted.id]
          : [`standing.state <> 'waiting' AND event_row.received_at >= $3`, wanted.since];
    const rows = await this.queries.all<{ key: number; id: string }>(
      `SELECT event_row.key, event_row.id FROM ${joined}
       WHERE event_row.organization = $1 AND event_row.integration = $2 AND standing.integration = $2
         AND ${condition} ORDER BY event_row.key LIMIT $4`,
      [this.organization, integration, value, limit],
    );
    await this.queries.run(
      `UPDATE integration_event_states SET state = 'waiting', settled_at = NULL
       WHERE organization = $1 AND event IN ${this.queries.dialect.integers('$2')}`,
      [this.organization, JSON.stringify(rows.map(({ key }) => key))],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes the next events that name one of these people. @returns the number; `limit` if events may be left */
  async forgetPeople(marks: readonly string[], limit: number): Promise<number> {
    const rows = await this.queries.all<{ event: number }>(
      `SELECT DISTINCT event FROM integration_people
       WHERE organization = $1 AND mark IN ${this.queries.dialect.strings('$2')} LIMIT $3`,
      [this.organization, JSON.stringify(marks), limit],
    );
    await removeEvents(
      this.queries,
      rows.map(({ event }) => event),
    );
    return rows.length;
  }
}

/** Deletes up to `limit` events of all organizations. Returns their number; fewer when done. */
export async function forgetIntegrationEvents(
  queries: Queries,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await queries.all<{ key: number }>(
    `SELECT key FROM (SELECT key, received_at FROM integration_events ORDER BY key LIMIT $2) AS oldest
     WHERE received_at < $1`,
    [before, limit],
  );
  await removeEvents(
    queries,
    rows.map(({ key }) => key),
  );
  return rows.length;
}

export async function forgetIntegrationMarks(queries: Queries, now: number, limit: number): Promise<number> {
  const due =
    'SELECT integration, mark FROM integration_marks WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2';
  return await queries.run(`DELETE FROM integration_marks WHERE (integration, mark) IN (${due})`, [
    now,
    limit,
  ]);
}

/** Deletes the next rows of a deleted integration, and finally the integration. False if there is none. */
export async function forgetDeletedIntegration(queries: Queries, limit: number): Promise<boolean> {
  const deleted = await queries.get<{ key: number }>(
    'SELECT key FROM integrations WHERE deleted_at IS NOT NULL ORDER BY key LIMIT 1',
    [],
  );
  if (!deleted) return false;
  const rows = await queries.all<{ key: number }>(
    'SELECT key FROM integration_events WHERE integration = $1 ORDER BY key LIMIT $2',
    [deleted.key, limit],
  );
  await removeEvents(
    queries,
    rows.map(({ key }) => key),
  );
  const marks = await queries.run(
    `DELETE FROM integration_marks WHERE integration = $1 AND mark IN (
       SELECT mark FROM integration_marks WHERE integration = $1 LIMIT $2)`,
    [deleted.key, limit],
  );
  if (rows.length === limit || marks === limit) return true;
  await queries.run('DELETE FROM integration_states WHERE integration = $1', [deleted.key]);
  await rememberPositions(queries, 'integrations', 'key = $1', [deleted.key]);
  await queries.run('DELETE FROM integrations WHERE key = $1', [deleted.key]);
  return true;
}

async function removeEvents(queries: Queries, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  const among = queries.dialect.integers('$1');
  const values = [JSON.stringify(keys)];
  await queries.run(`DELETE FROM integration_event_states WHERE event IN ${among}`, values);
  await queries.run(`DELETE FROM integration_people WHERE event IN ${among}`, values);
  const removed = await queries.all<{ organization: number; octets: number }>(
    `DELETE FROM integration_events WHERE key IN ${among} RETURNING organization, octets`,
    values,
  );
  for (const { organization, octets } of removed) {
    changeStorage(queries, organization, -(octets + rowOctets.integrationEvent));
  }
}

function recordOf(row: Row): IntegrationEventRecord {
  return {
    key: row.key,
    id: row.id,
    integration: row.integration,
    type: row.type,
    receivedAt: row.received_at,
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome,
    settledAt: row.settled_at,
    tracked: row.tracked,
  };
}
