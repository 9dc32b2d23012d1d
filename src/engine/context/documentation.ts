/** One part of a page of the documentation: a page that is longer than an answer may be is read in several. */
export type DocumentPart = {
  /** The name of its page: `sending`, `guides/smtp`, `errors/not_found`. */
  topic: string;
  title: string;
  /** From 1. */
  part: number;
  parts: number;
  /** Markdown; whole lines of the page. */
  text: string;
};

/** A page as a whole, however long it is. */
export type WholeDocument = { topic: string; title: string; description: string; text: string };

/** A section of a page that a search found. */
export type DocumentHit = {
  topic: string;
  /** The part of the page where the section is. */
  part: number;
  title: string;
  /** Empty for what stands above the first heading. */
  heading: string;
  anchor: string | null;
  excerpt: string;
};

/** The documentation as tools read it. It ships with the program, and each page is the one that is shown at `/docs`. */
export type Documentation = {
  /** @returns the last part where the page has fewer than `part`, null where there is no such page */
  read(topic: string, part: number): DocumentPart | null;
  /** @returns null where there is no such page */
  whole(topic: string): WholeDocument | null;
  /** The names of all pages, with their titles. */
  pages(): readonly Pick<WholeDocument, 'topic' | 'title'>[];
  /** What can be read, as Markdown: the topics with a line each, and the names of all other pages. */
  contents(): string;
  /** Best first, at most `hitsMax`. */
  search(query: string, hitsMax: number): Promise<readonly DocumentHit[]>;
};
