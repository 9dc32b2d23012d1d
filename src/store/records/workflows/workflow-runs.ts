import { rowOctets } from '../../../model/organization/storage.ts';
import { workflowLimits } from '../../../model/workflow/definition.ts';
import type { RunStart, RunState } from '../../../model/workflow/runs/run.ts';
import { Columns, generated, json, plain } from '../../columns.ts';
import type { Queries } from '../../database.ts';
import { isAmong } from '../../look-up-each.ts';
import { forUpdate } from '../../row-lock.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import { changeStorage } from '../mail/storage.ts';
import { isRunOfErased } from '../people/erasures.ts';

/** A run as it began, with the keys of its workflow and subscriber. */
export type RunRecord = RunStart & {
  key: number;
  workflow: number;
  subscriber: number;
  subscriberId: string;
};

export type StateRecord = RunState & {
  run: number;
  workflow: number;
  subscriber: number;
  /** Version in use: the run's first, unless it was moved. */
  version: number;
  /** Remaining wait in ms of a run that came due while its workflow was paused. */
  leftMs: number | null;
  pausedMs: number;
};

export type KnownRun = { run: RunRecord; state: StateRecord };

const runColumns = new Columns<RunRecord>({
  key: generated('key'),
  id: plain('id'),
  workflow: plain('workflow'),
  version: plain('version'),
  subscriber: plain('subscriber'),
  subscriberId: plain('subscriber_id'),
  entry: plain('entry'),
  entryValue: plain('entry_value'),
  trigger: json('trigger_data'),
  depth: plain('depth'),
  assistant: plain('assistant'),
  cause: json('cause'),
  startedAt: plain('started_at'),
});

const stateColumns = new Columns<StateRecord>({
  run: plain('run'),
  workflow: plain('workflow'),
  subscriber: plain('subscriber'),
  version: plain('version'),
  status: plain('status'),
  step: plain('step'),
  visit: plain('visit'),
  arrivedAt: plain('arrived_at'),
  wait: json('wait'),
  dueAt: plain('due_at'),
  leftMs: plain('left_ms'),
  pausedMs: plain('paused_ms'),
  endedAt: plain('ended_at'),
  ended: json('ended'),
});
const changedState = stateColumns.changing
  .filter((name) => name !== 'run')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

export type VisitRecord = {
  run: number;
  visit: number;
  step: string;
  arrivedAt: number;
  leftAt: number;
  via: string;
  because: Readonly<Record<string, unknown>>;
  emailId: string | null;
};

const visitColumns = new Columns<VisitRecord>({
  run: plain('run'),
  visit: plain('visit'),
  step: plain('step'),
  arrivedAt: plain('arrived_at'),
  leftAt: plain('left_at'),
  via: plain('via'),
  because: json('because'),
  emailId: plain('email_id'),
});

export class WorkflowRunRecords extends ScopedRecords {
  /** Starts each run unless its entry already started one. Returns the started runs. */
  async start(
    runs: readonly { run: Omit<RunRecord, 'key'>; state: Omit<StateRecord, 'run'> }[],
  ): Promise<KnownRun[]> {
    const rows = await this.queries.insert<{ key: number; id: string }>(
      `INSERT INTO workflow_runs (organization, ${runColumns.inserted})`,
      runs.map(({ run }) => [this.organization, ...runColumns.values(run)]),
      'ON CONFLICT (workflow, entry) DO NOTHING RETURNING key, id',
    );
    const keys = new Map(rows.map(({ key, id }) => [id, key]));
    const begun = runs.flatMap(({ run, state }): KnownRun[] => {
      const key = keys.get(run.id);
      return key === undefined ? [] : [{ run: { ...run, key }, state: { ...state, run: key } }];
    });
    await this.saveStates(begun.map(({ state }) => state));
    for (const { run } of begun) {
      const octets = Buffer.byteLength(JSON.stringify(run.trigger)) + rowOctets.workflowRun;
      changeStorage(this.queries, this.organization, octets);
    }
    return begun;
  }

  async saveStates(states: readonly StateRecord[]): Promise<void> {
    await this.queries.insert(
      `INSERT INTO workflow_states (organization, ${stateColumns.inserted})`,
      states.map((state) => [this.organization, ...stateColumns.values(state)]),
      `ON CONFLICT (run) DO UPDATE SET ${changedState}`,
    );
  }

  async addVisits(visits: readonly VisitRecord[]): Promise<void> {
    await this.queries.insert(
      `INSERT INTO workflow_visits (organization, ${visitColumns.inserted})`,
      visits.map((visit) => [this.organization, ...visitColumns.values(visit)]),
    );
  }

  /** Returns due runs, longest-due first, without a lock. */
  async due(from: number, now: number, limit: number): Promise<StateRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${stateColumns.names} FROM workflow_states
       WHERE organization = $1 AND due_at IS NOT NULL AND due_at >= $2 AND due_at <= $3
       ORDER BY due_at LIMIT $4`,
      [this.organization, from, now, limit],
    );
    return rows.map((row) => stateColumns.read(row));
  }

  /** Returns when the next run is due; null if none waits. */
  async nextDue(): Promise<number | null> {
    const row = await this.queries.get<{ due_at: number }>(
      // Starts at the floor, because runs that have moved on left dead index entries below it.
      `SELECT due_at FROM workflow_states
       WHERE organization = $1 AND due_at IS NOT NULL
         AND due_at >= (SELECT due_floor FROM workflow_organizations WHERE organization = $1)
       ORDER BY due_at LIMIT 1`,
      [this.organization],
    );
    return row?.due_at ?? null;
  }

  /** Locks existing states until the transaction ends, in run order. */
  async holdStates(runs: readonly number[]): Promise<StateRecord[]> {
    if (runs.length === 0) return [];
    const rows = await this.queries.all<object>(
      `SELECT ${stateColumns.names} FROM workflow_states
       WHERE organization = $1 AND ${isAmong(this.queries, 'run', this.queries.dialect.integers('$2'))}
       ORDER BY run ${forUpdate(this.queries)}`,
      [this.organization, JSON.stringify(runs)],
    );
    return rows.map((row) => stateColumns.read(row));
  }

  async holdOpenOf(subscribers: readonly number[]): Promise<StateRecord[]> {
    if (subscribers.length === 0) return [];
    const rows = await this.queries.all<object>(
      `SELECT ${stateColumns.names} FROM workflow_states
       WHERE organization = $1 AND ended_at IS NULL AND ${isAmong(this.queries, 'subscriber', this.queries.dialect.integers('$2'))}
       ORDER BY run ${forUpdate(this.queries)}`,
      [this.organization, JSON.stringify(subscribers)],
    );
    return rows.map((row) => stateColumns.read(row));
  }

  async byKeys(runs: readonly number[]): Promise<Map<number, RunRecord>> {
    if (runs.length === 0) return new Map();
    const rows = await this.queries.all<object>(
      `SELECT ${runColumns.names} FROM workflow_runs
       WHERE organization = $1 AND ${isAmong(this.queries, 'key', this.queries.dialect.integers('$2'))}`,
      [this.organization, JSON.stringify(runs)],
    );
    return new Map(rows.map((row) => runColumns.read(row)).map((run) => [run.key, run]));
  }

  async knownByKeys(keys: readonly number[]): Promise<KnownRun[]> {
    const runs = await this.byKeys(keys);
    const states = await this.#statesOf([...runs.keys()]);
    return [...runs.values()].flatMap((run): KnownRun[] => {
      const state = states.get(run.key);
      return state ? [{ run, state }] : [];
    });
  }

  async byId(id: string): Promise<KnownRun | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${runColumns.names} FROM workflow_runs
       WHERE id = $1 AND organization = $2 AND NOT ${isRunOfErased('workflow_runs')}`,
      [id, this.organization],
    );
    const run = runColumns.readIf(row);
    const state = run && (await this.stateOf(run.key));
    return run && state && { run, state };
  }

  async stateOf(run: number): Promise<StateRecord | undefined> {
    const row = await this.queries.get<object>(
      `SELECT ${stateColumns.names} FROM workflow_states WHERE run = $1 AND organization = $2`,
      [run, this.organization],
    );
    return stateColumns.readIf(row);
  }

  /** In visit order. Returns only the newest visits of a run that exceeds the limit. */
  async visitsOf(run: number): Promise<VisitRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${visitColumns.names} FROM workflow_visits
       WHERE run = $1 AND organization = $2 ORDER BY visit DESC LIMIT $3`,
      [run, this.organization, workflowLimits.visitsMax],
    );
    return rows.map((row) => visitColumns.read(row)).reverse();
  }

  /** Returns the accepted mails of runs, with the newest of each step last. */
  async mailsOf(
    runs: readonly number[],
  ): Promise<{ run: number; step: string; emailId: string; at: number }[]> {
    if (runs.length === 0) return [];
    const rows = await this.queries.all<{ run: number; step: string; email_id: string; left_at: number }>(
      `SELECT run, step, email_id, left_at FROM workflow_visits
       WHERE organization = $1 AND ${isAmong(this.queries, 'run', this.queries.dialect.integers('$2'))} AND email_id IS NOT NULL
       ORDER BY run, visit`,
      [this.organization, JSON.stringify(runs)],
    );
    return rows.map((row) => ({ run: row.run, step: row.step, emailId: row.email_id, at: row.left_at }));
  }

  async #statesOf(runs: readonly number[]): Promise<Map<number, StateRecord>> {
    const rows = await this.queries.all<object>(
      `SELECT ${stateColumns.names} FROM workflow_states
       WHERE organization = $1 AND ${isAmong(this.queries, 'run', this.queries.dialect.integers('$2'))}`,
      [this.organization, JSON.stringify(runs)],
    );
    return new Map(rows.map((row) => stateColumns.read(row)).map((state) => [state.run, state]));
  }

  /** Counts the runs that each of these people started since a time, up to `upTo`. */
  async startedSince(
    workflow: number,
    subscribers: readonly number[],
    since: number,
    upTo: number,
  ): Promise<Map<number, number>> {
    const rows = await this.queries.all<{ subscriber: number; amount: number }>(
      `SELECT wanted.a AS subscriber, (SELECT count(*) FROM (
         SELECT 1 FROM workflow_runs
         WHERE organization = $1 AND subscriber = wanted.a AND workflow = $2 AND started_at >= $3 LIMIT $4) AS counted) AS amount
       FROM ${this.queries.dialect.pairs('$5')} AS wanted`,
      [this.organization, workflow, since, upTo, JSON.stringify(subscribers.map((key) => [key]))],
    );
    return new Map(rows.map(({ subscriber, amount }) => [subscriber, amount]));
  }

  async entriesAmong(workflow: number, entries: readonly string[]): Promise<Set<string>> {
    const rows = await this.queries.all<{ entry: string }>(
      `SELECT entry FROM workflow_runs
       WHERE organization = $1 AND workflow = $2 AND ${isAmong(this.queries, 'entry', this.queries.dialect.strings('$3'))}`,
      [this.organization, workflow, JSON.stringify(entries)],
    );
    return new Set(rows.map(({ entry }) => entry));
  }

  async holdOpenThrough(workflow: number, through: number, limit: number): Promise<StateRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${stateColumns.names} FROM workflow_states
       WHERE organization = $1 AND workflow = $2 AND run <= $3 AND ended_at IS NULL
       ORDER BY run LIMIT $4 ${forUpdate(this.queries)}`,
      [this.organization, workflow, through, limit],
    );
    return rows.map((row) => stateColumns.read(row));
  }

  async newest(workflow: number): Promise<number> {
    const row = await this.queries.get<{ key: number | null }>(
      'SELECT max(key) AS key FROM workflow_runs WHERE organization = $1 AND workflow = $2',
      [this.organization, workflow],
    );
    return row?.key ?? 0;
  }

  async stepsInUse(workflow: number): Promise<string[]> {
    const rows = await this.queries.all<{ step: string }>(
      `SELECT DISTINCT step FROM workflow_states
       WHERE organization = $1 AND workflow = $2 AND ended_at IS NULL AND step IS NOT NULL`,
      [this.organization, workflow],
    );
    return rows.map(({ step }) => step);
  }

  async holdFrozen(workflow: number, limit: number): Promise<StateRecord[]> {
    const rows = await this.queries.all<object>(
      `SELECT ${stateColumns.names} FROM workflow_states
       WHERE organization = $1 AND workflow = $2 AND left_ms IS NOT NULL
       ORDER BY run LIMIT $3 ${forUpdate(this.queries)}`,
      [this.organization, workflow, limit],
    );
    return rows.map((row) => stateColumns.read(row));
  }

  async failed(workflow: number, limit: number): Promise<string[]> {
    const rows = await this.queries.all<{ id: string }>(
      `SELECT runs.id FROM workflow_states AS states JOIN workflow_runs AS runs ON runs.key = states.run
       WHERE states.organization = $1 AND states.workflow = $2 AND states.status = 'FAILED'
       ORDER BY states.run LIMIT $3`,
      [this.organization, workflow, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes an erased person's pending workflow starts and their entries in trigger segments. */
  async forgetPerson(subscriber: number): Promise<void> {
    await this.queries.run('DELETE FROM workflow_members WHERE subscriber = $1 AND organization = $2', [
      subscriber,
      this.organization,
    ]);
  }
}

/** Returns an ACTIVE workflow with runs that came due while it was paused. */
export async function findWorkflowToResume(
  queries: Queries,
  organization: number,
): Promise<number | undefined> {
  const row = await queries.get<{ key: number }>(
    `SELECT key FROM workflows WHERE organization = $1 AND status = 'ACTIVE' AND EXISTS (
       SELECT 1 FROM workflow_states WHERE workflow_states.workflow = workflows.key AND left_ms IS NOT NULL)
     LIMIT 1`,
    [organization],
  );
  return row?.key;
}
