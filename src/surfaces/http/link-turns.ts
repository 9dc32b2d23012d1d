import type { Engine } from '../../engine/context/scope.ts';
import { Failure } from '../../model/failure.ts';

/** A scanner follows every link of a mail at once. */
const waitingMax = 100;
const busyRetrySeconds = 1;

type Line = { waiting: number; last: Promise<unknown> };

const lines = new WeakMap<Engine, Map<string, Line>>();

/**
 * Uses of one link come one after another, so that a flood of them has one statement or one transaction of the
 * database at a time, however many connections it comes by.
 * @param link its purpose and its token
 * @throws Failure service_unavailable when too many uses wait
 */
export async function inTurnOfLink<Answer>(
  engine: Engine,
  link: string,
  use: () => Promise<Answer>,
): Promise<Answer> {
  const all = lines.get(engine) ?? new Map<string, Line>();
  lines.set(engine, all);
  const line = all.get(link) ?? { waiting: 0, last: Promise.resolve() };
  if (line.waiting >= waitingMax) {
    throw new Failure('service_unavailable', {
      message: 'This link is being used too often; ask again shortly',
      retryAfterSeconds: busyRetrySeconds,
    });
  }
  all.set(link, line);
  line.waiting += 1;
  const used = line.last.then(use);
  // A use that fails is answered with its failure, and the next one goes on.
  line.last = used.catch(() => {});
  try {
    return await used;
  } finally {
    line.waiting -= 1;
    if (line.waiting === 0) all.delete(link);
  }
}
