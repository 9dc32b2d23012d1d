/** Avoids a regular expression, which takes quadratic time on a long run of blanks. */
export function withoutTrailingBlanks(text: string): string {
  if (!/[ \t](?:\n|$)/.test(text)) return text;
  return text.split('\n').map(withoutBlanksAtEnd).join('\n');
}

export function withoutBlanksAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

export function blanksAtStart(text: string): string {
  let end = 0;
  while (isBlank(text[end])) end += 1;
  return text.slice(0, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
