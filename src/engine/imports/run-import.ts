import { Failure } from '../../model/failure.ts';
import { addedCounts, countLeftOut, noCounts } from '../../model/import/counts.ts';
import {
  hasEnded,
  type ImportRecord,
  type ImportState,
  type KnownImport,
  type Reading,
} from '../../model/import/import.ts';
import { importLimits } from '../../model/import/limits.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import { analyzeTable } from '../../store/analyze-table.ts';
import type { TransactionKind } from '../../store/database.ts';
import { finishJob, holdsLease, type Job, requeueJob, retryJob } from '../../store/jobs.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import { isSearched } from '../../store/records/transfers/import-files.ts';
import { OrganizationStore } from '../../store/store.ts';
import { findRootToken } from '../approval/allowance.ts';
import type { Engine } from '../context/scope.ts';
import { announceImport } from '../ledger/announce-changes.ts';
import { assertStorage } from '../organizations/assert-storage.ts';
import { ambientDelivery } from '../sending/preview-send.ts';
import { chooseBatchRows, randomSeed } from './batch-size.ts';
import { keptFile } from './file-pieces.ts';
import type { ImportScene } from './judge-rows.ts';
import { keepRows, RowsOvertaken } from './keep-rows.ts';
import { previewFile } from './preview-file.ts';
import { detectReading, type FileRow, rowsOfFile } from './read-file.ts';
import { addErasedSearchJob } from './seek-erased.ts';

const afterFaultMs = { first: 5 * secondMs, most: 10 * minuteMs };
/** After this many attempts, the next internal error fails the import. */
const attemptsMax = 50;
/** Each retry needs a concurrent save of the same people. */
const overtakenMax = 20;
const notedEveryRows = 20_000;

/** The import was cancelled or another worker has the job, so this step writes nothing. */
class Superseded extends Error {}

/** The position commits with its rows, so a restart continues there; earlier rows are read again for their addresses. */
export async function runImport(engine: Engine, job: Job): Promise<void> {
  try {
    const known = await begin(engine, job);
    if (known === null) return;
    const { record, state } = known;
    const { spareMemory = (work) => work() } = engine.world;
    await spareMemory(async () => {
      const store = engine.store.forOrganization(job.organization);
      const file = fileOf(engine, job, record.key);
      const reading = known.reading ?? (await detectReading(file, known.options, store));
      if (state.phase === 'preview') await preview(engine, job, known, reading);
      else await importRows(engine, job, known, reading);
    });
  } catch (error) {
    if (error instanceof Superseded) return;
    // Errors of the file or the organization are permanent.
    if (!(error instanceof Failure)) throw error;
    await giveUp(engine, job, error.message);
  }
}

export async function afterBrokenImport(engine: Engine, job: Job): Promise<void> {
  if (job.attempts >= attemptsMax)
    return await giveUp(engine, job, 'It failed repeatedly because of an internal error');
  const wait = Math.min(afterFaultMs.most, afterFaultMs.first * 2 ** job.attempts);
  const next = engine.world.clock.now() + wait;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}

function fileOf({ store }: Engine, { organization }: Job, importKey: number) {
  return keptFile(store.forOrganization(organization).importFiles, importKey);
}

/** @returns null when there is nothing to run, and ends the job */
async function begin(engine: Engine, job: Job): Promise<KnownImport | null> {
  return await engine.store.database.transaction(async (queries) => {
    const { imports } = new OrganizationStore(queries, job.organization);
    const known = await imports.hold(job.subject);
    if (!(await holdsLease(queries, job))) throw new Superseded();
    if (known?.state.status !== 'queued' && known?.state.status !== 'in_progress') {
      await finishJob(queries, job);
      return null;
    }
    if (known.state.status === 'in_progress') return known;
    const now = engine.world.clock.now();
    const state: ImportState = { ...known.state, status: 'in_progress', startedAt: now };
    await imports.keepState(known.record.key, state, now);
    return { ...known, state };
  });
}

async function sceneOf(
  engine: Engine,
  job: Job,
  { record, options, state }: KnownImport,
): Promise<ImportScene> {
  const store = engine.store.forOrganization(job.organization);
  const organization = await new OrganizationRecords(store.queries).byKey(job.organization);
  if (!organization) throw new Superseded();
  const token = record.token === null ? null : ((await store.tokens.byKey(record.token)) ?? null);
  const hasErased = await store.suppressions.hasErased();
  return {
    engine,
    caller: { organization, token },
    options,
    mailsLeft: null,
    staysHere: state.staysHere,
    isLive: false,
    hasErased,
    assistant: record.assistant,
    importKey: record.key,
  };
}

async function preview(engine: Engine, job: Job, known: KnownImport, reading: Reading): Promise<void> {
  const { record, options } = known;
  const scene = await sceneOf(engine, job, known);
  let noted = known.state.rowsDone;
  const counts = await previewFile(
    scene,
    engine.store.forOrganization(job.organization),
    fileOf(engine, job, record.key),
    reading,
    {
      async onRows(rows) {
        if (rows - noted < notedEveryRows) return;
        await inStep(engine, job, async (store) => {
          if (!(await store.imports.advance(record.key, noted, rows, noCounts()))) throw new Superseded();
        });
        noted = rows;
      },
    },
  );
  await inStep(engine, job, async (store, { state }) => {
    await store.imports.keepPlan(record.key, { options, reading, preview: counts });
    const next: ImportState = { ...state, status: 'previewed', rowsDone: 0, counts: null, preview: counts };
    const now = engine.world.clock.now();
    await store.imports.keepState(record.key, next, now);
    await finishJob(store.queries, job);
    if (await isSearched(store.queries, record.key)) await addErasedSearchJob(store, job.subject, now);
  });
}

async function importRows(engine: Engine, job: Job, known: KnownImport, reading: Reading): Promise<void> {
  const { record, options, state } = known;
  const scene = await sceneOf(engine, job, known);
  if (known.reading === null) {
    await inStep(engine, job, (store) =>
      store.imports.keepPlan(record.key, { options, reading, preview: state.preview }),
    );
  }
  const from = state.rowsDone;
  const lots = rowsOfFile(fileOf(engine, job, record.key), reading, options, {
    from,
    lotRows: () => chooseBatchRows(engine, job.organization),
    seed: randomSeed(engine),
  });
  let done = from;
  for await (const { rows, last } of lots) {
    let left: readonly FileRow[] = rows;
    do {
      const lot = { rows: left, last, from: done };
      const kept = await engine.bulkTurns.inTurn(job.organization, () => keepLot(scene, job, lot));
      // Updates the planner's statistics once there are rows.
      if (done === from) await engine.store.database.transaction(analyzeTable);
      done += kept;
      left = left.slice(kept);
      const isOver = last && left.length === 0;
      if (engine.stopping.now && !isOver) {
        const now = engine.world.clock.now();
        await engine.store.database.transaction((queries) => requeueJob(queries, job, now, job.createdAt));
        return;
      }
    } while (left.length > 0);
  }
}

/** @returns the rows done; fewer than all if another organization became active */
async function keepLot(
  scene: ImportScene,
  job: Job,
  { rows, last, from }: { rows: readonly FileRow[]; last: boolean; from: number },
): Promise<number> {
  const { engine, caller } = scene;
  const endsEarly = (): boolean => !engine.activeOrganizations.isAlone(job.organization);
  for (let attempt = 1; ; attempt += 1) {
    const kind = endsEarly() ? undefined : 'bulk';
    try {
      const { pending, done } = await inStep(
        engine,
        job,
        async (store, { record, state }) => {
          if (state.rowsDone !== from) throw new Superseded();
          const now = engine.world.clock.now();
          const before = state.counts ?? noCounts();
          const mailsLeft = state.mailsMax === null ? null : Math.max(0, state.mailsMax - before.pending);
          const isLive = await leavesNow(scene, store);
          const kept = await keepRows({ ...scene, mailsLeft, isLive }, store, rows, now, endsEarly);
          const done = kept.counts.rows;
          const counts = addedCounts(before, kept.counts);
          const noted = before.invalid + before.refused + before.duplicates + countLeftOut(before);
          await store.importFiles.addFaults(
            record.key,
            kept.faults.slice(0, Math.max(0, importLimits.faultsKeptMax - noted)),
          );
          if (!(await store.imports.advance(record.key, from, from + done, counts))) throw new Superseded();
          if (last && done === rows.length) {
            const end: ImportState = {
              ...state,
              status: 'completed',
              rowsDone: from + done,
              counts,
              endedAt: now,
            };
            await settleImport(store, record, end, now);
            await finishJob(store.queries, job);
          }
          await assertStorage(store.queries, caller.organization);
          return { pending: kept.counts.pending, done };
        },
        kind,
      );
      if (pending > 0) engine.wake();
      return done;
    } catch (error) {
      if (!(error instanceof RowsOvertaken) || attempt >= overtakenMax) throw error;
    }
  }
}

/** Read per transaction, because sending may be switched on during an import. */
async function leavesNow(
  { engine, caller: { organization, token } }: ImportScene,
  { queries }: OrganizationStore,
): Promise<boolean> {
  const now = (await new OrganizationRecords(queries).byKey(organization.key)) ?? organization;
  return ambientDelivery(engine.settings, { organization: now, token }) === 'live';
}

async function settleImport(
  store: OrganizationStore,
  record: ImportRecord,
  end: ImportState,
  now: number,
): Promise<void> {
  await store.imports.keepState(record.key, end, now);
  await announceImport(store, { record, state: end }, now);
}

/** Runs a step in a transaction that locks the import. @throws Superseded */
async function inStep<Result>(
  engine: Engine,
  job: Job,
  work: (store: OrganizationStore, known: KnownImport) => Promise<Result>,
  kind?: TransactionKind,
): Promise<Result> {
  return await engine.store.database.transaction(async (queries) => {
    const all = new OrganizationStore(queries, job.organization);
    // Lock order as in a cancellation: import, then job.
    const known = await all.imports.hold(job.subject);
    if (known?.state.status !== 'in_progress' || !(await holdsLease(queries, job))) throw new Superseded();
    const store = all.startedBy(known.record.cause);
    if (!known.record.assistant) return await work(store, known);
    const { token } = known.record;
    const assistant = await findRootToken(store, token === null ? null : { key: token });
    return await work(store.byAssistant(engine.world.clock, assistant), known);
  }, kind);
}

async function giveUp(engine: Engine, job: Job, failure: string): Promise<void> {
  await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, job.organization);
    const known = await store.imports.hold(job.subject);
    if (!(await finishJob(queries, job)) || !known || hasEnded(known.state.status)) return;
    const now = engine.world.clock.now();
    await settleImport(store, known.record, { ...known.state, status: 'failed', failure, endedAt: now }, now);
  });
}
