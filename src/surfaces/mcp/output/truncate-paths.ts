import type { FieldFault, ToolError } from '../../../model/failure.ts';
import { beginningOf } from '../../../model/text/text.ts';
import type { Fields } from '../protocol/fields.ts';
import { isFieldPath, markedError, withRowRefusals } from './mark-untrusted-text.ts';

/** A path to a fault is longer only where it leads through names that a caller or an assistant made up. */
const pathCharactersMax = 200;
/** In the sentence of a row: with its fence shorter than any text is cut, so that no fence stays open. */
const rowPathCharactersMax = 30;

/** The sentences repeat the ways of the faults, and are fenced by them: both are cut alike. */
export function truncatePaths<Shown extends ToolError>(
  error: Shown,
  strangeCharactersMax = pathCharactersMax,
): Shown {
  const { details } = error;
  if (error.name !== 'validation_error' || !Array.isArray(details)) return error;
  const faults = details as readonly FieldFault[];
  const charactersMax = (path: string): number =>
    isFieldPath(path) ? pathCharactersMax : strangeCharactersMax;
  const short = new Map(
    faults
      .filter(({ path }) => path.length > charactersMax(path))
      .map(({ path }) => [path, `${beginningOf(path, charactersMax(path))}…`]),
  );
  if (short.size === 0) return error;
  // The longest first: one may be the beginning of another.
  const long = [...short.keys()].sort((a, b) => b.length - a.length);
  const shortened = (text: string): string =>
    long.reduce((shown, path) => shown.replaceAll(path, () => short.get(path)!), text);
  return {
    ...error,
    message: shortened(error.message),
    details: faults.map((fault) => ({ ...fault, path: short.get(fault.path) ?? fault.path })),
    ...('next' in error && typeof error.next === 'string' && { next: shortened(error.next) }),
  };
}

/**
 * The answer to a batch with the sentences of its refused rows fenced as those of a refusal are. They are before anything
 * is cut, since the details say which part of a sentence is untrusted, which may be left out; the ways in these
 * are fenced last, as every text.
 */
export function withMarkedRows(value: Fields): Fields {
  return withRowRefusals(value, (row) => {
    const { message } = markedError(truncatePaths(row, rowPathCharactersMax));
    return message === row.message ? row : { ...row, message };
  });
}
