/** No untrusted text can end a cell, start a link or embed an image. A DNS record can still be copied from a sentence. */
export function markdownText(text: string): string {
  // V8 takes ten times as long for each of many matches if the replacement is a pattern.
  return oneLine(text).replaceAll(/[\\`*[\]<>|]/g, (sign) => `\\${sign}`);
}

/** Formats text for copying. A backtick cannot be escaped in code, so it becomes an apostrophe. */
export function markdownCode(text: string): string {
  // GFM 4.10: a bar ends a cell even in code unless it is escaped.
  return `\`${oneLine(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
