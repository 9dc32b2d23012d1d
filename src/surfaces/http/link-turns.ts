import { perEngine } from '../../engine/context/per-engine.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { Failure } from '../../model/failure.ts';

/** Scanners follow all links of an email at the same time. */
const waitingMax = 100;
const busyRetrySeconds = 1;

type Line = { waiting: number; last: Promise<unknown> };

const linesOf = perEngine(() => new Map<string, Line>());

/** A flood of uses occupies at most one database transaction. @throws Failure service_unavailable when too many uses wait */
export async function inTurnOfLink<Answer>(
  engine: Engine,
  link: string,
  use: () => Promise<Answer>,
): Promise<Answer> {
  const all = linesOf(engine);
  const line = all.get(link) ?? { waiting: 0, last: Promise.resolve() };
  if (line.waiting >= waitingMax) {
    throw new Failure('service_unavailable', {
      message: 'This link is used too often; try again shortly',
      retryAfterSeconds: busyRetrySeconds,
    });
  }
  all.set(link, line);
  line.waiting += 1;
  const used = line.last.then(use);
  // A failed use must not block the next one.
  line.last = used.catch(() => {});
  try {
    return await used;
  } finally {
    line.waiting -= 1;
    if (line.waiting === 0) all.delete(link);
  }
}
