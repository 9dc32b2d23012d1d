import type { Caller } from '../../../engine/context/caller.ts';
import type { Fields } from '../protocol/fields.ts';
import type { McpContext } from './context.ts';

export type Place = { context: McpContext; caller: Caller };

/** How the work behind a task stands. Epoch ms. Once it is over or cancelled it stays so, because clients look no more then. */
export type Standing = { status: 'working' | 'over' | 'cancelled'; changedAt: number; message?: string };

export type TaskKind = {
  /** The tools whose calls become such tasks, and the one that answers what came of it: they have the same output. */
  made: readonly string[];
  read: { name: string; input(row: string): Fields };
  pollIntervalMs: number;
  /** The row that a call is about, where it waits for it and does nothing else. */
  waitsFor?(given: Fields): unknown;
  /**
   * Null where there is no such row for this caller.
   * @param since when the task was made, epoch ms
   */
  look(place: Place, row: string, since: number): Promise<Standing | null>;
  /** Asks the work to end; left out where only a person can end it. */
  cancel?(place: Place, row: string): Promise<void>;
};
