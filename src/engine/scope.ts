import type { FailureDetails, FailureName } from '../model/failure.ts';
import type { OrganizationRecord } from '../model/organization.ts';
import type { TokenScope } from '../model/token.ts';
import type { TokenRecord } from '../store/records/tokens.ts';
import type { OrganizationStore, Store } from '../store/store.ts';
import type { World } from '../world/world.ts';
import type { AcceptLane, Submission } from './accept-email.ts';
import type { Proof } from './authenticate.ts';
import type { Agreed, MayMail } from './confirmations.ts';
import type { LargeTurns } from './large-turns.ts';
import type { OctetBudget } from './octet-budget.ts';
import type { OrganizationsNear } from './organizations-near.ts';
import type { SecretBox } from './secret-box.ts';
import type { StrangerTurns } from './stranger-turns.ts';

/** The doors of the platform. */
export const doors = ['v1', 'v2', 'mcp', 'tools', 'cli', 'smtp', 'link'] as const;
export type Door = (typeof doors)[number];

/** Who asks: proved by a door before anything else happens. */
export type Caller = {
  door: Door;
  organization: OrganizationRecord;
  /** The token presented; null for the operator of the machine (command line, local stdio). */
  token: TokenRecord | null;
  scopes: readonly TokenScope[];
  requestId: string;
  /** The program that calls, as it says of itself (an MCP client's name and version); for the audit log alone. */
  client?: string;
  /**
   * Shows the same secret from the same address again: for whoever still listens long after the request that let them in.
   * Left out for the operator, who showed none.
   */
  proveAgain?(): Proof | Promise<Proof>;
};

/** What the operator chose, as the engine needs it. */
export type Settings = {
  baseUrl: string;
  delivery: 'capture' | 'relay' | 'direct';
  requireVerifiedDomain: boolean;
  testRunners: readonly string[];
  guardScope: 'organization' | 'instance';
  /** The domain of the VERP return path, or null where bounces go to the From address. */
  bounceDomain: string | null;
  /** What this instance calls itself to other mail servers: a host name, in EHLO and in Received. */
  hostName: string;
  /** For so long the content of settled mail is kept; 0, or left out: for ever. */
  retentionDays?: number;
};

/** All that a flow of the engine may reach. */
export type Engine = {
  store: Store;
  world: World;
  settings: Settings;
  accept: AcceptLane;
  /** Told of every request of an organization. */
  near: OrganizationsNear;
  largeTurns: LargeTurns;
  /** Apart from those, because what has one of them may need one of these. */
  bulkTurns: LargeTurns;
  strangers: StrangerTurns;
  /**
   * Requests with an Idempotency-Key that run in this process. Only for the friendly answer: across processes, and for
   * correctness, the primary key of the memory decides at commit.
   */
  answering: Set<string>;
  /** Large mails that are being prepared or handed over, together. */
  mailInHand: OctetBudget;
  /** Encrypts with the instance's secret. */
  secretBox: SecretBox;
  /** Tells this process's worker that there is something to do. */
  wake(): void;
  /** Tells this process's doors that a token or an organization changed, so that no stale copy answers. */
  forgetCallers(): void;
};

/**
 * One invocation of one tool: who asks, when, and the store of their organization. `now` (epoch ms) is read
 * once, so everything an invocation writes carries one instant.
 */
export type Scope<Name extends FailureName = FailureName> = {
  caller: Caller;
  now: number;
  /** The caller's organization, as committed. */
  store: OrganizationStore;
  engine: Engine;
  /** Ends the invocation with one of the tool's declared failures. */
  fail(name: Name, more?: FailureDetails): never;
  /**
   * Writes in one transaction and answers what `work` returned, which must be the tool's whole answer: for a
   * request with an Idempotency-Key it is remembered in that same transaction. At most once per invocation.
   */
  commit<Answer>(work: (store: OrganizationStore) => Promise<Answer>): Promise<Answer>;
  /** Hands mail to the gates; the answer is remembered like that of `commit`. At most once per invocation. */
  accept<Answer>(submission: Omit<Submission<Answer>, 'caller' | 'now' | 'memory'>): Promise<Answer>;
  /** Says that the answer is a new resource (201), not an updated one (200). Call inside `commit`. */
  created(): void;
  /**
   * Aborted when whoever asked has gone or cancelled. Long work looks at it between its steps, before it writes: what
   * was written stays written, and what was not is not begun.
   */
  signal: AbortSignal;
  /**
   * What a person has agreed to have sent, and to how many, where one was asked. A flow that reads what it sends, and does
   * not get it as its input, compares it: what was agreed to is what is sent.
   */
  agreed?: Agreed | undefined;
  /** Whom it may mail at most by what was foreseen of it; undefined where nobody's word is asked for. */
  mayMail?: MayMail | undefined;
  /** Tells whoever asked how far long work is. `total` left out when it is not known. */
  progress(done: number, total?: number, message?: string): void;
};
