import { BoundedMap } from '../../bounded-map.ts';
import { isRemovableTag } from '../../content/removal/may-lose-parts.ts';
import { parseAppearance, plainColor } from './css-hiding.ts';

/** Cached, because all mails of a template have the same tags. */
type TagTraits = {
  /** Needs full verification. A `<` inside would take quadratic time. */
  odd: boolean;
  /** Whether sending removes the tag or one of its attributes. */
  removable: boolean;
  /** Whether readers see its text: an alt text, or a link target. */
  speaks: boolean;
  divides: boolean;
  hides: boolean;
  color: string | undefined;
  background: string | undefined;
  names: readonly string[];
  targets: readonly string[];
};

const oddMarkup =
  /^<\/?(?:form|input|textarea|select|button|iframe|frame|object|embed|base|bdo|script|svg|math|template|plaintext|xmp|v:image|noembed|noframes)\b|http-equiv\s*=\s*["']?\s*refresh|unicode-bidi|formaction/i;
const dividing =
  /^<\/?(?:p|div|td|th|tr|table|tbody|thead|tfoot|h[1-6]|li|ul|ol|br|hr|center|section|article|header|footer|main|body|html|head|title|style|meta|link|img|blockquote|pre)\b/i;
const speaking = /\b(?:alt|href)\s*=/i;
const style = /style\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi;
const target = /href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi;
const colored = /\b(bgcolor|color)\s*=\s*["']?([^"'\s>]+)/gi;
const named = /\b(?:class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi;
const unseen = /^<(?:title|head)\b|\shidden\b/i;

const knownMax = 2_000;
const known = new BoundedMap<string, TagTraits>(knownMax);
const knownCharactersMax = 500;

export function tagTraits(tag: string): TagTraits {
  const there = known.get(tag);
  if (there !== undefined) return there;
  if (tag.length > knownCharactersMax) return read(tag);
  // Copies, because a slice would keep the whole mail in memory.
  const copy = tag.split('').join('');
  const traits = read(copy);
  known.set(copy, traits);
  return traits;
}

const oddTag: TagTraits = {
  odd: true,
  removable: true,
  speaks: true,
  divides: false,
  hides: false,
  color: undefined,
  background: undefined,
  names: [],
  targets: [],
};

function read(tag: string): TagTraits {
  if (tag.lastIndexOf('<') > 0) return oddTag;
  const quotesOpen = tag.split('"').length % 2 === 0 || tag.split("'").length % 2 === 0;
  const styles = valuesOf(tag, style);
  const looks = styles.map(parseAppearance);
  const attributes = Array.from(tag.matchAll(colored), ([, name, value]) => ({
    name: name!.toLowerCase(),
    value,
  }));
  const colorOf = (name: string): string | undefined =>
    plainColor(attributes.find((each) => each.name === name)?.value);
  return {
    odd: quotesOpen || oddMarkup.test(tag) || styles.some((each) => each.includes('&')),
    removable: isRemovableTag(tag),
    speaks: speaking.test(tag),
    divides: dividing.test(tag),
    hides: unseen.test(tag) || looks.some(({ hidden, tiny }) => hidden || tiny === true),
    color: looks.find(({ color }) => color !== undefined)?.color ?? colorOf('color'),
    background: looks.find(({ background }) => background !== undefined)?.background ?? colorOf('bgcolor'),
    names: valuesOf(tag, named).flatMap((each) => each.split(/\s+/)),
    targets: valuesOf(tag, target),
  };
}

function valuesOf(tag: string, attribute: RegExp): string[] {
  return Array.from(tag.matchAll(attribute), ([, double, single, bare]) => double ?? single ?? bare ?? '');
}
