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

/** Everything a flow of the engine can use. */
export type Engine = {
  store: Store;
  world: World;
  settings: Settings;
  accept: AcceptQueue;
  /** Notified of every request of an organization. */
  near: OrganizationsNear;
  largeTurns: LargeTurns;
  /** Separate from `largeTurns`, because work that holds a bulk turn can need a large one. */
  bulkTurns: LargeTurns;
  unauthenticatedTurns: UnauthenticatedTurns;
  /**
   * Requests with an Idempotency-Key that run in this process, for a clear answer to a concurrent repeat. The primary key of the record
   * decides at commit, also across processes.
   */
  answering: Set<string>;
  /** Views of large audiences, cached for a short time. */
  audienceViews: KeptAnswers<AudienceView>;
  /** Wakes requests that wait for mail. */
  mailWatch: MailWatch;
  /** Octets of large mails in preparation or delivery. */
  mailInFlight: OctetBudget;
  documentation: Documentation;
  /** Encrypts with the instance's secret. */
  secretBox: SecretBox;
  /** Set when this process stops: long work is then requeued for another process or the next start. */
  stopping: { now: boolean };
  /** Wakes this process's worker. */
  wake(): void;
  /** Drops cached tokens and organizations at this process's doors. */
  forgetCallers(): void;
};

/**
 * The engine as a tool receives it, to pass on to a flow. Its store has no members, so a tool can use only `Scope.store`, the store of the caller's
 * organization.
 */
export type SealedEngine = Omit<Engine, 'store'> & { readonly store: never };

/** Hides the store of an engine from tools. Only the type changes. */
export function sealedEngine(engine: Engine): SealedEngine {
  return engine as SealedEngine;
}

/** One invocation of a tool. `now` (epoch milliseconds) is read once, so everything it writes has the same time. */
export type Scope<Name extends FailureName = FailureName> = {
  caller: Caller;
  now: number;
  /** Reads committed data of the caller's organization. */
  store: OrganizationStore;
  engine: SealedEngine;
  /** Throws one of the tool's declared failures. */
  fail(name: Name, more?: FailureDetails): never;
  /**
   * Writes in one transaction and returns the result of `work`, which must be the tool's whole answer: for a request with an
   * Idempotency-Key it is stored in the same transaction. At most once per invocation.
   */
  commit<Answer>(work: (store: OrganizationStore) => Promise<Answer>): Promise<Answer>;
  /** Runs `work` in a transaction that is rolled back, and returns its answer. */
  rehearse<Answer>(work: (store: OrganizationStore) => Promise<Answer>): Promise<Answer>;
  /** Submits mail to the gates; the answer is stored as that of `commit`. At most once per invocation. */
  accept<Answer>(
    submission: Omit<Submission<Answer>, 'caller' | 'now' | 'memory' | 'entryOf' | 'permit' | 'cause'>,
  ): Promise<Answer>;
  /** Marks the answer as a new resource (201). Call inside `commit`. */
  created(): void;
  /** Aborted when the client disconnects or cancels. Long work checks it between its steps, before each write. */
  signal: AbortSignal;
  /** The mailboxes that the mail of this invocation may reach. A flow that reads its content from the store compares it with the approval. */
  permit: SendPermit;
  /** This call, as it is stored with the mail it leads to. */
  cause: CauseChain;
  /** Reports progress of long work to the client. `total` is left out if unknown. */
  progress(done: number, total?: number, message?: string): void;
};
