/** The text without blanks at the ends of its lines. Line by line: an expression would look at a long run again and again. */
export function withoutTrailingBlanks(text: string): string {
  if (!/[ \t](?:\n|$)/.test(text)) return text;
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
