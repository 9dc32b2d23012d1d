import type { z } from 'zod';
import { FieldRefused } from './envelope.ts';

export function firstFault(error: z.ZodError): FieldRefused {
  const issue = error.issues[0]!;
  return new FieldRefused(pathText(issue.path), sentenceOf(issue));
}

/** `['tags', 3]` -> `tags[3]` */
function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.minimum === 1 && unit(issue.origin) !== ''
        ? 'must not be empty'
        : `must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
    case 'custom':
    case 'invalid_union':
      return issue.message;
    default:
      return 'has a form that is not allowed here';
  }
}

const kinds: Record<string, string> = {
  object: 'an object',
  record: 'an object',
  array: 'an array',
  int: 'a whole number',
  number: 'a whole number',
  string: 'a string',
  boolean: 'true or false',
};

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
