import { BoundedMap } from '../../bounded-map.ts';
import { selectedInMailProgram } from '../../content/style/mail-program-css.ts';

/** Not a CSS parser: looks only for the ways in which senders hide text. */

type Appearance = {
  hidden: boolean;
  reversed: boolean;
  /** True for unreadably small text, although a nested element may be larger; undefined if not specified. */
  tiny: boolean | undefined;
  /** Lower case without spaces; undefined if not specified. */
  color: string | undefined;
  background: string | undefined;
};

const plainAppearance: Appearance = {
  hidden: false,
  reversed: false,
  tiny: undefined,
  color: undefined,
  background: undefined,
};

const hiding =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*(?:(?=[0.])0?\.?0*\s*)?(?:;|!|$)|(?:^|[;\s])color\s*:\s*transparent|scale\s*\(\s*(?:(?=[0.])0?\.?0*\s*)?\)/i;
const noRoom = /(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0(?:px|em|%)?\s*(?:;|!|$)/i;
const clipped = /overflow\s*:\s*hidden|max-(?:height|width)\s*:\s*0/i;
const offScreen = /(?:text-indent|left|top|margin-left|margin-top|right)\s*:\s*-\s*\d{3,}/i;
const directionOverride = /unicode-bidi\s*:\s*(?:isolate-|bidi-)*override/i;
const rightToLeft = /direction\s*:\s*rtl/i;
const fontSize = /font-size\s*:\s*([\d.]+)\s*(px|pt|em|rem|%)?/i;
const shortFont = /(?:^|[;\s])font\s*:[^;]{0,60}?(?<![\w.])([\d.]+)(px|pt)\b/i;
const colorOf = /(?:^|[;\s])color\s*:\s*([^;!]{1,40})/i;
const backgroundOf = /background(?:-color)?\s*:\s*([^;!]{1,40})/i;

const tinyPoints = 2;

/** Newsletters repeat a few styles thousands of times. Bounded by count and by length. */
const remembered = new BoundedMap<string, Appearance>(1_000);
const rememberedCharactersMax = 400;

export function parseAppearance(style: string): Appearance {
  if (style === '') return plainAppearance;
  if (style.length > rememberedCharactersMax) return appearanceIn(style);
  let appearance = remembered.get(style);
  if (appearance === undefined) {
    appearance = appearanceIn(style);
    remembered.set(style, appearance);
  }
  return appearance;
}

function appearanceIn(style: string): Appearance {
  const css = withoutComments(style);
  return {
    hidden: hiding.test(css) || (noRoom.test(css) && clipped.test(css)) || offScreen.test(css),
    reversed: directionOverride.test(css) && rightToLeft.test(css),
    tiny: tinyFont(css),
    color: plainColor(colorOf.exec(css)?.[1]),
    background: paintedColor(backgroundOf.exec(css)?.[1]),
  };
}

function paintedColor(written: string | undefined): string | undefined {
  const color = plainColor(written);
  return color === 'transparent' || color === 'none' || color === 'inherit' || color === 'initial'
    ? undefined
    : color;
}

function tinyFont(css: string): boolean | undefined {
  const size = fontSize.exec(css) ?? shortFont.exec(css);
  if (!size) return undefined;
  const [, number, unit] = size;
  const points = Number(number) * (unit === 'em' || unit === 'rem' ? 16 : unit === '%' ? 0.16 : 1);
  return points < tinyPoints;
}

const namedColors: Record<string, string> = { white: '#ffffff', black: '#000000' };

export function plainColor(written: string | undefined): string | undefined {
  const color = written?.trim().toLowerCase().replaceAll(' ', '');
  if (color === undefined || color === '') return undefined;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  const parts = /^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,1)?\)$/.exec(color);
  if (parts)
    return `#${parts
      .slice(1)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  return namedColors[color] ?? color;
}

/** Imperceptible difference per colour channel, out of 255. */
const unseenDifference = 24;

/** @param color as returned by `plainColor`, like `background` */
export function isHardlySeen(color: string, background: string | undefined): boolean {
  if (color === background) return true;
  const [one, other] = [partsOf(color), partsOf(background ?? '')];
  if (one === null || other === null) return false;
  return one.every((part, index) => Math.abs(part - other[index]!) <= unseenDifference);
}

function partsOf(color: string): number[] | null {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(color);
  return parts?.slice(1).map((part) => Number.parseInt(part, 16)) ?? null;
}

const elementSelector = /^[a-z][a-z0-9]{0,12}$/i;
const simpleSelector = /^[a-z]{0,12}[.#]([\w-]{1,80})$/i;

/** Ignores rules for some screens, such as phones, unless `anywhere`. Returns elements as `<p`. */
export function hiddenNames(stylesheet: string, anywhere = false): Set<string> {
  const names = new Set<string>();
  if (!stylesheet.includes('{')) return names;
  const css = withoutComments(stylesheet);
  const rules = anywhere ? css : outsideOfMedia(css);
  for (const rule of rules.split('}')) {
    const brace = rule.lastIndexOf('{');
    const { hidden, tiny } = parseAppearance(brace === -1 ? '' : rule.slice(brace + 1));
    if (!hidden && !tiny) continue;
    for (const written of rule.slice(rule.lastIndexOf('{', brace - 1) + 1, brace).split(',')) {
      const selector = (anywhere && selectedInMailProgram(written.trim())) || written.trim();
      const name = simpleSelector.exec(selector)?.[1];
      if (name !== undefined) names.add(name);
      else if (anywhere && elementSelector.test(selector)) names.add(`<${selector.toLowerCase()}`);
    }
  }
  return names;
}

function outsideOfMedia(css: string): string {
  let outside = '';
  let at = 0;
  for (let begin = css.indexOf('@', at); begin !== -1; begin = css.indexOf('@', at)) {
    outside += css.slice(at, begin);
    at = endOfRule(css, begin);
  }
  return outside + css.slice(at);
}

function endOfRule(css: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < css.length; at += 1) {
    const character = css[at];
    if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth <= 0) return at + 1;
    } else if (character === ';' && depth === 0) return at + 1;
  }
  return css.length;
}

const generated = /content\s*:\s*(?:"([^"\n]{2,})"|'([^'\n]{2,})')/g;

export function generatedText(styles: string): string {
  return Array.from(styles.matchAll(generated), ([, double, single]) => double ?? single).join('\n');
}

const styleTag = /<style\b/gi;

/** An unclosed element ends at the next one, because rereading it would take quadratic time. */
export function extractStyles(html: string): string {
  const begins = Array.from(html.matchAll(styleTag), ({ index }) => index);
  const pieces: string[] = [];
  let from = 0;
  let end = 0;
  for (const [place, begin] of begins.entries()) {
    // Both positions only advance, so the search is linear.
    if (from !== -1 && from <= begin) from = html.indexOf('>', begin) + 1 || -1;
    if (from === -1) break;
    if (end !== -1 && end < from) end = html.indexOf('</', from);
    const next = begins[place + 1] ?? html.length;
    pieces.push(html.slice(from, Math.min(next, end === -1 ? html.length : end)));
  }
  return pieces.join('');
}

/** Keeps the text after an unclosed comment, because clients differ on its end. */
function withoutComments(css: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (let begin = css.indexOf('/*'); begin !== -1; begin = css.indexOf('/*', at)) {
    const end = css.indexOf('*/', begin + 2);
    if (end === -1) break;
    pieces.push(css.slice(at, begin));
    at = end + 2;
  }
  return at === 0 ? css : pieces.join('') + css.slice(at);
}
