import { hasEnded, type ImportStatus, type KnownImport } from '../../model/import/import.ts';
import type { Scope } from '../context/scope.ts';

export function needsNoWork(status: ImportStatus): boolean {
  return status === 'uploading' || status === 'previewed' || hasEnded(status);
}

const lookEveryMs = 500;

/** Waits until the worker is done or the time is over, and reports progress. Undefined for an unknown id. */
export async function waitForImport(
  { store, engine, signal, progress }: Pick<Scope, 'store' | 'engine' | 'signal' | 'progress'>,
  id: string,
  waitMs: number,
): Promise<KnownImport | undefined> {
  const { clock } = engine.world;
  const until = clock.monotonic() + waitMs;
  let reported = 0;
  for (;;) {
    const known = await store.imports.byId(id);
    if (!known) return undefined;
    const { status, rowsDone, preview } = known.state;
    if (rowsDone > reported) progress(rowsDone, preview?.rows, 'rows done');
    reported = Math.max(reported, rowsDone);
    if (needsNoWork(status) || clock.monotonic() >= until) return known;
    await new Promise<void>((resolve) =>
      clock.after(Math.min(lookEveryMs, until - clock.monotonic()), resolve),
    );
    signal.throwIfAborted();
  }
}
