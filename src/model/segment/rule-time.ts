import { dayMs, hourMs, minuteMs } from '../instant.ts';

const unitsMs: Readonly<Record<string, number>> = {
  minute: minuteMs,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
};
const spanShape = /^(\d{1,5}) (minute|hour|day|week|month|year)s?$/;
/** A hundred years; no data is older. */
const spanMaxMs = 100 * 365 * dayMs;

/** Parses a duration such as `30 days` into milliseconds; null if invalid. A month has 30 days. */
export function readSpanMs(text: string): number | null {
  const [, amount, unit] = spanShape.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return null;
  const ms = Number(amount) * unitsMs[unit]!;
  return ms > 0 && ms <= spanMaxMs ? ms : null;
}

const timeShape = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

export function readRuleTime(text: string): number | null {
  if (!timeShape.test(text)) return null;
  const at = Date.parse(text);
  return Number.isFinite(at) ? at : null;
}
