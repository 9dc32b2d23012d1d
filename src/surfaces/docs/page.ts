import type { Html } from '../public/html.ts';

export type DocsPage = {
  /** Path below `/docs/` without an extension: `guides/smtp`, `errors/not_found`. */
  name: string;
  title: string;
  description: string;
  /** Starts with the title as a heading. Links refer to files (`../sending.md`) or URLs (`/docs/sending.md`). */
  markdown(): string;
  forms?(): ReadonlyMap<string, Html>;
};

/** A page below an overview: a failure, an event kind or a resource. Not in the side bar. */
export type DetailPage = DocsPage & { of: string };

export const docsPrefix = '/docs/';

export function addressOf(name: string): string {
  return docsPrefix + name;
}

export function codeBlock(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

export function jsonBlock(value: unknown): string {
  return codeBlock('json', JSON.stringify(value, null, 2));
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
