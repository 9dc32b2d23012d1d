import { type Fields, isFields } from './fields.ts';

/**
 * Maximum number of fields and entries of a message, not counting tool arguments. The SDK reports every schema
 * violation, so a message of invalid entries could produce a response of 50 MB. A tool validates its own arguments and
 * reports 20.
 */
const messagePartsMax = 1_000;
/** Methods whose results can exceed 100 kB. */
const longAnswers: ReadonlySet<unknown> = new Set(['resources/read', 'tools/list']);
/**
 * Maximum number of such requests per batch. A resource may have several megabytes, and all responses of a batch are
 * built together, even if the client never reads them.
 */
const batchLongMax = 4;

export function excessOfMessage(message: unknown): string | null {
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
