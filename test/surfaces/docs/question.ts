/**
 * Questions that people bring to the documentation, the pages that answer each, and what a right answer cannot leave out. A test
 * follows `/llms.txt` to the Markdown of those pages, as a model or a person who reads nothing else does.
 */
export type Question = {
  ask: string;
  /** Names of pages, as `/llms.txt` lists them. */
  pages: readonly string[];
  /** Each stands in one of the pages; line breaks count as spaces. */
  facts: readonly (string | RegExp)[];
};
