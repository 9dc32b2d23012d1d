import { type Fields, isFields } from '../../../model/text/fields.ts';
import { metaKeys, statelessRevision } from './revisions.ts';

/** JSON-RPC 2.0 sections 4 to 6, as narrowed by MCP. The SDK drops invalid messages on stdio. */

/** Equals the request rate of the smallest plan, so that no batch is rejected forever. */
const batchMessagesMax = 100;

/** Returns why a message is rejected with -32600, or null. 2026-07-28 (`stateless`) has no batches. */
export function faultOfMessage(message: unknown, stateless: boolean): string | null {
  if (!Array.isArray(message)) return excessOfMessage(message) ?? faultOfOne(message);
  return faultOfLength(message) ?? excessOfMessage(message) ?? faultOfArray(message, stateless);
}

export function readRequestId(message: unknown): string | number | null {
  if (!isFields(message) || isAnswer(message)) return null;
  const { id } = message;
  // Even a number that is not a valid id tells the client which request failed.
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Returns true for a response. It never gets a response itself, even if invalid. */
export function isAnswer(message: unknown): boolean {
  return isFields(message) && !('method' in message) && ('result' in message || 'error' in message);
}

export function requestIdsIn(messages: readonly unknown[]): unknown[] {
  return messages.flatMap((each) => (isFields(each) && 'method' in each && 'id' in each ? [each.id] : []));
}

function faultOfLength({ length }: readonly unknown[]): string | null {
  if (length === 0) return 'A batch must contain messages';
  return length > batchMessagesMax ? `A batch may have at most ${batchMessagesMax} messages` : null;
}

function faultOfArray(messages: readonly unknown[], stateless: boolean): string | null {
  if (stateless || messages.some(namesRevision)) {
    return `Revision ${statelessRevision} has no batches: send the messages one by one`;
  }
  for (const each of messages) {
    const fault = faultOfOne(each);
    if (fault !== null) return fault;
    // 2025-03-26 Lifecycle: clients must not send other requests before its response.
    if ((each as Fields).method === 'initialize') return 'initialize must be sent alone, not in a batch';
  }
  const ids = requestIdsIn(messages);
  return new Set(ids).size < ids.length ? 'The requests of a batch must have different ids' : null;
}

/** Only 2026-07-28 and later name the revision in each message. */
export function namesRevision(message: unknown): boolean {
  if (!isFields(message) || !isFields(message.params) || !isFields(message.params._meta)) return false;
  return metaKeys.protocolVersion in message.params._meta;
}

function faultOfOne(message: unknown): string | null {
  if (!isFields(message)) return 'A message must be an object';
  if (message.jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if ('method' in message) return faultOfRequest(message);
  if ('result' in message) return faultOfResult(message);
  if ('error' in message) return faultOfError(message);
  return 'A message must have a method, or a result or error if it is a response';
}

function faultOfRequest(message: Fields): string | null {
  const { id, method, params = {} } = message;
  if (typeof method !== 'string') return 'method must be a string';
  if ('id' in message && !isId(id)) return idRule;
  if (!isFields(params)) return 'params must be an object';
  const { _meta: meta = {} } = params;
  if (!isFields(meta)) return '_meta must be an object';
  if (meta.progressToken !== undefined && !isId(meta.progressToken)) {
    return '_meta.progressToken must be a string or an integer';
  }
  const task = meta[metaKeys.relatedTask];
  if (task !== undefined && !(isFields(task) && typeof task.taskId === 'string')) {
    return `_meta["${metaKeys.relatedTask}"] must be an object with a taskId`;
  }
  return hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])
    ? null
    : 'A request or notification may have only jsonrpc, id, method and params';
}

function faultOfResult(message: Fields): string | null {
  if (!isId(message.id)) return idRule;
  if (!isFields(message.result)) return 'result must be an object';
  if ('_meta' in message.result && !isFields(message.result._meta)) return '_meta must be an object';
  return hasOnly(message, ['jsonrpc', 'id', 'result'])
    ? null
    : 'A response may have only jsonrpc, id and result';
}

function faultOfError(message: Fields): string | null {
  const { id, error } = message;
  if ('id' in message && !isId(id)) return idRule;
  if (!isFields(error) || !Number.isSafeInteger(error.code) || typeof error.message !== 'string') {
    return 'error must be an object with an integer code and a message';
  }
  return hasOnly(message, ['jsonrpc', 'id', 'error'])
    ? null
    : 'An error response may have only jsonrpc, id and error';
}

function hasOnly(message: Fields, names: readonly string[]): boolean {
  return Object.keys(message).every((name) => names.includes(name));
}

/** The MCP revisions forbid the null and fractional ids of JSON-RPC. */
function isId(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

const idRule = 'id must be a string or an integer';

/** Maximum fields and entries, without tool arguments. The SDK reports every violation, up to 50 MB. */
const messagePartsMax = 1_000;
/** Methods whose results can exceed 100 kB. */
const longAnswers: ReadonlySet<unknown> = new Set(['resources/read', 'tools/list']);
/** Limits such requests per batch, because its responses, of some megabytes each, are built together. */
const batchLongMax = 4;

function excessOfMessage(message: unknown): string | null {
  if (!Array.isArray(message)) return excessOfOne(message);
  const long = message.filter((each) => isFields(each) && longAnswers.has(each.method)).length;
  if (long > batchLongMax) {
    const methods = [...longAnswers].join(' and ');
    return `A batch may have at most ${batchLongMax} of ${methods}: send the rest one by one`;
  }
  for (const each of message) {
    const excess = excessOfOne(each);
    if (excess !== null) return excess;
  }
  return null;
}

function excessOfOne(message: unknown): string | null {
  if (partsLeft(besideArguments(message), messagePartsMax) >= 0) return null;
  return `A message may have at most ${messagePartsMax.toLocaleString('en')} fields and entries besides tool arguments`;
}

function besideArguments(message: unknown): unknown {
  if (!isFields(message) || message.method !== 'tools/call' || !isFields(message.params)) return message;
  if (!isFields(message.params.arguments)) return message;
  return { ...message, params: { ...message.params, arguments: null } };
}

/** Returns `left` minus the parts of a value, or a negative number as soon as it is exceeded. */
function partsLeft(value: unknown, left: number): number {
  if (typeof value !== 'object' || value === null) return left;
  if (Array.isArray(value) && value.length > left) return -1;
  let rest = left;
  for (const name in value) {
    rest = partsLeft((value as Fields)[name], rest - 1);
    if (rest < 0) return rest;
  }
  return rest;
}
