/**
 * v1's envelopes: `{ success: true, … }` and `{ success: false, message, error, code }`.
 *
 * This folder is sealed: at run time it takes nothing from the model, so a refusal is recognised by its shape
 * and not by its class. The same shape is how the folder makes refusals of its own.
 */

/** What every refusal of the platform looks like, wherever it was made. */
type Refusal = {
  /** Its name, as v2 tells it. */
  failure: string;
  /** The HTTP status. */
  status: number;
  message: string;
  details?: unknown;
  /** A code of its own, where it has one. */
  code?: string | undefined;
  /** What only this refusal says. */
  fields?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds; becomes `Retry-After`. */
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

/** The body of a refusal. Its code is its own, or else its name in upper case. */
export function errorBody({
  failure,
  message,
  code,
  fields,
}: Pick<Refusal, 'failure' | 'message' | 'code' | 'fields'>): ErrorBody {
  return {
    success: false,
    message,
    error: failure,
    code: code ?? failure.toUpperCase(),
    ...fields,
    ...(Array.isArray(fields?.badges) && { badges: fields.badges.map(badgeOf) }),
  };
}

/** What v1 says of a badge, whatever else is known of it. */
function badgeOf({ id, label, severity, path }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { id, label, severity, ...(path !== undefined && { path }) };
}

/** v1 says no to one field of a request. */
export class FieldRefused extends Error implements Refusal {
  readonly failure = 'validation_error';
  readonly status = 400;

  /** @param message the end of a sentence that begins with the field, such as `must be a string` */
  constructor(field: string, message: string) {
    super(`${field === '' ? 'The body' : field} ${message}`);
  }
}

/**
 * A tool's refusal in v1's words: a fault in a field is named that field has in v1.
 *
 * @param fieldNames the tool's name of a field -> v1's
 */
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
