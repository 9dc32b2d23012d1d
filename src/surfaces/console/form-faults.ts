import { Failure, type FieldFault } from '../../model/failure.ts';
import { type Html, html } from '../public/html.ts';
import { notice } from './look/parts.ts';
import { capitalize } from './number-words.ts';

/** Messages for the fields of a rejected form, by the path that the tool names. */
export type FieldFaults = ReadonlyMap<string, string>;

/** Returns the failure if the person can correct it in the form, and throws every other error. */
export function correctable(error: unknown): Failure {
  if (error instanceof Failure && error.status < 500 && error.failure !== 'not_found') return error;
  throw error;
}

/** Rejects a form if `visit.isPersonPresent` returns false. */
export function passkeyMissing(): Failure {
  return new Failure('restricted_api_key', {
    message: 'Nothing was changed: this action needs your passkey. Try again and confirm on your device.',
  });
}

/** The rejected fields of a form; empty for another failure. */
export function rejectedFields(failure: Failure | null): readonly FieldFault[] {
  return failure?.failure === 'validation_error' && Array.isArray(failure.details)
    ? (failure.details as FieldFault[])
    : [];
}

export function faultsByField(failure: Failure | null): FieldFaults {
  return new Map(
    rejectedFields(failure).map(({ path, message }) => [
      path,
      message === 'is required' ? 'This field is required.' : asSentence(message),
    ]),
  );
}

/**
 * Notice for a rejected form. Names each field, because the page may not show it next to its message.
 *
 * @param labels names of the fields by path
 */
export function rejectedNotice(
  failure: Failure | null,
  labels: Readonly<Record<string, string>>,
  title = 'Not saved.',
): Html | null {
  if (failure === null) return null;
  const faults = rejectedFields(failure);
  if (faults.length === 0) return notice({ state: 'bad', title, text: asSentence(failure.message) });
  const text = html`${faults.map(({ path, message }) => {
    const isPredicate = /^(?:is required|must not be empty)/.test(message);
    const label = labelFor(path, labels);
    return html`<br>${isPredicate ? asSentence(`${label} ${message}`) : `${label}: ${asSentence(message)}`}`;
  })}`;
  return notice({ state: 'bad', title, text });
}

function labelFor(path: string, labels: Readonly<Record<string, string>>): string {
  const [, first = path] = /^([A-Za-z_]+)/.exec(path) ?? [];
  return labels[path] ?? labels[first] ?? path;
}

export function asSentence(message: string): string {
  // A name such as a domain keeps its case.
  const isWord = /^[a-z]+(?=[\s,.]|$)/.test(message) && !/^\S+\.\S/.test(message);
  const text = isWord ? capitalize(message) : message;
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}
