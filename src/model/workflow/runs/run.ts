import type { CauseChain } from '../../sending/mail-cause.ts';
import type { ExitReason } from '../definition.ts';

export const runStatuses = ['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const;
export type RunStatus = (typeof runStatuses)[number];

export type RunStart = {
  id: string;
  /** Uniqueness key that prevents a second run for the same person, event or property value. */
  entry: string;
  /** Property value of a keyed run; null otherwise. */
  entryValue: string | null;
  version: number;
  startedAt: number;
  /** Its `properties` are untrusted text. */
  trigger: RunTrigger;
  /** Length of the chain of workflows before this run. */
  depth: number;
  /** The assistant whose budget pays for the mail; null unless an assistant caused the run without approval. */
  assistant: string | null;
  /** Calls and steps behind the run; null for runs of earlier releases. */
  cause: CauseChain | null;
};

export type RunTrigger = {
  type: string;
  eventId: string | null;
  name: string | null;
  at: number;
  properties: Readonly<Record<string, unknown>>;
};

export type WaitReason =
  | 'delay'
  | 'event'
  | 'quiet_hours'
  | 'mails_max'
  /** The recipient guard refused the mail until `until`. */
  | 'recipient_guard'
  /** The sender cannot send: missing, on an unverified domain, or over a cap. */
  | 'sender';

export type Wait = {
  reason: WaitReason;
  until: number;
  event?: string;
  problem?: string;
  /** `date` keeps `until` over a pause, `clock` moves it by whole days; by default it moves by the pause. */
  kept?: 'date' | 'clock';
  /** A pause moved `until`, or `until` passed during one. */
  pausedOver?: true;
  /** For reason `sender`: number of refusals, and the time of the first. */
  refusals?: { count: number; since: number };
};

export type RunState = {
  status: RunStatus;
  step: string | null;
  /** Counts arrivals from 1. Effects are unique per visit. */
  visit: number;
  arrivedAt: number;
  wait: Wait | null;
  /** Time of the next evaluation; null if the run is over or paused. */
  dueAt: number | null;
  endedAt: number | null;
  ended: RunEnd | null;
};

export type RunEnd =
  | { reason: 'finished' | 'goal' | 'cancelled' | 'erased' | 'too_many_visits' | 'past' | 'version_ended' }
  | { reason: 'left'; because: ExitReason }
  | { reason: 'exit'; label: string | null }
  | { reason: 'failed'; problem: string };

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
