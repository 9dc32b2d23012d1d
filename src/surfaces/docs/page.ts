import type { Html } from '../public/html.ts';

/** One page of the documentation: Markdown, from which everything else is made. */
export type DocsPage = {
  /** Below `/docs/`, without an ending: `guides/smtp`, `errors/not_found`. */
  name: string;
  title: string;
  description: string;
  /** Begins with its title as a heading. Links name files (`../sending.md`) or addresses (`/docs/sending.md`). */
  markdown(): string;
  /** What a browser is shown at the end of a section beside its text, by the section's anchor. */
  forms?(): ReadonlyMap<string, Html>;
};

/** A page that belongs to an overview: one failure, one kind of event, one resource. It is not in the side bar. */
export type DetailPage = DocsPage & { of: string };

export const docsPrefix = '/docs/';

/** Where a page of a name is. */
export function addressOf(name: string): string {
  return docsPrefix + name;
}

/** A block of code in Markdown. */
export function codeBlock(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

export function jsonBlock(value: unknown): string {
  return codeBlock('json', JSON.stringify(value, null, 2));
}

/** A Markdown table; a bar in a cell stays text. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
