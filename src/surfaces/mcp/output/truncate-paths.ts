import type { FieldFault, ToolError } from '../../../model/failure.ts';
import { cutAtCodeUnits } from '../../../model/text/text.ts';
import { isFieldPath, markedError } from './mark-untrusted-text.ts';

/** Only a path through names chosen by a caller or an assistant is longer. */
const pathCharactersMax = 200;
/** Limit in the message of a batch row. Below the shortest text truncation, so that no fence is left open. */
const rowPathCharactersMax = 30;

/** Truncates paths in the details and in the messages alike, because the messages are fenced by the paths. */
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
      .map(({ path }) => [path, `${cutAtCodeUnits(path, charactersMax(path))}…`]),
  );
  if (short.size === 0) return error;
  // Longest first, because a path may be a prefix of another.
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

/** Marks the message of a batch row. Call it before truncation, which may remove the details that say which part is untrusted. */
export function markedRow(row: ToolError): ToolError {
  const { message } = markedError(truncatePaths(row, rowPathCharactersMax));
  return message === row.message ? row : { ...row, message };
}
