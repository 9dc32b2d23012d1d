import { escapeHtml } from '../../model/content/escape-html.ts';

/** Markup that was made here. A string is never that: it is escaped wherever it is put. */
export type Html = { readonly markup: string };

type Part = string | Html | readonly Html[] | null;

/** Markup with values in it. Attributes are to be quoted. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = literals[0]!;
  for (const [index, part] of parts.entries()) markup += markupOf(part) + literals[index + 1]!;
  return { markup };
}

function markupOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escapeHtml(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}
