import type { KeptAnswers } from '../../concurrency/kept-answers.ts';
import type { LargeTurns } from '../../concurrency/large-turns.ts';
import type { MailWatch } from '../../concurrency/mail-watch.ts';
import type { OctetBudget } from '../../concurrency/octet-budget.ts';
import type { OrganizationsNear } from '../../concurrency/organizations-near.ts';
import type { UnauthenticatedTurns } from '../../concurrency/unauthenticated-turns.ts';
import type { FailureDetails, FailureName } from '../../model/failure.ts';
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

/** All that a flow of the engine may reach. */
export type Engine = {
  store: Store;
  world: World;
  settings: Settings;
  accept: AcceptQueue;
  /** Notified of every request of an organization. */
  near: OrganizationsNear;
  largeTurns: LargeTurns;
  /** Apart from those, because what has one of them may need one of these. */
  bulkTurns: LargeTurns;
  unauthenticatedTurns: UnauthenticatedTurns;
  /**
   * Requests with an Idempotency-Key that run in this process. Only for the friendly answer: across processes, and for
   * correctness, the primary key of the memory decides at commit.
   */
  answering: Set<string>;
  /** Views of large audiences, kept for a short time. */
  audienceViews: KeptAnswers<AudienceView>;
  /** Wakes requests that wait for mail. */
  mailWatch: MailWatch;
  /** Large mails that are being prepared or handed over, together. */
  mailInFlight: OctetBudget;
  documentation: Documentation;
  /** Encrypts with the instance's secret. */
  secretBox: SecretBox;
  /** Set once this process takes no more work: long work puts itself off, for another process or the next start. */
  stopping: { now: boolean };
  /** Tells this process's worker that there is something to do. */
  wake(): void;
  /** Tells this process's doors that a token or an organization changed, so that no stale copy answers. */
  forgetCallers(): void;
};

/**
 * The engine as a tool has it: it can be passed on to a flow of the engine, but its store has no members here. A tool
 * cannot name the store of another organization, because the only store it can use is `Scope.store`.
 */
export type SealedEngine = Omit<Engine, 'store'> & { readonly store: never };

/** Hides the store of an engine from tools. Only the type changes. */
export function sealedEngine(engine: Engine): SealedEngine {
  return engine as SealedEngine;
}

/**
 * One invocation of one tool: who asks, when, and the store of their organization. `now` (epoch ms) is read
 * once, so everything an invocation writes carries one instant.
 */
export type Scope<Name extends FailureName = FailureName> = {
  caller: Caller;
  now: number;
  /** The caller's organization, as committed. */
  store: OrganizationStore;
  engine: SealedEngine;
  /** Ends the invocation with one of the tool's declared failures. */
  fail(name: Name, more?: FailureDetails): never;
  /**
   * Writes in one transaction and answers what `work` returned, which must be the tool's whole answer: for a
   * request with an Idempotency-Key it is remembered in that same transaction. At most once per invocation.
   */
  commit<Answer>(work: (store: OrganizationStore) => Promise<Answer>): Promise<Answer>;
  /**
   * What a write would answer: `work` runs in a transaction that is undone. Ids that it makes exist nowhere afterwards.
   */
  rehearse<Answer>(work: (store: OrganizationStore) => Promise<Answer>): Promise<Answer>;
  /** Hands mail to the gates; the answer is remembered like that of `commit`. At most once per invocation. */
  accept<Answer>(
    submission: Omit<Submission<Answer>, 'caller' | 'now' | 'memory' | 'entryOf' | 'permit' | 'cause'>,
  ): Promise<Answer>;
  /** Says that the answer is a new resource (201), not an updated one (200). Call inside `commit`. */
  created(): void;
  /**
   * Aborted when the client has gone or cancelled. Long work looks at it between its steps, before it writes: what
   * was written stays written, and what was not is not begun.
   */
  signal: AbortSignal;
  /** The mailboxes that the mail of this invocation may reach. A flow that reads its content from the store compares it with the approval. */
  permit: SendPermit;
  /** This call, as it is stored with the mail it leads to. */
  cause: CauseChain;
  /** Reports the progress of long work to the client. `total` left out when it is not known. */
  progress(done: number, total?: number, message?: string): void;
};
