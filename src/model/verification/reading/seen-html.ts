/**
 * HTML as its recipient sees it. Read token by token with a stack of open elements, so that deep nesting and missing
 * end tags stay linear.
 */
export type SeenHtml = {
  /** Blocks are separate lines; inline elements do not split words. */
  text: string;
  hidden: string;
  /** Hidden text before the visible text, which inboxes show next to the subject. */
  preheader: string;
  /** Hidden pieces inside words. */
  hiddenInWords: number;
  /** Positions of the first such pieces in `text`. */
  cuts: number[];
  /** Beginning of the reversed text, as displayed. */
  turned: string;
  links: HtmlLink[];
  images: number;
  /** The first image sources, in lower case. */
  sources: string[];
  /** Alt texts of images. */
  alternatives: string;
  forms: number;
  /** Fields that accept input. */
  fields: number;
  passwordFields: number;
  scripts: number;
  /** From `<base>`. */
  base: string | null;
  /** Pages that load by themselves: refreshes, frames and objects. */
  loaded: string[];
};

export type HtmlLink = {
  /** As written, with character references decoded. */
  target: string;
  /** Range of the link's text in `text`. */
  from: number;
  to: number;
  image: boolean;
  hidden: boolean;
};
