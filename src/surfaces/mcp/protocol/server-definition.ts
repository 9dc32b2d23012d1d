import { type Fields, isFields } from '../../../model/text/fields.ts';

/** Shared by the fast path and the SDK path, so that they cannot differ. Methods avoid unneeded work. */
export type ServerDefinition = {
  /** Server info sent with every result of 2026-07-28. */
  identity: { name: string; title: string; version: string };
  /** Sent only in results that open a connection, because they would bloat every other result. */
  icons?: readonly Icon[];
  instructions(): string;
  tools: ToolOffer;
  prompts?(): PromptOffer;
  resources?(): ResourceOffer;
  complete?(question: CompletionQuestion): Promise<Completion>;
  skills?(): SkillOffer;
  /** Task offer; undefined if this server creates no tasks. */
  tasks?: TaskOffer;
  extensions?: Fields;
  /** Honors the client's log level (revisions up to 2025-11-25). */
  logs?: true;
  /** Throws for a `requestState` that this server did not create. */
  checkState?(state: string): void;
  /** Subscribes to list changes that do not come from the caller's rights. @returns unsubscribes */
  onListChange?(notify: (list: ListName) => void): () => void;
};

export type Icon = { src: string; mimeType: string; sizes: readonly string[] };

export type ListName = 'tools' | 'prompts';

/** A list and its JSON array, serialized once. */
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
  /** Deterministic: returns the same bytes for the same caller until something changes. */
  list(): Listed<Tool>;
  has(name: string): boolean;
  /** Returns true if a call probably elicits input, so it starts on the SDK path. Others restart there if they do elicit. */
  oftenConverses(name: string, given: Fields, asks: boolean): boolean;
  /** `InputWanted` means that the call has done nothing yet. */
  call(name: string, given: Fields, conversation: Conversation): Promise<Answered | InputWanted | TaskMade>;
  /** Takes a slot for an elicitation that keeps the call open. Returns its release, or a refusal. */
  lockRequest?(given: Fields): (() => void) | NotAsked;
  unknown(name: string): string;
};

/** Reason for not eliciting: too many open elicitations, or a call too large to keep. */
export type NotAsked = 'too_many_questions' | 'too_large';

export type Conversation = {
  /** Name and version as sent by the client; empty if missing. */
  client: string;
  /** True if the client of this request supports form elicitation. */
  elicits: boolean;
  /** True if it supports elicitation in mode `url`. */
  opensPages: boolean;
  /** True if this request declares the tasks extension (2026-07-28), so the call may return a task. */
  takesTasks?: boolean;
  /** Set if the client can elicit but must not: a call that needs an elicitation is refused. */
  notAsked?: NotAsked;
  /** Responses to an earlier `InputWanted` by key; not validated. */
  inputResponses: Fields | undefined;
  /** The echoed state, already checked by `checkState`. */
  requestState: string | undefined;
  meta?: Fields | undefined;
  requestId?: string | number;
  /** Aborted when the client cancels the request or disconnects. */
  signal: AbortSignal;
  /** Sends a progress notification if the client asked for it. Omit `total` if unknown. */
  progress(done: number, total?: number, message?: string): void;
  /** SDK context of the request, for conformance fixtures. */
  sdk?: unknown;
};

/** JSON text, for output or for embedding in other JSON. */
export type JsonText = {
  readonly text: string;
  asValue(): string;
  asText(): string;
};

export type Answered = {
  /** The result, which is also the first content block. Undefined for a refusal. */
  json?: JsonText;
  /** Other content blocks: links, notes, media, or the refusal. */
  content: readonly Fields[];
  isError?: true;
  meta?: Fields;
};

/** The call needs input from the client's person first (2026-07-28: input_required). */
export type InputWanted = { inputRequests: Fields; requestState?: string };

export function isInputWanted(answer: Answered | InputWanted | TaskMade): answer is InputWanted {
  return 'inputRequests' in answer;
}

/** The call continues without its client, and the client polls it (SEP-2663). */
export type TaskMade = { task: Task };

export function isTaskMade(answer: Answered | InputWanted | TaskMade): answer is TaskMade {
  return 'task' in answer;
}

/** Fields of a task in any state. Times are ISO 8601. */
export type Task = {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** Lifetime from creation, after which the task is forgotten. */
  ttlMs: number;
  pollIntervalMs: number;
  message?: string;
};

export type TaskState =
  | { status: 'working' | 'cancelled' }
  | { status: 'completed'; result: Answered }
  /** Protocol error. A tool that refuses has completed. */
  | { status: 'failed'; error: { code: number; message: string } }
  | { status: 'input_required'; inputRequests: Fields };

export type TaskLook = Pick<Conversation, 'client' | 'signal'>;

export type TaskOffer = {
  get(id: string, look: TaskLook): Promise<{ task: Task; state: TaskState } | null>;
  /** Requests cancellation. @returns false for an unknown task */
  cancel(id: string, look: TaskLook): Promise<boolean>;
  /** Accepts responses to a task's elicitation and ignores others. @returns false for an unknown task */
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
  /** Returns messages in protocol form, or null for an unknown name. @throws InvalidParams */
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
  /** Returns contents in protocol form, or null if this caller has no such resource. */
  read(uri: string): Promise<ResourceRead | null>;
  /** Returns a short text that changes with the resource (for subscriptions), or null if there is no such resource. */
  stateOf?(uri: string): Promise<string | null>;
  /** Returns a key shared by offers with the same state, so that a single read serves all watchers. */
  stateKey?(uri: string): string | null;
};

export type ResourceRead = {
  contents: readonly Fields[];
  /** Cache lifetime (ms) and scope. */
  ttlMs: number;
  cacheScope: 'public' | 'private';
  meta?: Fields;
};

export type CompletionQuestion = {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  argument: { name: string; value: string };
  chosen: Record<string, string>;
};

export type Completion = { values: readonly string[]; total?: number; hasMore: boolean };

/** Files of the extension `io.modelcontextprotocol/skills`, by path below `skill://`. */
export type SkillOffer = { files: Readonly<Record<string, string>> };

/** Invalid arguments of a prompt, completion or resource: the client receives -32602 with this message. */
export class InvalidParams extends Error {
  readonly invalidParams = true;
}

/** A client known from its handshake. A client without a handshake sends this with each request. */
export type Client = { name: string } & ElicitationSupport;

/** Elicitation modes of the client: `form` and `url`. */
export type ElicitationSupport = { elicits: boolean; opensPages: boolean };

export function readClient(params: Fields): Client {
  return { name: clientName(params.clientInfo), ...readElicitationSupport(params.capabilities) };
}

export function readElicitationSupport(capabilities: unknown): ElicitationSupport {
  if (!isFields(capabilities) || !isFields(capabilities.elicitation)) return noElicitation;
  // Revisions up to 2025-06-18 had a single mode. Since 2025-11-25 an empty object means forms, and `url` alone does not.
  const { form, url } = capabilities.elicitation;
  return { elicits: form !== undefined || url === undefined, opensPages: url !== undefined };
}

export const noElicitation: ElicitationSupport = { elicits: false, opensPages: false };

/** Name and version as sent by the client. Sanitized where it is stored. */
export function clientName(info: unknown): string {
  if (!isFields(info) || typeof info.name !== 'string') return '';
  const version = typeof info.version === 'string' ? ` ${info.version}` : '';
  return `${info.name}${version}`;
}
