/** A page longer than one answer is split into parts. */
export type DocumentPart = {
  /** Page name: `sending`, `guides/smtp`, `errors/not_found`. */
  topic: string;
  title: string;
  /** From 1. */
  part: number;
  parts: number;
  text: string;
};

export type WholeDocument = { topic: string; title: string; description: string; text: string };

export type DocumentHit = {
  topic: string;
  part: number;
  title: string;
  /** Empty above the first heading. */
  heading: string;
  anchor: string | null;
  excerpt: string;
};

export type Documentation = {
  /** @returns the last part if the page has fewer than `part`; null for an unknown page */
  read(topic: string, part: number): DocumentPart | null;
  whole(topic: string): WholeDocument | null;
  pages(): readonly Pick<WholeDocument, 'topic' | 'title'>[];
  contents(): string;
  search(query: string, hitsMax: number): Promise<readonly DocumentHit[]>;
};
