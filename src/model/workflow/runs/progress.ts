import { workflowLimits } from '../definition.ts';
import type { Advance } from './advance.ts';
import type { RunEnd, RunState, RunStatus, Wait } from './run.ts';

export type RunMove = 'step' | 'wait' | 'complete' | 'exit' | 'fail' | 'cancel' | 'retry';

const open: Partial<Record<RunMove, RunStatus>> = {
  step: 'RUNNING',
  wait: 'WAITING',
  complete: 'COMPLETED',
  exit: 'EXITED',
  fail: 'FAILED',
  cancel: 'CANCELLED',
};

/** A finished run never wakes; only a failed run can be retried. */
const moves: Readonly<Record<RunStatus, Partial<Record<RunMove, RunStatus>>>> = {
  RUNNING: open,
  WAITING: open,
  FAILED: { retry: 'RUNNING' },
  COMPLETED: {},
  EXITED: {},
  CANCELLED: {},
};

export function nextRunStatus(from: RunStatus, move: RunMove): RunStatus | null {
  return moves[from][move] ?? null;
}

export function isOpen({ status }: Pick<RunState, 'status'>): boolean {
  return nextRunStatus(status, 'step') !== null;
}

function isPaused(state: RunState): boolean {
  return isOpen(state) && state.dueAt === null;
}

const endings: Readonly<Record<RunEnd['reason'], RunMove>> = {
  finished: 'complete',
  goal: 'complete',
  exit: 'exit',
  left: 'exit',
  past: 'exit',
  too_many_visits: 'exit',
  version_ended: 'exit',
  failed: 'fail',
  cancelled: 'cancel',
  erased: 'cancel',
};

/** @throws Error if the run is already over, which is a programming error */
export function moved(state: RunState, advance: Advance, now: number): RunState {
  switch (advance.kind) {
    case 'wait':
      return {
        ...state,
        status: statusAfter(state, 'wait'),
        wait: advance.wait,
        dueAt: advance.wait.until,
      };
    case 'end':
      return ended(state, advance.end, now);
    case 'move': {
      if (advance.to === null) return ended(state, { reason: 'finished' }, now);
      if (state.visit >= workflowLimits.visitsMax) return ended(state, { reason: 'too_many_visits' }, now);
      return arrived(state, 'step', advance.to, now);
    }
  }
}

function arrived(state: RunState, move: 'step' | 'retry', step: string, now: number): RunState {
  return {
    status: statusAfter(state, move),
    step,
    visit: state.visit + 1,
    arrivedAt: now,
    wait: null,
    dueAt: now,
    endedAt: null,
    ended: null,
  };
}

function ended(state: RunState, reason: RunEnd, now: number): RunState {
  return {
    ...state,
    status: statusAfter(state, endings[reason.reason]),
    step: null,
    wait: null,
    dueAt: null,
    endedAt: now,
    ended: reason,
  };
}

function statusAfter({ status }: RunState, move: RunMove): RunStatus {
  const next = nextRunStatus(status, move);
  if (next === null) throw new Error(`a run that is ${status} meets ${move}`);
  return next;
}

/** Makes a run due now after an event, and keeps its wait. A finished or paused run is unchanged. */
export function woken(state: RunState, now: number): RunState {
  if (!isOpen(state) || state.dueAt === null || state.dueAt <= now) return state;
  return { ...state, dueAt: now };
}

/** `left` is the remaining wait in ms, even if an event made the run due; null if the run was over or paused. */
export function paused(state: RunState, now: number): { state: RunState; left: number | null } {
  if (!isOpen(state) || state.dueAt === null) return { state, left: null };
  return {
    state: { ...state, dueAt: null },
    left: Math.max(0, (state.wait?.until ?? state.dueAt) - now),
  };
}

/**
 * Resumes a run for the time that was left. A wait for an event is due at once, because the event may have
 * occurred, and a wait for a time of day to find its next occurrence.
 */
export function resumed(state: RunState, left: number, now: number): RunState {
  if (!isPaused(state)) return state;
  const { wait } = state;
  if (wait === null) return { ...state, dueAt: now + left };
  const until = wait.kept === 'date' ? wait.until : now + left;
  const over: Pick<Wait, 'pausedOver'> = wait.kept !== 'date' || until <= now ? { pausedOver: true } : {};
  const looksAtOnce = wait.reason === 'event' || wait.kept === 'clock';
  return {
    ...state,
    wait: { ...wait, until, ...over },
    dueAt: looksAtOnce ? now : Math.max(now, until),
  };
}

export function cancelled(
  state: RunState,
  now: number,
  reason: 'cancelled' | 'erased' | 'version_ended' = 'cancelled',
): RunState {
  return isOpen(state) ? ended(state, { reason }, now) : state;
}

export function retried(state: RunState, step: string, now: number): RunState {
  return nextRunStatus(state.status, 'retry') === null ? state : arrived(state, 'retry', step, now);
}
