import type { Failure, FieldFault } from '../failure.ts';

const sentencesMax = 10;

/** Joins the refusals of a send, a sentence per fix. Null if nothing refuses it. */
export function describeProblem(refusals: readonly Failure[]): string | null {
  const all = [...new Set(refusals.flatMap(sentencesOf))];
  if (all.length === 0) return null;
  const shown = all.slice(0, sentencesMax);
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more`] : [])].join('. ');
}

function sentencesOf({ failure, message, details }: Failure): string[] {
  if (failure === 'validation_error' && Array.isArray(details)) {
    return (details as FieldFault[]).map((fault) => `${fault.path} ${fault.message}`);
  }
  const path = (details as { path?: unknown } | undefined)?.path;
  return [typeof path === 'string' && path !== 'content' ? `${path}: ${message}` : message];
}
