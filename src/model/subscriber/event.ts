import { z } from 'zod';
import { Instant, isoInstant, minuteMs } from '../instant.ts';
import { freeFields } from '../text/custom-attributes.ts';
import { untrusted } from '../text/untrusted.ts';

/** How far ahead of ours a caller's clock may be. */
const eventAheadMaxMs = 5 * minuteMs;
export const eventNameLengthMax = 128;
const eventPropertyLimits = { keysMax: 1_000, bytesMax: 16 * 1024 } as const;

/** A tracked event as stored. Instants are epoch milliseconds. */
export type EventRecord = {
  /** The internal key; never shown. */
  key: number;
  id: string;
  name: string;
  subscriberId: string;
  /** The subscriber's address when it was tracked. */
  email: string;
  properties: Record<string, unknown>;
  occurredAt: number;
  receivedAt: number;
};

/** An event before it is kept. @property subscriber the key of the person */
export type TrackedEvent = { subscriber: number; event: Omit<EventRecord, 'key'> };

/** The form is checked separately: a pattern in the JSON Schema would need Unicode support, which not every client has. */
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

/** Whether an event can have happened at `occurredAt`, as far as we know at `now`. */
export function mayHaveOccurred(occurredAt: number, now: number): boolean {
  return occurredAt <= now + eventAheadMaxMs;
}

/** API callers often pass on what their visitors typed, even in an event's name. */
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

/** The event as an answer. */
export function eventAnswer(event: EventRecord): z.infer<typeof Event> {
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
