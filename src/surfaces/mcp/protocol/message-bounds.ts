import { type Fields, isFields } from './fields.ts';

/**
 * Fields and entries of a message beside the arguments of a tool, at most. The SDK checks each of them against its
 * schemas and tells every one that is wrong, so a message of nothing but wrong entries is answered by fifty megabytes.
 * What a tool takes is judged by the tool, and tells of twenty.
 */
const messagePartsMax = 1_000;
/** What may be answered by a hundred kilobytes and more: what is ready for all, and may be long. */
const longAnswers: ReadonlySet<unknown> = new Set(['resources/read', 'tools/list']);
/**
 * Requests of these methods in one array, at most: a resource may have several megabytes, and the answers to an array are
 * made in one go, for a client that may never read them.
 */
const batchLongMax = 4;

/** Why a message, or an array of them, is not looked at any further; null when it may be. */
export function excessOfMessage(message: unknown): string | null {
  if (!Array.isArray(message)) return excessOfOne(message);
  const long = message.filter((each) => isFields(each) && longAnswers.has(each.method)).length;
  if (long > batchLongMax) {
    const methods = [...longAnswers].join(' and ');
    return `A batch may have at most ${batchLongMax} of ${methods}: send more of them one by one`;
  }
  for (const each of message) {
    const excess = excessOfOne(each);
    if (excess !== null) return excess;
  }
  return null;
}

function excessOfOne(message: unknown): string | null {
  if (partsLeft(besideArguments(message), messagePartsMax) >= 0) return null;
  return `A message may have at most ${messagePartsMax.toLocaleString('en')} fields and entries beside the arguments of a tool`;
}

function besideArguments(message: unknown): unknown {
  if (!isFields(message) || message.method !== 'tools/call' || !isFields(message.params)) return message;
  if (!isFields(message.params.arguments)) return message;
  return { ...message, params: { ...message.params, arguments: null } };
}

/** Of `left` parts those that a value leaves; below zero as soon as it has too many. */
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
