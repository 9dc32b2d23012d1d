/**
 * HTML as its recipient sees it: the text that shows, the text that does not, and where everything leads. Token by
 * token with a list of what is open, so that neither depth nor missing end tags cost more than their length.
 */
export type SeenHtml = {
  /** Blocks on lines of their own; an element inside of a word divides nothing. */
  text: string;
  hidden: string;
  /** What is hidden before the text begins: inboxes show it beside the subject. */
  preheader: string;
  /** Hidden pieces in the middle of a word. */
  hiddenInWords: number;
  /** Where in `text` they are; the first ones. */
  cuts: number[];
  /** Text that is made to run backwards, as it is seen; its beginning. */
  turned: string;
  links: HtmlLink[];
  images: number;
  /** From where images come, lower case; the first ones. */
  sources: string[];
  /** What images say instead of themselves. */
  alternatives: string;
  forms: number;
  /** Fields in which something can be typed. */
  fields: number;
  passwordFields: number;
  scripts: number;
  /** Where `<base>` makes relative links lead. */
  base: string | null;
  /** Pages that load by themselves: refreshes, frames and objects. */
  loaded: string[];
};

export type HtmlLink = {
  /** As written, references read. */
  target: string;
  /** From where to where in `text` its words stand. */
  from: number;
  to: number;
  /** Whether there is an image in it. */
  image: boolean;
  hidden: boolean;
};
