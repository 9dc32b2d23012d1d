import { clockStepMsMin } from '../clock-mark.ts';
import { dayMs, hourMs } from '../instant.ts';

/** Spans are fixed and begin with their first mail. */
export type SendCap = { per_hour: number | null; per_day: number | null };

export type SpanCount = { startedAt: number; sends: number };

const spanMs = { hour: hourMs, day: dayMs } as const;

/** @returns the counts to store, or the seconds until the exhausted span ends */
export function spendSendCap(
  cap: SendCap,
  counts: { hour: SpanCount; day: SpanCount },
  amount: number,
  now: number,
): { hour: SpanCount; day: SpanCount } | { retryAfterSeconds: number } {
  const hour = running(counts.hour, spanMs.hour, now);
  const day = running(counts.day, spanMs.day, now);
  const waits: number[] = [];
  if (cap.per_hour !== null && hour.sends + amount > cap.per_hour)
    waits.push(hour.startedAt + spanMs.hour - now);
  if (cap.per_day !== null && day.sends + amount > cap.per_day) waits.push(day.startedAt + spanMs.day - now);
  if (waits.length > 0) return { retryAfterSeconds: Math.ceil(Math.max(...waits) / 1_000) };
  return {
    hour: { ...hour, sends: hour.sends + amount },
    day: { ...day, sends: day.sends + amount },
  };
}

export function leftOfCap(cap: SendCap, counts: { hour: SpanCount; day: SpanCount }, now: number): SendCap {
  const left = (most: number | null, span: 'hour' | 'day'): number | null =>
    most === null ? null : Math.max(0, most - running(counts[span], spanMs[span], now).sends);
  return { per_hour: left(cap.per_hour, 'hour'), per_day: left(cap.per_day, 'day') };
}

function running(count: SpanCount, lengthMs: number, now: number): SpanCount {
  // A span in the future began before the clock was set back. It would last too long, so a new span begins.
  const begun = count.startedAt < now + clockStepMsMin;
  return begun && count.startedAt + lengthMs > now ? count : { startedAt: now, sends: 0 };
}
