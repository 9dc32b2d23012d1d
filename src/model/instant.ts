import { z } from 'zod';

/** Instants are epoch milliseconds everywhere, and names of durations end in `Ms`. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export function isoInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

export function isoInstantOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : isoInstant(epochMs);
}

export const InstantInput = z
  .string()
  .max(40)
  .check((ctx) => {
    if (!isIsoInstant(ctx.value)) {
      ctx.issues.push({
        code: 'custom',
        input: ctx.value,
        message: 'must be an ISO 8601 date and time with Z or an offset, such as 2026-01-31T09:30:00Z',
      });
    }
  })
  .meta({ format: 'date-time' });

const isoShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function isIsoInstant(text: string): boolean {
  return isoShape.test(text) && Number.isFinite(Date.parse(text));
}

export const Instant = z.string().meta({ format: 'date-time' });
