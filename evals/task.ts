import type { TokenScope } from '../src/model/organization/token.ts';
import type { EvalWorld } from './world.ts';

/** A realistic task for an assistant: the request, the world, and the check that it was done. */

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
  /** Unique and descriptive: `send-receipt`. */
  id: string;
  group: Group;
  /** The person's request; a function of the world where it refers to something in it. */
  ask: string | ((world: EvalWorld) => string);
  /** Left out: a person who approves. */
  persona?: Persona;
  /** Left out: full access. */
  connection?: Connection;
  /** Left out: mail leaves, and a call can be confirmed by its token. */
  server?: Server;
  /** Fills a fresh organization with the task's data. */
  world(world: EvalWorld): Promise<void>;
  /**
   * Checks the store and the mails sent; the text of the answer only where a fact was asked for.
   * @returns null when it is right, else what is wrong
   */
  check(world: EvalWorld, transcript: Transcript): Promise<string | null>;
  /** The most calls that a careful assistant needs; a run is stopped at twice as many. */
  callsMax: number;
  /** Solves the task as a client does. @returns the final answer to the person */
  script(session: ScriptSession): Promise<string>;
  /**
   * A typical wrong solution. Required where the untouched world already passes the check; elsewhere doing nothing
   * fails, and this shows another way to fail.
   */
  wrong?(session: ScriptSession): Promise<string>;
};

/** How the person answers. */
type Persona = {
  /** Whether they approve when asked. */
  confirms: boolean;
  /** Their replies to the assistant's other questions, in order. */
  replies?: readonly string[];
  /** How they decide at the console, where the task's server has them asked there. */
  atConsole?: AtConsole;
};

/** What a person makes of the page of a question: null when they leave it open. */
export type AtConsole = (page: string) => { decision: 'approve' | 'decline'; word?: string } | null;

/** How the operator set up the server. */
type Server = {
  /** `POSTHOUSE_MCP_CONFIRM_BY`. */
  confirmBy?: 'client' | 'console' | 'assistant';
  /** `POSTHOUSE_DELIVERY`. */
  delivery?: 'direct' | 'capture';
};

export const agreeable: Persona = { confirms: true };

/** What the assistant’s connection may do, if not everything. */
type Connection = {
  scopes?: TokenScope[];
  /** Left out: live. */
  mode?: 'live' | 'test';
  /** Sent with every request, such as `x-mcp-read-only`. */
  headers?: Record<string, string>;
};

export type Call = {
  tool: string;
  given: Record<string, unknown>;
  /** The name of the refusal or fault, or null for a successful call. */
  refused: string | null;
  /** Arguments the tool does not have. */
  unknownArguments: string[];
};

/** What happened in one run. */
export type Transcript = {
  calls: Call[];
  /** Resources and prompts that were read. */
  reads: string[];
  /** How often the person was asked for an approval. */
  confirmations: number;
  /** The final answer to the person. */
  answer: string;
};

// biome-ignore lint/suspicious/noExplicitAny: a script reads the answer it expects and fails on another
export type Answer = any;

/** The assistant's actions, for scripts. Fences are removed from the answers. */
export type ScriptSession = {
  /** @throws Error when the tool refuses */
  call(tool: string, given?: Record<string, unknown>): Promise<Answer>;
  /** Makes a call that must be refused. @returns the refusal @throws Error when it is not refused */
  refused(tool: string, given?: Record<string, unknown>): Promise<Answer>;
  /**
   * Makes a call that may need an approval: shows the person the preview, and repeats the call if they approve; or gives
   * them the link, and waits for what they decide.
   * @returns the answer, or null when they declined
   */
  send(tool: string, given: Record<string, unknown>): Promise<Answer>;
  /** Reads a resource as text. */
  read(uri: string): Promise<string>;
  /** Lets time pass while the platform works. */
  wait(ms: number): Promise<void>;
  /** The person's first message. */
  asked: string;
};

export function askOf({ ask }: EvalTask, world: EvalWorld): string {
  return typeof ask === 'string' ? ask : ask(world);
}

/** The required facts that the answer lacks; null when it has all. */
export function unsaid({ answer }: Pick<Transcript, 'answer'>, ...facts: (string | RegExp)[]): string | null {
  // Normalizes the writing of people and models: fences, curly apostrophes, emphasis.
  const plain = answer
    .replaceAll(/[⟦⟧*`]/g, '')
    .replaceAll('’', "'")
    .toLowerCase();
  const missing = facts.filter((fact) =>
    typeof fact === 'string' ? !plain.includes(fact.toLowerCase()) : !fact.test(plain),
  );
  return missing.length === 0 ? null : `the answer does not say ${missing.map(String).join(', ')}`;
}

/** The first fault of several checks. */
export function firstOf(...faults: (string | null | false)[]): string | null {
  return faults.find((fault): fault is string => typeof fault === 'string') ?? null;
}

/** How often a tool was called, with any result. */
export function timesCalled({ calls }: Pick<Transcript, 'calls'>, ...tools: string[]): number {
  return calls.filter(({ tool }) => tools.includes(tool)).length;
}
