import { z } from 'zod';
import { Instant, isoInstant } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';

export const pauseReasonCharactersMax = 200;

/** Lasts until a person resumes sending. */
export type SendingPause = {
  at: number;
  /** Snapshot of the pausing person or API token; null for the operator. */
  by: { id: string; name: string } | null;
  reason: string | null;
};

export const pausedSentence = 'Sending is paused; this mail waits until a person resumes sending.';

export const SendingShown = z
  .object({
    status: z.enum(['active', 'paused']),
    paused_at: Instant.nullable(),
    // Token names and reasons may come from an assistant.
    paused_by: z.object({ id: z.string(), name: untrusted(z.string()) }).nullable(),
    reason: untrusted(z.string().nullable()),
  })
  .describe('paused: all mail waits until a person resumes sending');

export function sendingAnswer(pause: SendingPause | null): z.infer<typeof SendingShown> {
  if (pause === null) return { status: 'active', paused_at: null, paused_by: null, reason: null };
  return { status: 'paused', paused_at: isoInstant(pause.at), paused_by: pause.by, reason: pause.reason };
}

export function describePause({ by, reason }: SendingPause): string {
  return `Paused by ${by?.name ?? 'the operator'}${reason === null ? '' : `: ${reason}`}`;
}
