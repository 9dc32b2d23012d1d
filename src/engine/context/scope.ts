import type { ActiveOrganizations } from '../../concurrency/active-organizations.ts';
import type { KeptAnswers } from '../../concurrency/kept-answers.ts';
import type { LargeTurns } from '../../concurrency/large-turns.ts';
import type { MailWatch } from '../../concurrency/mail-watch.ts';
import type { OctetBudget } from '../../concurrency/octet-budget.ts';
import type { UnauthenticatedTurns } from '../../concurrency/unauthenticated-turns.ts';
import type { Failure, FailureDetails, FailureName } from '../../model/failure.ts';
import type { AudienceView } from '../../model/sending/audience-view.ts';
import type { CauseChain } from '../../model/sending/mail-cause.ts';
import type { OrganizationStore, Store } from '../../store/store.ts';
import type { World } from '../../world/world.ts';
import type { Caller } from './caller.ts';
import type { Documentation } from './documentation.ts';
import type { SecretBox } from './secret-box.ts';
import type { SendPermit } from './send-permit.ts';
import type { Settings } from './settings.ts';
import type { AcceptQueue, Submission } from './submission.ts';

export type Engine = {
  store: Store;
  world: World;
  settings: Settings;
  accept: AcceptQueue;
  activeOrganizations: ActiveOrganizations;
  largeTurns: LargeTurns;
  /** Separate from `largeTurns`, because work that holds a bulk turn can need a large one. */
  bulkTurns: LargeTurns;
  unauthenticatedTurns: UnauthenticatedTurns;
  /** Running requests with an Idempotency-Key, for a clear answer to a concurrent repeat. The record's primary key decides. */
  answering: Set<string>;
  audienceViews: KeptAnswers<AudienceView>;
  mailWatch: MailWatch;
  mailInFlight: OctetBudget;
  documentation: Documentation;
  secretBox: SecretBox;
  /** Set at shutdown: long work is then requeued. */
  stopping: { now: boolean };
  wake(): void;
  forgetCallers(): void;
};

/** The engine without its store, so that a tool can use only `Scope.store`. */
export type SealedEngine = Omit<Engine, 'store'> & { readonly store: never };

export function sealedEngine(engine: Engine): SealedEngine {
  return engine as SealedEngine;
}

/** One invocation of a tool. `now` is in epoch milliseconds, read once. */
export type Scope<Name extends FailureName = FailureName> = {
  caller: Caller;
  now: number;
  store: OrganizationStore;
  engine: SealedEngine;
  fail(name: Name, more?: FailureDetails): never;
  /** Runs `work` in one transaction, at most once. An Idempotency-Key stores its result as the answer. */
  commit<Answer>(work: (store: OrganizationStore) => Promise<Answer>): Promise<Answer>;
  /**
   * Like `commit`, but waiting calls of the same caller with equal `alike` share a transaction: `work` gets the parts of all,
   * and returns an answer or a refusal for each. Null commits alone.
   */
  commitTogether<Part, Answer>(
    alike: string | null,
    part: Part,
    work: (store: OrganizationStore, parts: readonly Part[]) => Promise<readonly (Answer | Failure)[]>,
  ): Promise<Answer>;
  /** Runs `work` in a transaction that is rolled back. */
  rehearse<Answer>(work: (store: OrganizationStore) => Promise<Answer>): Promise<Answer>;
  /** Submits mail to the gates. At most once per invocation. */
  accept<Answer>(
    submission: Omit<Submission<Answer>, 'caller' | 'now' | 'memory' | 'entryOf' | 'permit' | 'cause'>,
  ): Promise<Answer>;
  /** Answers 201. Call it inside `commit`. */
  created(): void;
  /** Aborted when the client disconnects or cancels. Long work checks it before each write. */
  signal: AbortSignal;
  /** Mailboxes that the mail of this invocation may reach. A flow that reads stored content compares it with the approval. */
  permit: SendPermit;
  cause: CauseChain;
  progress(done: number, total?: number, message?: string): void;
};
