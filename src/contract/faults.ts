import type { z } from 'zod';
import type { FieldFault } from '../model/failure.ts';
import { nearName } from '../model/near-name.ts';

const faultsMax = 20;
/** Of the fields that there are this many are told. */
const fieldsToldMax = 30;
/** A shorter word stands in too many names. */
const wordLengthMin = 2;
/** No field has a longer name; of one that is longer this much is told. */
const nameCharactersMax = 100;

/**
 * What zod found, in the contract's terms: where (`emails[3].subject`), which kind, and a sentence that says
 * what is allowed.
 */
export function faultsOf(error: z.ZodError, fields: readonly string[] = []): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const issue of error.issues) {
    faults.push(...faultsOfIssue(issue, fields, faultsMax - faults.length));
    if (faults.length === faultsMax) break;
  }
  return faults;
}

/** @param amountMax one issue may name a hundred thousand unknown fields */
function faultsOfIssue(issue: z.core.$ZodIssue, fields: readonly string[], amountMax: number): FieldFault[] {
  const path = fieldPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, amountMax).map((key) => ({
      path: fieldPath([...issue.path, key]),
      code: 'unknown_field',
      message: unknownField(key, issue.path.length === 0 ? fields : []),
    }));
  }
  if (issue.code === 'custom') {
    const code =
      issue.params?.code === 'required'
        ? 'required'
        : issue.params?.code === 'unknown_field'
          ? 'unknown_field'
          : 'invalid';
    return [{ path, code, message: issue.message }];
  }
  // Whatever was wanted there: nothing was given.
  if (issue.input === undefined) {
    return [{ path, code: 'required', message: 'is required' }];
  }
  return [{ path, code: 'invalid', message: sentenceOf(issue) }];
}

/** Says which field may have been meant, or which there are. */
function unknownField(given: string, fields: readonly string[]): string {
  const sentence = 'is not a field of this request';
  const meant = nearName(given, fields) ?? fieldThatHolds(given, fields);
  if (meant !== undefined) return `${sentence}; did you mean ${meant}?`;
  return fields.length === 0 ? sentence : `${sentence}; it has ${fields.slice(0, fieldsToldMax).join(', ')}`;
}

/** `id` for `campaignId`, `from` for `fromEmail`: the one field whose name begins or ends with the one given. */
function fieldThatHolds(given: string, fields: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  if (word.length < wordLengthMin) return undefined;
  const holding = fields.filter((field) => {
    const name = field.toLowerCase();
    return name.startsWith(word) || name.endsWith(word);
  });
  return holding.length === 1 ? holding[0] : undefined;
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return boundSentence('at least', issue.origin, Number(issue.minimum));
    case 'too_big':
      return boundSentence('at most', issue.origin, Number(issue.maximum));
    case 'invalid_union':
      return unionSentence(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

/** The sentence of the form that was meant: the one whose type fits, where its content does not. */
function unionSentence(issue: z.core.$ZodIssueInvalidUnion): string {
  const firsts = issue.errors.flatMap((issues) => issues.slice(0, 1));
  const meant = firsts.find(({ code, path }) => code !== 'invalid_type' || path.length > 0);
  if (meant) return sentenceOf(meant);
  const types = firsts.flatMap((first) => (first.code === 'invalid_type' ? [article(first.expected)] : []));
  return types.length > 0 ? `must be ${types.join(' or ')}` : 'has none of the forms that are allowed here';
}

function boundSentence(bound: string, origin: string, limit: number): string {
  if (origin === 'string') {
    if (bound === 'at least' && limit === 1) return 'must not be empty';
    return `must have ${bound} ${limit.toLocaleString('en')} characters`;
  }
  if (bound === 'at least' && limit === 1 && origin === 'array') return 'must not be empty';
  if (origin === 'array' || origin === 'set')
    return `must have ${bound} ${limit.toLocaleString('en')} entries`;
  return `must be ${bound} ${limit.toLocaleString('en')}`;
}

function article(expected: string): string {
  const names: Record<string, string> = {
    object: 'an object',
    record: 'an object',
    array: 'an array',
    int: 'a whole number',
    number: 'a number',
    string: 'a string',
    boolean: 'true or false',
  };
  return names[expected] ?? `of type ${expected}`;
}

/** `['emails', 3, 'to']` -> `emails[3].to`; a name that is too long for a field is cut. */
export function fieldPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? shownName(step) : `.${shownName(step)}`;
  }
  return text;
}

/** Well formed even where the cut goes through a character of two units. */
function shownName(step: PropertyKey): string {
  const name = String(step);
  return name.length <= nameCharactersMax ? name : name.slice(0, nameCharactersMax).toWellFormed();
}
