import type { Failure, FieldFault } from '../failure.ts';

/** A longer list would not be read. */
const sentencesMax = 10;

/**
 * What refuses a send, in the words of the refusals: a sentence for each thing to fix, the first one first. Null when
 * nothing does.
 */
export function problemOf(refusals: readonly Failure[]): string | null {
  const all = [...new Set(refusals.flatMap(sentencesOf))];
  if (all.length === 0) return null;
  const shown = all.slice(0, sentencesMax);
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more`] : [])].join('. ');
}

/** If several variants lack the same thing, each is named. */
function sentencesOf({ failure, message, details }: Failure): string[] {
  if (failure === 'validation_error' && Array.isArray(details)) {
    return (details as FieldFault[]).map((fault) => `${fault.path} ${fault.message}`);
  }
  const path = (details as { path?: unknown } | undefined)?.path;
  return [typeof path === 'string' && path !== 'content' ? `${path}: ${message}` : message];
}
