import type { Caller } from '../../../engine/context/caller.ts';
import type { Fields } from '../../../model/text/fields.ts';
import type { McpContext } from './context.ts';

export type Place = { context: McpContext; caller: Caller };

/** State of the work behind a task (epoch ms). `over` and `cancelled` are final, because clients stop polling. */
export type Standing = { status: 'working' | 'over' | 'cancelled'; changedAt: number; message?: string };

export type TaskKind = {
  /** Tools whose calls become such tasks, and the tool that returns the result. Their output is the same. */
  made: readonly string[];
  read: { name: string; input(row: string): Fields };
  pollIntervalMs: number;
  waitsFor?(given: Fields): unknown;
  look(place: Place, row: string, since: number): Promise<Standing | null>;
  /** Requests cancellation. Undefined if only a person can cancel. */
  cancel?(place: Place, row: string): Promise<void>;
};
