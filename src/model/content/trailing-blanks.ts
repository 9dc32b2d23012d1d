/**
 * The text without spaces and tabs at the ends of its lines. Line by line, and by hand: an expression would look at a
 * long run again and again.
 */
export function withoutTrailingBlanks(text: string): string {
  if (!/[ \t](?:\n|$)/.test(text)) return text;
  return text.split('\n').map(withoutBlanksAtEnd).join('\n');
}

/** The text without the spaces and tabs it ends in. */
export function withoutBlanksAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/** The spaces and tabs that a text begins with. */
export function blanksAtStart(text: string): string {
  let end = 0;
  while (isBlank(text[end])) end += 1;
  return text.slice(0, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
