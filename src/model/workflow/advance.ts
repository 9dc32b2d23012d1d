import type { RuleValue } from '../segment/rule.ts';
import type { ConnectionType, StepOf } from './definition.ts';
import type { RunEnd, Wait } from './run.ts';

/** What one look at a run decides. */
export type Advance =
  /** The step is done: its effect, and which way the run goes. `to` is null where that way ends the run. */
  | { kind: 'move'; effect: Effect | null; via: ConnectionType; to: string | null; because: Because }
  /** It stays where it is. */
  | { kind: 'wait'; wait: Wait; because: Because }
  /** It ends here, the step undone. */
  | { kind: 'end'; status: 'COMPLETED' | 'EXITED' | 'FAILED'; end: RunEnd; because: Because };

/** What a step does to the world, in the transaction of the move. */
export type Effect =
  | { kind: 'mail'; step: StepOf<'send_email'> }
  | { kind: 'add_tag' | 'remove_tag'; tag: string }
  | { kind: 'update_subscriber'; step: StepOf<'update_subscriber'> }
  | { kind: 'track_event'; step: StepOf<'track_event'> }
  | { kind: 'webhook'; step: StepOf<'webhook'> }
  | { kind: 'unsubscribe' };

/** The facts behind a choice, as an explanation shows them. */
export type Because = {
  /** The comparisons that were made, with what was found. */
  compared?: readonly Compared[];
  /** Of a delay or a wait: its end, epoch ms. */
  until?: number;
  /** Of an A/B split: where the hash fell, 0 to 99. */
  drawn?: number;
  /** The event that ended a wait. */
  eventId?: string;
  /** Why the effect was not made. */
  problem?: string;
};

export type Compared = {
  field: string;
  operator: string;
  value?: RuleValue;
  found: unknown;
  holds: boolean;
};
