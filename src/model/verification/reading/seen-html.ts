/** Read token by token with a stack of open elements, so that deep nesting and missing end tags stay linear. */
export type SeenHtml = {
  /** Blocks are separate lines; inline elements do not split words. */
  text: string;
  hidden: string;
  /** Hidden text before the visible text, which inboxes show next to the subject. */
  preheader: string;
  describeHidden: number;
  /** Positions of the first such pieces in `text`. */
  cuts: number[];
  turned: string;
  links: HtmlLink[];
  images: number;
  /** The first image sources, in lower case. */
  sources: string[];
  alternatives: string;
  forms: number;
  fields: number;
  passwordFields: number;
  scripts: number;
  base: string | null;
  /** Pages that load by themselves: refreshes, frames and objects. */
  loaded: string[];
};

export type HtmlLink = {
  target: string;
  from: number;
  to: number;
  image: boolean;
  hidden: boolean;
};
