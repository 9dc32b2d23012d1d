/**
 * HTML as its recipient sees it: visible text, hidden text, and all targets. Read token by token with a list of open
 * elements, so that neither depth nor missing end tags cost more than their length.
 */
export type SeenHtml = {
  /** Blocks on lines of their own; an element inside a word divides nothing. */
  text: string;
  hidden: string;
  /** Hidden text before the visible text: inboxes show it beside the subject. */
  preheader: string;
  /** Hidden pieces in the middle of a word. */
  hiddenInWords: number;
  /** Their positions in `text`; the first ones. */
  cuts: number[];
  /** The beginning of reversed text, as it is displayed. */
  turned: string;
  links: HtmlLink[];
  images: number;
  /** Image sources, lower case; the first ones. */
  sources: string[];
  /** The alt texts of images. */
  alternatives: string;
  forms: number;
  /** Fields that accept input. */
  fields: number;
  passwordFields: number;
  scripts: number;
  /** The base of relative links, from `<base>`. */
  base: string | null;
  /** Pages that load by themselves: refreshes, frames and objects. */
  loaded: string[];
};

export type HtmlLink = {
  /** As written, character references decoded. */
  target: string;
  /** The range of its words in `text`. */
  from: number;
  to: number;
  /** Whether it contains an image. */
  image: boolean;
  hidden: boolean;
};
