import type { KeyObject } from 'node:crypto';
import { hourMs, minuteMs, secondMs } from '../../model/instant.ts';
import { certificateKey } from '../../model/integration/sns.ts';
import type { Engine } from '../context/scope.ts';

const certificateOctetsMax = 16 * 1024;
const fetchMsMax = 5 * secondMs;
const believedMs = 24 * hourMs;
/** Pause after a failed fetch. */
const restMs = minuteMs;
/** SNS has one per region and rotates it about once a year. */
const certificatesMax = 50;

type Known = { key: Promise<KeyObject | null>; until: number };

const certificates = new WeakMap<Engine, Map<string, Known>>();

/** Null when it cannot be fetched or is invalid. @param url on the region's own host, as `readSns` has checked */
export async function snsKey(engine: Engine, url: string): Promise<KeyObject | null> {
  const { clock } = engine.world;
  const known = certificates.get(engine) ?? new Map<string, Known>();
  certificates.set(engine, known);
  const kept = known.get(url);
  if (kept && clock.monotonic() < kept.until) return await kept.key;
  const entry: Known = { key: fetchKey(engine, url), until: clock.monotonic() + restMs };
  known.delete(url);
  known.set(url, entry);
  for (const oldest of known.keys()) {
    if (known.size <= certificatesMax) break;
    known.delete(oldest);
  }
  const key = await entry.key;
  if (key !== null) entry.until = clock.monotonic() + believedMs;
  return key;
}

async function fetchKey({ world }: Engine, url: string): Promise<KeyObject | null> {
  const { fetchDocument, clock, log } = world;
  const fetched = await fetchDocument?.({
    url,
    takes: () => true,
    octetsMax: certificateOctetsMax,
    withinMs: fetchMsMax,
  });
  const key = fetched && 'text' in fetched ? certificateKey(fetched.text, clock.now()) : null;
  if (key === null) {
    const why =
      fetched === undefined ? 'fetching is disabled' : 'why' in fetched ? fetched.why : 'it is not valid';
    log.warn({ url, why }, 'An SNS certificate cannot be used');
  }
  return key;
}
