/** Imports nothing from the model at run time, so it recognizes and creates failures by their shape. */

import { inV1Sentence } from './sentences.ts';

type Refusal = {
  failure: string;
  status: number;
  message: string;
  details?: unknown;
  code?: string | undefined;
  fields?: Readonly<Record<string, unknown>> | undefined;
  retryAfterSeconds?: number | undefined;
};

type ErrorBody = { success: false; message: string; error: string; code: string };

export function isRefusal(error: unknown): error is Refusal {
  return (
    error instanceof Error &&
    'failure' in error &&
    typeof error.failure === 'string' &&
    'status' in error &&
    typeof error.status === 'number'
  );
}

/** Builds the body of an error. The code defaults to the name in upper case. */
export function errorBody({
  failure,
  message,
  code,
  fields,
}: Pick<Refusal, 'failure' | 'message' | 'code' | 'fields'>): ErrorBody {
  return {
    success: false,
    message: inV1Sentence(code === inReview ? blockedSentence : message),
    error: failure,
    code: (code === inReview ? 'CONTENT_BLOCKED' : code) ?? failure.toUpperCase(),
    ...withoutReview(fields),
    ...(Array.isArray(fields?.badges) && { badges: fields.badges.map(badgeOf) }),
  };
}

/** Content in review answers as blocked content does. */
const inReview = 'CONTENT_REVIEW';
const blockedSentence = 'The content looks like cold email or phishing, which this server does not send';

function withoutReview({ review: _, ...fields }: Refusal['fields'] = {}): Readonly<Record<string, unknown>> {
  return fields;
}

function badgeOf({ id, label, severity, path }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { id, label, severity, ...(path !== undefined && { path }) };
}

export class FieldRefused extends Error implements Refusal {
  readonly failure = 'validation_error';
  readonly status = 400;

  /** @param message end of a sentence that begins with the field, such as `must be a string` */
  constructor(field: string, message: string) {
    super(`${field === '' ? 'The body' : field} ${message}`);
  }
}

/** @param fieldNames v1 names by tool name */
export function inV1Words(refusal: Refusal, fieldNames: Readonly<Record<string, string>>): Refusal {
  if (refusal.failure !== 'validation_error' || !Array.isArray(refusal.details)) return refusal;
  const fault: unknown = refusal.details[0];
  if (!isFault(fault)) return refusal;
  const [, first = '', rest = ''] = /^([^.[]*)(.*)$/s.exec(fault.path) ?? [];
  const name = fieldNames[first];
  return name === undefined ? refusal : new FieldRefused(`${name}${rest}`, fault.message);
}

function isFault(fault: unknown): fault is { path: string; message: string } {
  return (
    typeof fault === 'object' &&
    fault !== null &&
    'path' in fault &&
    typeof fault.path === 'string' &&
    'message' in fault &&
    typeof fault.message === 'string'
  );
}
