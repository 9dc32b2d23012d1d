import { createHash } from 'node:crypto';
import { Failure, invalidField } from '../../model/failure.ts';
import type { ImportCounts } from '../../model/import/counts.ts';
import {
  hasEnded,
  type ImportOptions,
  type ImportPhase,
  type ImportState,
  type KnownImport,
  mayMove,
  type Reading,
} from '../../model/import/import.ts';
import { importLimits } from '../../model/import/limits.ts';
import { addJobs, removeJob } from '../../store/jobs.ts';
import type { FilePiece } from '../../store/records/transfers/import-files.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { type Caller, isAssistant } from '../context/caller.ts';
import type { Engine, Scope } from '../context/scope.ts';
import { type FileOctets, givenFile, keptFile } from './file-pieces.ts';
import type { ImportScene } from './judge-rows.ts';
import { type Listener, previewFile } from './preview-file.ts';
import { detectReading } from './read-file.ts';

export type NewImport = {
  id: string;
  fileName: string | null;
  options: ImportOptions;
  pieces: readonly FilePiece[];
};

const freshState: Omit<ImportState, 'preview'> = {
  status: 'uploading',
  phase: 'preview',
  octets: 0,
  rowsDone: 0,
  mailsMax: null,
  staysHere: false,
  counts: null,
  failure: null,
  startedAt: null,
  endedAt: null,
};

/** @throws Failure conflict when the organization has too many unfinished imports */
export async function addImport(
  store: OrganizationStore,
  caller: Pick<Caller, 'door' | 'token'>,
  { id, fileName, options, pieces }: NewImport,
  now: number,
): Promise<KnownImport> {
  if ((await store.imports.openAmount()) >= importLimits.openMax && !(await cancelIdle(store, now))) {
    throw new Failure('conflict', {
      message: `An organization can have at most ${importLimits.openMax} unfinished imports; cancel one`,
    });
  }
  const octets = pieces.reduce((sum, piece) => sum + piece.octets, 0);
  const { record: unkept, state } = createUnsavedImport(caller, { id, fileName, options }, now);
  const record = { ...unkept, cause: store.origin.chain };
  const kept = { ...state, octets };
  const key = await store.imports.add(record, options, kept);
  if (pieces.length > 0) await store.importFiles.keepPart(key, 1, pieces);
  return { record: { ...record, key }, state: kept, options, reading: null };
}

export function createUnsavedImport(
  caller: Pick<Caller, 'door' | 'token'>,
  { id, fileName, options }: Omit<NewImport, 'pieces'>,
  now: number,
): KnownImport {
  const token = caller.token?.key ?? null;
  const record = { key: 0, id, fileName, token, assistant: isAssistant(caller), cause: null, createdAt: now };
  return { record, state: { ...freshState, preview: null }, options, reading: null };
}

/** Cancels an abandoned preview to make room. @returns false when there is none */
async function cancelIdle(store: OrganizationStore, now: number): Promise<boolean> {
  const idle = await store.imports.oldestIdle(now - importLimits.idleMs);
  if (idle === undefined) return false;
  await cancelImport(store, idle, now);
  return true;
}

/** Stores one part of an upload. Repeating a part changes nothing. @throws Failure */
export async function addPart(
  store: OrganizationStore,
  caller: Pick<Caller, 'door' | 'token'>,
  id: string,
  part: number,
  pieces: readonly FilePiece[],
  now: number,
): Promise<KnownImport> {
  const known = await takenOver(store, caller, await held(store, id));
  const { record, state } = known;
  if (state.status !== 'uploading')
    throw new Failure('conflict', { message: 'The file of this import is already complete' });
  const octets = state.octets + (await store.importFiles.keepPart(record.key, part, pieces));
  if (octets > importLimits.fileOctetsMax) {
    throw new Failure('payload_too_large', { details: { bytes_max: importLimits.fileOctetsMax } });
  }
  const next = { ...state, octets };
  await store.imports.keepState(record.key, next, now);
  return { ...known, state: next };
}

export type FileLook = { reading: Reading | null; counts: ImportCounts | null };

/** Reads the file during the call if it is small enough. @throws Failure validation_error */
export async function examineFile(
  scope: Pick<Scope, 'caller' | 'store' | 'signal'> & { engine: Engine },
  { octets, length, known }: { octets: FileOctets; length: number; known: KnownImport | null },
  options: ImportOptions,
  wants: 'reading' | 'counts',
  onRows?: Listener['onRows'],
): Promise<FileLook> {
  if (length > importLimits.previewedAtOnceOctetsMax) return { reading: null, counts: null };
  const { engine, caller, store, signal } = scope;
  const reading = await detectReading(octets, options, store, signal);
  if (wants === 'reading') return { reading, counts: null };
  const hasErased = await store.suppressions.hasErased();
  const scene: ImportScene = {
    engine,
    caller,
    options,
    mailsLeft: null,
    staysHere: false,
    isLive: false,
    hasErased,
    assistant: isAssistant(caller),
    importKey: known?.record.key ?? null,
  };
  return { reading, counts: await previewFile(scene, store, octets, reading, { signal, onRows }) };
}

export function fileOfImport(store: OrganizationStore, { record }: KnownImport): FileOctets {
  return keptFile(store.importFiles, record.key);
}

export function fileOfText(csv: string): { octets: FileOctets; bytes: Buffer } {
  const bytes = Buffer.from(csv, 'utf8');
  return { octets: givenFile(bytes), bytes };
}

/** Queues an import. `staysHere` keeps opt-in requests captured. @throws Failure not_found, or conflict */
export async function queueImport(
  store: OrganizationStore,
  caller: Pick<Caller, 'door' | 'token'>,
  id: string,
  {
    phase,
    options,
    looked,
    mailsMax,
    staysHere,
  }: {
    phase: ImportPhase;
    options: ImportOptions;
    looked: FileLook;
    mailsMax: number | null;
    staysHere: boolean;
  },
  now: number,
): Promise<KnownImport> {
  const known = await takenOver(store, caller, await held(store, id));
  const { record } = known;
  const isDone = phase === 'preview' && looked.counts !== null;
  const status = isDone ? 'previewed' : 'queued';
  if (!mayMove(known.state.status, status)) {
    throw new Failure('conflict', {
      message: `The import is ${known.state.status} and can no longer be changed`,
    });
  }
  if (!(await store.importFiles.isWhole(record.key)))
    throw invalidField('import', 'is missing a part of its file');
  const isSame = JSON.stringify(options) === JSON.stringify(known.options);
  const preview = looked.counts ?? (isSame ? known.state.preview : null);
  const reading = looked.reading ?? (isSame ? known.reading : null);
  const state: ImportState = {
    ...known.state,
    status,
    phase,
    mailsMax,
    staysHere,
    preview,
    rowsDone: 0,
    counts: null,
  };
  await store.imports.keepPlan(record.key, { options, reading, preview });
  await store.imports.keepState(record.key, state, now);
  if (status === 'queued') {
    await addJobs(
      store.queries,
      [{ organization: store.organization, kind: 'run_import', subject: id, runAt: now }],
      now,
    );
  }
  return { record, state, options, reading };
}

/** Cancels an import. Rows already written stay. @throws Failure not_found, conflict */
export async function cancelImport(store: OrganizationStore, id: string, now: number): Promise<KnownImport> {
  const known = await held(store, id);
  if (known.state.status === 'cancelled') return known;
  if (hasEnded(known.state.status))
    throw new Failure('conflict', { message: `The import is already ${known.state.status}` });
  const state: ImportState = { ...known.state, status: 'cancelled', endedAt: now };
  await store.imports.keepState(known.record.key, state, now);
  await removeJob(store.queries, 'run_import', id);
  return { ...known, state };
}

/** Attributes a person's import to the assistant that adds to it or starts it. */
async function takenOver(
  store: OrganizationStore,
  caller: Pick<Caller, 'door' | 'token'>,
  known: KnownImport,
): Promise<KnownImport> {
  if (!isAssistant(caller) || known.record.assistant) return known;
  const taken = { token: caller.token?.key ?? null, assistant: true, cause: store.origin.chain };
  await store.imports.takeOver(known.record.key, taken);
  return { ...known, record: { ...known.record, ...taken } };
}

async function held(store: OrganizationStore, id: string): Promise<KnownImport> {
  const known = await store.imports.hold(id);
  if (!known) throw new Failure('not_found');
  return known;
}

/** Hashes a file whose parts can still be replaced; null for a complete file. */
export async function hashUpload(
  { importFiles }: Pick<OrganizationStore, 'importFiles'>,
  known: KnownImport | undefined,
): Promise<string | null> {
  if (known?.state.status !== 'uploading') return null;
  const digest = createHash('sha256');
  for await (const { content } of importFiles.pieces(known.record.key)) digest.update(`${content}\n`);
  return digest.digest('base64url');
}
