/**
 * Text of others in Markdown of ours: on one line, and without the power to end a cell, begin a link or show an image.
 * Nothing more is escaped, so that a DNS record within a sentence can be copied.
 */
export function markdownText(text: string): string {
  return oneLine(text).replaceAll(/[\\`*[\]<>|]/g, '\\$&');
}

/** Text to be copied literally. A backtick cannot be escaped in code, so it becomes an apostrophe. */
export function markdownCode(text: string): string {
  // GFM 4.10: a bar ends a cell even inside of code, unless it is escaped.
  return `\`${oneLine(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A table of cells that are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
