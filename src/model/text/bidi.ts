const anyControl = /[\u202A-\u202E\u2066-\u2069]/;
const popEmbedding = '\u202C';
const popIsolate = '\u2069';
const embeddings = '\u202A\u202B\u202D\u202E';
const isolates = '\u2066\u2067\u2068';

/** An unpaired control (UAX #9) would reorder the surrounding text. */
export function withoutUnpairedBidi(text: string): string {
  if (!anyControl.test(text)) return text;
  const characters = [...text];
  const open: { at: number; closes: string }[] = [];
  const unpaired = new Set<number>();
  for (const [at, character] of characters.entries()) {
    if (embeddings.includes(character)) open.push({ at, closes: popEmbedding });
    else if (isolates.includes(character)) open.push({ at, closes: popIsolate });
    else if (character === popEmbedding || character === popIsolate) {
      if (open.at(-1)?.closes === character) open.pop();
      else unpaired.add(at);
    }
  }
  for (const { at } of open) unpaired.add(at);
  return characters.filter((_, at) => !unpaired.has(at)).join('');
}
