import type { Fields } from './fields.ts';

/**
 * What a server offers to one caller, in the words of the protocol and without a transport. Both paths, the fast one
 * and the SDK's, on stdio and over HTTP, are made from this value and from nothing else, so that they cannot differ; the
 * conformance suite is run against an offer of test fixtures in the same way.
 *
 * One is made for each message, which asks for one part of it: the parts are methods, so that the others are not made.
 */
export type ServerDefinition = {
  /** Who answers: said with every result of 2026-07-28. */
  identity: { name: string; title: string; version: string };
  /** Shown beside the name. Only in the answers that open a connection: every other result would carry them too. */
  icons?: readonly Icon[];
  instructions(): string;
  tools: ToolOffer;
  prompts?(): PromptOffer;
  resources?(): ResourceOffer;
  /** What may be typed next into an argument of a prompt or a variable of a resource template. */
  complete?(question: CompletionQuestion): Promise<Completion>;
  skills?(): SkillOffer;
  /** Calls that take long, as tasks; left out where none is made. */
  tasks?: TaskOffer;
  /** Extensions of the protocol by name, with their settings, as they are advertised. */
  extensions?: Fields;
  /** A log level of a client is honoured (revisions up to 2025-11-25). */
  logs?: true;
  /**
   * Checks what a client hands back as `requestState`; throws for anything that was not minted here.
   * The handler sees the state as it came.
   */
  checkState?(state: string): void;
  /** Tells when a list changes for another reason than the caller's rights. @returns how to stop it */
  onListChange?(notify: (list: ListName) => void): () => void;
};

export type Icon = { src: string; mimeType: string; sizes: readonly string[] };

/** The lists whose changes a client is notified of. */
export type ListName = 'tools' | 'prompts';

/** A list as a value and as the JSON text of its array, made once. */
export type Listed<Entry> = { entries: readonly Entry[]; json: string };

export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' } & Fields;
  outputSchema?: { type: 'object' } & Fields;
  annotations?: Record<string, boolean>;
  _meta?: Fields;
};

type ToolOffer = {
  /** Deterministic: the same bytes for the same caller as long as nothing changed. */
  list(): Listed<Tool>;
  has(name: string): boolean;
  /**
   * Whether a call most likely asks its client something before it answers: such a call is given to the SDK at once.
   * The others are answered in one piece, and one that comes to ask after all starts again there.
   * @param asks whether the client can ask its person
   */
  oftenConverses(name: string, given: Fields, asks: boolean): boolean;
  /** A call that answers with what it wants of its client has done nothing yet. */
  call(name: string, given: Fields, conversation: Conversation): Promise<Answered | InputWanted | TaskMade>;
  /**
   * Takes a place for a question that would hold this call open until a person answers.
   * @returns how to give it back; or why the question is not put: then the call is refused, and no other client may approve it
   */
  lockRequest?(given: Fields): (() => void) | NotAsked;
  /** The message of the protocol error for a name that is not offered here. */
  unknown(name: string): string;
};

/** Why a client that can ask its person is not made to: too many such questions are open, or the call is too large to wait. */
export type NotAsked = 'too_many_questions' | 'too_large';

/** What a request of one client brings beside its arguments, and what can be said to the client meanwhile. */
export type Conversation = {
  /** The client's program and version, as it says of itself; empty when it does not. */
  client: string;
  /** Whether this request's client can put a form before its person (elicitation). */
  elicits: boolean;
  /** Whether it can open a page for its person (elicitation, mode `url`). */
  opensPages: boolean;
  /** Whether this request declares that its client knows tasks (2026-07-28): then its call may be answered with one. */
  takesTasks?: boolean;
  /** Set where it can, and there is no room for the question: a call that would ask is refused. */
  notAsked?: NotAsked;
  /** What the client brought for an earlier `InputWanted`, by its keys; not validated. */
  inputResponses: Fields | undefined;
  /** The state it echoes, already checked by `checkState`. */
  requestState: string | undefined;
  /** The `_meta` of the request, as it came. */
  meta?: Fields | undefined;
  /** The id of the request. */
  requestId?: string | number;
  /** Aborted when the client cancels the request or goes away. */
  signal: AbortSignal;
  /** Tells how far the work is; does nothing for a client that did not ask. `total` left out when unknown. */
  progress(done: number, total?: number, message?: string): void;
  /** For fixtures of the conformance suite: the SDK's own context of the request. */
  sdk?: unknown;
};

/** A JSON text that goes out by itself and as a part of another. */
export type JsonText = {
  readonly text: string;
  /** To be part of another JSON text, as the value that it is. */
  asValue(): string;
  /** To be part of another JSON text, as a text. */
  asText(): string;
};

/** A call that came to an answer, a refusal included. */
export type Answered = {
  /** The answer, which is the first block of the content too; left out of a refusal. */
  json?: JsonText;
  /** Its other blocks: links, notes or other media, and a refusal itself. */
  content: readonly Fields[];
  isError?: true;
  meta?: Fields;
};

/** A call that cannot go on before the client's person was asked (2026-07-28: input_required). */
export type InputWanted = { inputRequests: Fields; requestState?: string };

export function isInputWanted(answer: Answered | InputWanted | TaskMade): answer is InputWanted {
  return 'inputRequests' in answer;
}

/** A call that goes on without its client, which looks how far it is (SEP-2663). */
export type TaskMade = { task: Task };

export function isTaskMade(answer: Answered | InputWanted | TaskMade): answer is TaskMade {
  return 'task' in answer;
}

/** What is said of a task however it stands. Instants are ISO 8601. */
export type Task = {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** From its creation; after it nothing is known of it. */
  ttlMs: number;
  pollIntervalMs: number;
  message?: string;
};

export type TaskState =
  | { status: 'working' | 'cancelled' }
  | { status: 'completed'; result: Answered }
  /** By a fault of the protocol: a tool that refuses has completed. */
  | { status: 'failed'; error: { code: number; message: string } }
  | { status: 'input_required'; inputRequests: Fields };

/** Who looks at a task: the client's program, and when it stops waiting for the answer. */
export type TaskLook = Pick<Conversation, 'client' | 'signal'>;

/** The tasks of one caller; another one's is as unknown as one that never was. */
export type TaskOffer = {
  get(id: string, look: TaskLook): Promise<{ task: Task; state: TaskState } | null>;
  /** Asks that it ends. @returns false when it is unknown */
  cancel(id: string, look: TaskLook): Promise<boolean>;
  /** Takes answers to what a task asked; those to anything else are ignored. @returns false when it is unknown */
  update(id: string, inputResponses: Fields): Promise<boolean>;
};

export type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
};

export type PromptOffer = {
  list(): Listed<Prompt>;
  /** Messages in the protocol's form, or null for a name that is not offered. @throws InvalidParams */
  get(
    name: string,
    given: Record<string, string>,
    conversation: Conversation,
  ): Promise<{ description: string; messages: readonly Fields[] } | InputWanted | null>;
};

export type Resource = {
  uri: string;
  name: string;
  title: string;
  description?: string;
  mimeType: string;
  _meta?: Fields;
};

export type ResourceTemplate = {
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
};

export type ResourceOffer = {
  list(): Promise<Listed<Resource>>;
  templates(): Listed<ResourceTemplate>;
  /** The contents in the protocol's form, or null when there is no such resource for this caller. */
  read(uri: string): Promise<ResourceRead | null>;
  /** A short text that changes when the resource does (for subscriptions), or null when there is none. */
  stateOf?(uri: string): Promise<string | null>;
  /**
   * Offers with the same key have the same state, so that one read serves all who wait for it; null when
   * there is no such resource. Without it each watcher reads for itself.
   */
  stateKey?(uri: string): string | null;
};

export type ResourceRead = {
  contents: readonly Fields[];
  /** How long a client may keep it (ms), and whether others may share it. */
  ttlMs: number;
  cacheScope: 'public' | 'private';
  meta?: Fields;
};

export type CompletionQuestion = {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  argument: { name: string; value: string };
  /** What was chosen for the other arguments already. */
  chosen: Record<string, string>;
};

/** At most 100 values. */
export type Completion = { values: readonly string[]; total?: number; hasMore: boolean };

/** Skills over the extension `io.modelcontextprotocol/skills`: files by path below `skill://`. */
export type SkillOffer = { files: Readonly<Record<string, string>> };

/** Arguments of a prompt, a completion or a resource that the protocol answers with -32602; the client sees the message. */
export class InvalidParams extends Error {
  readonly invalidParams = true;
}
