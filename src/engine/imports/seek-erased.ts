import { setImmediate as nextTurn } from 'node:timers/promises';
import { AddressFinder } from '../../model/import/find-address.ts';
import { minuteMs } from '../../model/instant.ts';
import { addJobs, finishJob, type Job, retryJob } from '../../store/jobs.ts';
import {
  nextSought,
  noteSearched,
  type Sought,
  soughtIn,
} from '../../store/records/transfers/import-files.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { keptFile } from './file-pieces.ts';
import { forgetImportedFiles } from './forget-files.ts';

const purpose = 'address sought in imports';
const afterFaultMs = minuteMs;
/** After this many errors the file stays until its retention time. */
const attemptsMax = 50;
const soughtMax = 50;

/** Schedules a search in waiting imports, in the erasing transaction. `cause` is unique to the erasure. */
export async function scheduleErasedSearch(
  { secretBox }: Pick<Engine, 'secretBox'>,
  store: OrganizationStore,
  { mark, email, cause }: { mark: string; email: string; cause: string },
  now: number,
): Promise<void> {
  if (await store.imports.passOver(mark, secretBox.seal(purpose, email)))
    await addErasedSearchJob(store, cause, now);
}

export async function addErasedSearchJob(
  { queries, organization }: OrganizationStore,
  cause: string,
  now: number,
): Promise<void> {
  await addJobs(queries, [{ organization, kind: 'seek_erased', subject: cause, runAt: now }], now);
}

/** Ends each waiting import that contains an erased person, so that its file is removed. */
export async function seekErased(engine: Engine, job: Job): Promise<void> {
  const { database } = engine.store;
  for (;;) {
    const next = await nextSought(database.reader, job.organization);
    if (!next) break;
    const sought = await soughtIn(database.reader, next.key, soughtMax);
    const isFound = await hasAny(engine, job.organization, next.key, sought);
    await database.transaction(async (queries) => {
      const store = new OrganizationStore(queries, job.organization);
      if (!isFound || (await endImport(store, next.id, engine.world.clock.now()))) {
        await noteSearched(queries, next.key, sought);
      }
    });
  }
  await forgetImportedFiles(engine, job.organization);
  await database.transaction((queries) => finishJob(queries, job));
}

export async function afterBrokenSearch(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + afterFaultMs;
  await engine.store.database.transaction(async (queries) => {
    if (job.attempts >= attemptsMax) await finishJob(queries, job);
    else await retryJob(queries, job, next);
  });
}

async function hasAny(
  { store, secretBox }: Engine,
  organization: number,
  importKey: number,
  sought: readonly Sought[],
): Promise<boolean> {
  const finder = new AddressFinder(sought.map((one) => secretBox.open(purpose, one.sought)));
  for await (const piece of keptFile(store.forOrganization(organization).importFiles, importKey)()) {
    if (finder.push(piece)) return true;
    await nextTurn();
  }
  return false;
}

/** @returns false for an import started meanwhile, which is searched again once it waits */
async function endImport({ imports }: OrganizationStore, id: string, now: number): Promise<boolean> {
  const known = await imports.hold(id);
  if (!known || known.state.endedAt !== null) return true;
  const { status } = known.state;
  if (status !== 'uploading' && status !== 'previewed') return false;
  const failure = 'A person in the file was erased. Upload it again without them';
  await imports.keepState(
    known.record.key,
    { ...known.state, status: 'cancelled', failure, endedAt: now },
    now,
  );
  return true;
}
