import type { TokenScope } from '../src/model/organization/token.ts';
import type { EvalWorld } from './world.ts';

/** A realistic task for an assistant: the request, the world, and the check of the result. */

export const groups = [
  'send',
  'approvals',
  'audience',
  'segments',
  'campaigns',
  'diagnose',
  'metrics',
  'content',
  'domains',
  'suppressions',
  'webhooks',
  'workflows',
  'admin',
  'recovery',
  'safety',
] as const;
export type Group = (typeof groups)[number];

export type EvalTask = {
  /** Unique and descriptive, such as `send-receipt`. */
  id: string;
  group: Group;
  /** The person's request; a function if it refers to something in the world. */
  ask: string | ((world: EvalWorld) => string);
  /** Default: a person who approves. */
  persona?: Persona;
  /** Default: full access. */
  connection?: Connection;
  /** Default: live delivery, and calls are confirmed by their token. */
  server?: Server;
  /** Seeds a fresh organization with the task's data. */
  world(world: EvalWorld): Promise<void>;
  /**
   * Checks the store and the sent mails; the text of the answer only if the task asks for a fact.
   * @returns null if the task is solved, otherwise the fault
   */
  check(world: EvalWorld, transcript: Transcript): Promise<string | null>;
  /** Maximum calls of a careful assistant. A run is stopped at twice as many. */
  callsMax: number;
  /** Solves the task as a client would. @returns the final answer to the person */
  script(session: ScriptSession): Promise<string>;
  /** A typical wrong solution. Required if the untouched world already passes the check; otherwise, it shows another way to fail. */
  wrong?(session: ScriptSession): Promise<string>;
};

type Persona = {
  confirms: boolean;
  /** Replies to the assistant's other questions, in order. */
  replies?: readonly string[];
  /** Decisions at the console, if the server asks there. */
  atConsole?: AtConsole;
};

/** Decides on an approval page; null leaves it open. */
export type AtConsole = (page: string) => { decision: 'approve' | 'decline'; word?: string } | null;

type Server = {
  /** `POSTHOUSE_MCP_CONFIRM_BY`. */
  confirmBy?: 'client' | 'console' | 'assistant';
  /** `POSTHOUSE_DELIVERY`. */
  delivery?: 'direct' | 'capture';
};

export const agreeable: Persona = { confirms: true };

/** Limits of the assistant’s connection. */
type Connection = {
  scopes?: TokenScope[];
  /** Default: live. */
  mode?: 'live' | 'test';
  /** Headers of every request, such as `x-mcp-read-only`. */
  headers?: Record<string, string>;
};

export type Call = {
  tool: string;
  given: Record<string, unknown>;
  /** Name of the refusal or fault; null for a successful call. */
  refused: string | null;
  /** Arguments that the tool does not have. */
  unknownArguments: string[];
};

export type Transcript = {
  calls: Call[];
  /** Resources and prompts that were read. */
  reads: string[];
  confirmations: number;
  answer: string;
};

// biome-ignore lint/suspicious/noExplicitAny: a script reads the answer it expects and fails on another
export type Answer = any;

/** The assistant's actions, for scripts. Removes fences from results. */
export type ScriptSession = {
  /** @throws Error if the tool refuses */
  call(tool: string, given?: Record<string, unknown>): Promise<Answer>;
  /** Makes a call that must be refused. @returns the refusal @throws Error if it is not refused */
  refused(tool: string, given?: Record<string, unknown>): Promise<Answer>;
  /**
   * Makes a call that may need an approval. Shows the person the preview and repeats the call if they approve, or gives them the link
   * and waits for the decision.
   * @returns the result; null if they declined
   */
  send(tool: string, given: Record<string, unknown>): Promise<Answer>;
  read(uri: string): Promise<string>;
  /** Lets time pass while the platform works. */
  wait(ms: number): Promise<void>;
  asked: string;
};

export function askOf({ ask }: EvalTask, world: EvalWorld): string {
  return typeof ask === 'string' ? ask : ask(world);
}

/** Returns the required facts that the answer lacks; null if it has all of them. */
export function unsaid({ answer }: Pick<Transcript, 'answer'>, ...facts: (string | RegExp)[]): string | null {
  // Normalizes fences, curly apostrophes and emphasis.
  const plain = answer
    .replaceAll(/[⟦⟧*`]/g, '')
    .replaceAll('’', "'")
    .toLowerCase();
  const missing = facts.filter((fact) =>
    typeof fact === 'string' ? !plain.includes(fact.toLowerCase()) : !fact.test(plain),
  );
  return missing.length === 0 ? null : `the answer does not say ${missing.map(String).join(', ')}`;
}

export function firstOf(...faults: (string | null | false)[]): string | null {
  return faults.find((fault): fault is string => typeof fault === 'string') ?? null;
}

/** Counts the calls of tools, whatever their result. */
export function timesCalled({ calls }: Pick<Transcript, 'calls'>, ...tools: string[]): number {
  return calls.filter(({ tool }) => tools.includes(tool)).length;
}
