const verbNoun = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** @param known tells tool names from field names */
export function toolsNamedIn(text: string, known: (name: string) => boolean): string[] {
  return [...new Set(text.match(verbNoun))].filter(known);
}

/** Removes parenthesized remarks and clauses up to `;` or `.`. The first clause states the tool's own purpose and stays. */
export function withoutTools(description: string, absent: (name: string) => boolean): string {
  const names = (text: string): boolean => toolsNamedIn(text, absent).length > 0;
  if (!names(description)) return description;
  const remarked = description.replace(/ \([^()]*\)/g, (remark) => (names(remark) ? '' : remark));
  return remarked
    .split(/(?<=\.) /)
    .map((sentence, index) => {
      const clauses = sentence.split(/(?<=;) /);
      const [head, ...others] = clauses;
      // The remaining clauses make no sense without the first.
      if (index > 0 && names(head!)) return '';
      const kept = [head, ...others.filter((clause) => !names(clause))].join(' ');
      return kept.replace(/;$/, '.');
    })
    .filter((sentence) => sentence !== '')
    .join(' ');
}
