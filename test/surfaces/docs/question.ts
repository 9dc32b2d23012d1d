/**
 * Questions that people ask the documentation, the pages that answer each, and the facts that a correct
 * answer includes. A test follows `/llms.txt` to the Markdown of those pages, as a model without other
 * sources does.
 */
export type Question = {
  ask: string;
  /** Page names as listed by `/llms.txt`. */
  pages: readonly string[];
  /** Each fact appears in one of the pages; line breaks count as spaces. */
  facts: readonly (string | RegExp)[];
};
