import type { CauseChain } from '../sending/mail-cause.ts';
import type { ExitReason } from './definition.ts';

export const runStatuses = ['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** A run as it was begun; it never changes. Instants are epoch milliseconds. */
export type RunStart = {
  id: string;
  /** What a second run with the same entry is refused by: the person, the event, or the person and a value. */
  entry: string;
  /** The value that tells a keyed run from others of the person; null in others. */
  entryValue: string | null;
  version: number;
  startedAt: number;
  /** What happened that started it. `properties` is outside text. */
  trigger: RunTrigger;
  /** Workflows that started one another before this one. */
  depth: number;
  /** Whose allowance pays for its mail. Null unless an assistant caused the run without an approval. */
  assistant: string | null;
  /** The calls and steps that started it; null for a run of an earlier version. */
  cause: CauseChain | null;
};

export type RunTrigger = {
  type: string;
  eventId: string | null;
  name: string | null;
  at: number;
  properties: Readonly<Record<string, unknown>>;
};

/** Why a run stands still. */
export type WaitReason =
  | 'delay'
  | 'event'
  /** Of the workflow, in the person's zone. */
  | 'quiet_hours'
  /** The person has had as many mails as `mailsMax` allows. */
  | 'mails_max'
  /** The recipient guard refused the mail; it names when the next is allowed. */
  | 'recipient_guard'
  /** The sender may not send now: no sender, no verified domain, a cap that is used up. */
  | 'sender';

export type Wait = {
  reason: WaitReason;
  /** Epoch ms when it ends by itself. */
  until: number;
  /** The name of the event waited for. */
  event?: string;
  /** What stands in the way, in a sentence. */
  problem?: string;
  /**
   * What a pause does to its end, which else moves by the length of the pause. `date`: nothing, it is a day or an instant.
   * `clock`: it is a time of day, so it moves by days.
   */
  kept?: 'date' | 'clock';
  /** A pause has moved its end, or passed over one that stays. */
  pausedOver?: true;
  /** Of `sender`: how often the mail was refused, and when first. */
  refusals?: { count: number; since: number };
};

/** Where a run stands; moves with each step. */
export type RunState = {
  status: RunStatus;
  /** The step that it is at; null when it is over. */
  step: string | null;
  /** Counts the steps that it has come to, from 1: no effect happens twice in one visit. */
  visit: number;
  /** When it came to the step. */
  arrivedAt: number;
  wait: Wait | null;
  /** When there is something to do next; null when it is over, or its workflow is paused. */
  dueAt: number | null;
  endedAt: number | null;
  ended: RunEnd | null;
};

/** Why a run is over. */
export type RunEnd =
  | { reason: 'finished' | 'goal' | 'cancelled' | 'erased' | 'too_many_visits' | 'past' | 'version_ended' }
  | { reason: 'left'; because: ExitReason }
  | { reason: 'exit'; label: string | null }
  | { reason: 'failed'; problem: string };

/** The run as it begins. */
export function firstState(start: string | null, at: number): RunState {
  if (start === null) {
    return {
      status: 'COMPLETED',
      step: null,
      visit: 0,
      arrivedAt: at,
      wait: null,
      dueAt: null,
      endedAt: at,
      ended: { reason: 'finished' },
    };
  }
  return {
    status: 'RUNNING',
    step: start,
    visit: 1,
    arrivedAt: at,
    wait: null,
    dueAt: at,
    endedAt: null,
    ended: null,
  };
}
