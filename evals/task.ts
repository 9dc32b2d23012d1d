import type { TokenScope } from '../src/model/organization/token.ts';
import type { EvalWorld } from './world.ts';

/** Real work for an assistant: what a person asks for, the world they ask it in, and how to see that it was done. */

export const groups = [
  'send',
  'audience',
  'segments',
  'campaigns',
  'diagnose',
  'content',
  'domains',
  'suppressions',
  'admin',
  'recovery',
  'safety',
] as const;
export type Group = (typeof groups)[number];

export type EvalTask = {
  /** Unique, in words: `send-receipt`. */
  id: string;
  group: Group;
  /** What the person says, as a person would; of the world where they name something in it. */
  ask: string | ((world: EvalWorld) => string);
  /** Left out: somebody who says yes. */
  persona?: Persona;
  /** Left out: everything is allowed. */
  connection?: Connection;
  /** Fills a fresh organization with what the task is about. */
  world(world: EvalWorld): Promise<void>;
  /**
   * Looks at the store and at what went over the wire; at the words of the answer only where a fact was asked for.
   * @returns null when it is right, else what is wrong
   */
  check(world: EvalWorld, transcript: Transcript): Promise<string | null>;
  /** Calls that a careful assistant needs at most; a run is stopped at twice as many. */
  callsMax: number;
  /** Solves the task as a client does. @returns the last words to the person */
  script(session: ScriptSession): Promise<string>;
  /**
   * What an assistant does that gets it wrong. Needed where the untouched world already passes the check; elsewhere to do
   * nothing is wrong enough, and this shows what else is.
   */
  wrong?(session: ScriptSession): Promise<string>;
};

/** How the person answers. */
type Persona = {
  /** Whether they agree when they are asked to confirm. */
  confirms: boolean;
  /** What they say when the assistant asks them something else, in order. */
  replies?: readonly string[];
};

export const agreeable: Persona = { confirms: true };

/** What the assistant’s connection may do, where that is not everything. */
type Connection = {
  scopes?: TokenScope[];
  /** Sent with every request, such as `x-mcp-read-only`. */
  headers?: Record<string, string>;
};

export type Call = {
  tool: string;
  given: Record<string, unknown>;
  /** The name of the refusal or fault, or null for a call that did what it should. */
  refused: string | null;
  /** Arguments the tool does not have. */
  unknownArguments: string[];
};

/** What happened in one run. */
export type Transcript = {
  calls: Call[];
  /** Resources and prompts that were read. */
  reads: string[];
  /** How often the person was asked to confirm a send. */
  confirmations: number;
  /** The last words to the person. */
  answer: string;
};

// biome-ignore lint/suspicious/noExplicitAny: a script reads the answer it expects and fails on another
export type Answer = any;

/** An assistant’s hands, for scripts. Fences are taken off the answers. */
export type ScriptSession = {
  /** @throws Error when the tool refuses */
  call(tool: string, given?: Record<string, unknown>): Promise<Answer>;
  /** Calls what must be refused. @returns the refusal @throws Error when it is not refused */
  refused(tool: string, given?: Record<string, unknown>): Promise<Answer>;
  /**
   * Calls what may wait for a person, shows them the preview, and repeats the call when they agree.
   * @returns the answer, or null when they said no
   */
  send(tool: string, given: Record<string, unknown>): Promise<Answer>;
  /** Reads a resource as text. */
  read(uri: string): Promise<string>;
  /** Lets time pass, and the platform work. */
  wait(ms: number): Promise<void>;
  /** What the person says at first. */
  asked: string;
};

export function askOf({ ask }: EvalTask, world: EvalWorld): string {
  return typeof ask === 'string' ? ask : ask(world);
}

/** What the answer does not say of what it has to; null when it says all. */
export function unsaid({ answer }: Pick<Transcript, 'answer'>, ...facts: (string | RegExp)[]): string | null {
  // As people and models write it: with fences left in, curly apostrophes, or emphasis.
  const plain = answer
    .replaceAll(/[⟦⟧*`]/g, '')
    .replaceAll('’', "'")
    .toLowerCase();
  const missing = facts.filter((fact) =>
    typeof fact === 'string' ? !plain.includes(fact.toLowerCase()) : !fact.test(plain),
  );
  return missing.length === 0 ? null : `the answer does not say ${missing.map(String).join(', ')}`;
}

/** The first fault of several looks. */
export function firstOf(...faults: (string | null | false)[]): string | null {
  return faults.find((fault): fault is string => typeof fault === 'string') ?? null;
}

/** How often a tool was called, whatever it answered. */
export function timesCalled({ calls }: Pick<Transcript, 'calls'>, ...tools: string[]): number {
  return calls.filter(({ tool }) => tools.includes(tool)).length;
}
