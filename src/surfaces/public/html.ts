import { escapeHtml } from '../../model/content/escape-html.ts';
import { withoutUnpairedBidi } from '../../model/text/bidi.ts';

/** Trusted markup. Strings are never markup: `html` escapes them. */
export type Html = { readonly markup: string };

type Part = string | Html | readonly Html[] | null;

/** Quote attributes. Removes unpaired bidirectional controls, which would reorder the page's text. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = literals[0]!;
  for (const [index, part] of parts.entries()) markup += markupOf(part) + literals[index + 1]!;
  return { markup };
}

function markupOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escapeHtml(withoutUnpairedBidi(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}
