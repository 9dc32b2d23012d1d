import { z } from 'zod';
import { Instant, isoInstant, minuteMs } from '../instant.ts';
import { freeFields } from '../text/custom-attributes.ts';
import { untrusted } from '../text/untrusted.ts';

const eventAheadMaxMs = 5 * minuteMs;
export const eventNameLengthMax = 128;
const eventPropertyLimits = { keysMax: 1_000, bytesMax: 16 * 1024 } as const;

export type EventRecord = {
  key: number;
  id: string;
  name: string;
  subscriberId: string;
  /** The subscriber's address when the event was tracked. */
  email: string;
  properties: Record<string, unknown>;
  occurredAt: number;
  receivedAt: number;
};

export type TrackedEvent = { subscriber: number; event: Omit<EventRecord, 'key'> };

/** Checked separately, because a pattern in the JSON Schema would need Unicode support, which some clients lack. */
export const EventName = z
  .string()
  .min(1)
  .max(eventNameLengthMax)
  .check((ctx) => {
    if (eventName.test(ctx.value)) return;
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      message: 'may hold letters, digits, . _ - : and spaces only',
    });
  });

const eventName = /^[\p{L}\p{M}\p{N}._\-: ]*$/u;

export const EventProperties = freeFields(z.unknown(), eventPropertyLimits);

export function mayHaveOccurred(occurredAt: number, now: number): boolean {
  return occurredAt <= now + eventAheadMaxMs;
}

/** API callers often pass on visitor input, even in an event's name. */
export const Event = z.object({
  object: z.literal('event'),
  id: z.string(),
  name: untrusted(z.string()),
  subscriberId: z.string(),
  email: untrusted(z.string()),
  properties: untrusted(z.record(z.string(), z.unknown())),
  occurredAt: Instant,
  receivedAt: Instant,
});

export function eventAnswer(event: TrackedEvent['event']): z.infer<typeof Event> {
  return {
    object: 'event',
    id: event.id,
    name: event.name,
    subscriberId: event.subscriberId,
    email: event.email,
    properties: event.properties,
    occurredAt: isoInstant(event.occurredAt),
    receivedAt: isoInstant(event.receivedAt),
  };
}
