/** What only can be the name of a tool: verb_noun. */
const verbNoun = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** The tools that a text names, in its order, each once. @param known tells the name of a tool from that of a field */
export function toolsNamedIn(text: string, known: (name: string) => boolean): string[] {
  return [...new Set(text.match(verbNoun))].filter(known);
}

/**
 * A description without what leads to tools that are not offered: remarks in brackets, and clauses up to `;` or `.`, that name
 * one. The first clause says what the tool itself is for, and stays.
 *
 * @param absent whether this is the name of a tool that the reader cannot call
 */
export function withoutTools(description: string, absent: (name: string) => boolean): string {
  const names = (text: string): boolean => toolsNamedIn(text, absent).length > 0;
  if (!names(description)) return description;
  const remarked = description.replace(/ \([^()]*\)/g, (remark) => (names(remark) ? '' : remark));
  return remarked
    .split(/(?<=\.) /)
    .map((sentence, index) => {
      const clauses = sentence.split(/(?<=;) /);
      const [head, ...others] = clauses;
      // A clause that only goes on is nothing without its beginning.
      if (index > 0 && names(head!)) return '';
      const kept = [head, ...others.filter((clause) => !names(clause))].join(' ');
      return kept.replace(/;$/, '.');
    })
    .filter((sentence) => sentence !== '')
    .join(' ');
}
