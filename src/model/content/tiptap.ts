import { isShownPicture, type TiptapMarkType, type TiptapNodeType } from './body.ts';
import { escapeHtml } from './escape-html.ts';
import { isSafeLink } from './links/link-target.ts';
import { taskBox } from './markdown.ts';
import { placeholderOfMention } from './merge-fields.ts';
import { namedTarget, noteRemoved, type RemovedParts } from './removal/removed-parts.ts';

/** Recursive, because checked documents have bounded depth. */

type Attributes = Record<string, unknown>;
type TiptapNode = {
  type: TiptapNodeType;
  attrs?: Attributes | null;
  content?: TiptapNode[];
  marks?: TiptapMark[] | null;
  text?: string;
};
type TiptapMark = { type: TiptapMarkType; attrs?: Attributes | null };

const spanMax = 100;
const lengthMax = 10_000;
const listStartMax = 1_000_000_000;

export function tiptapToHtml(source: string): string {
  const document = JSON.parse(source) as { content: TiptapNode[] };
  return nodesToHtml(document.content);
}

/** Keeps a mark open across siblings that share it. */
function nodesToHtml(nodes: readonly TiptapNode[] | undefined): string {
  let html = '';
  let open: Tags[] = [];
  for (const node of nodes ?? []) {
    const marks = (node.marks ?? []).map(tagsOfMark).filter((tags) => tags !== null);
    let kept = 0;
    while (kept < open.length && kept < marks.length && open[kept]!.begin === marks[kept]!.begin) kept += 1;
    html += open
      .slice(kept)
      .reverse()
      .map(({ end }) => end)
      .join('');
    html += marks
      .slice(kept)
      .map(({ begin }) => begin)
      .join('');
    html += nodeToHtml[node.type](node, attributesOf(node));
    open = marks;
  }
  return (
    html +
    open
      .reverse()
      .map(({ end }) => end)
      .join('')
  );
}

const nodeToHtml: Record<TiptapNodeType, (node: TiptapNode, attributes: Attributes) => string> = {
  paragraph: (node, attributes) => {
    // Clients collapse an empty paragraph.
    if (!node.content?.length) return '<p><br></p>';
    return block('p', alignment(attributes), node);
  },
  text: (node) => escapeHtml(node.text!),
  heading: (node, { level, ...attributes }) =>
    block(`h${wholeNumber(level, 1, 6) ?? 1}`, alignment(attributes), node),
  bulletList: (node) => block('ul', '', node),
  orderedList: (node, { start }) => {
    const first = wholeNumber(start, 0, listStartMax) ?? 1;
    return block('ol', first === 1 ? '' : ` start="${first}"`, node);
  },
  listItem: (node) => `<li>${contentOnItsLine(node)}</li>`,
  taskList: (node) => block('ul', ' style="list-style-type:none"', node),
  taskItem: (node, { checked }) =>
    `<li>${checked === true ? taskBox.done : taskBox.open} ${contentOnItsLine(node)}</li>`,
  blockquote: (node) => block('blockquote', '', node),
  codeBlock: (node, { language }) => {
    const known = typeof language === 'string' && /^[\w+#-]{1,40}$/.test(language);
    return `<pre><code${known ? ` class="language-${language}"` : ''}>${nodesToHtml(node.content)}</code></pre>`;
  },
  horizontalRule: () => '<hr>',
  hardBreak: () => '<br>',
  image: (_, attributes) => image(attributes),
  table: (node) => `<table><tbody>${nodesToHtml(node.content)}</tbody></table>`,
  tableRow: (node) => block('tr', '', node),
  tableHeader: (node, attributes) => cell('th', attributes, node),
  tableCell: (node, attributes) => cell('td', attributes, node),
  mention: (_, attributes) => escapeHtml(placeholderOfMention(attributes) ?? nameOfMention(attributes)),
};

type Tags = { begin: string; end: string };

const tagsOf: Record<TiptapMarkType, (attributes: Attributes) => Tags | null> = {
  bold: () => tags('strong'),
  italic: () => tags('em'),
  strike: () => tags('s'),
  underline: () => tags('u'),
  code: () => tags('code'),
  subscript: () => tags('sub'),
  superscript: () => tags('sup'),
  link: ({ href, title }) => {
    if (typeof href !== 'string' || !isLink(href)) return null;
    return tags('a', ` href="${escapeHtml(href)}"${named('title', title)}`);
  },
  textStyle: (attributes) => {
    const styles = Object.entries(textStyles)
      .map(([name, write]) => write(attributes[name]))
      .join('');
    return styles === '' ? null : tags('span', ` style="${styles}"`);
  },
  highlight: ({ color }) =>
    tags('mark', ` style="background-color:${colour(color) ?? '#ffff00'};color:#000000"`),
};

const textStyles: Record<string, (value: unknown) => string> = {
  color: (value) => styleOf('color', colour(value)),
  backgroundColor: (value) => styleOf('background-color', colour(value)),
  fontFamily: (value) => styleOf('font-family', matching(value, fontNames)),
  fontSize: (value) => styleOf('font-size', matching(value, fontLength)),
  lineHeight: (value) => styleOf('line-height', matching(value, lineLength)),
};

export function removedFromTiptap(source: string): RemovedParts {
  const parts: RemovedParts = new Map();
  const walk = (nodes: readonly TiptapNode[]): void => {
    for (const node of nodes) {
      for (const part of partsLeftOut(node)) noteRemoved(parts, part);
      walk(node.content ?? []);
    }
  };
  walk((JSON.parse(source) as { content: TiptapNode[] }).content);
  return parts;
}

function partsLeftOut(node: TiptapNode): string[] {
  const attributes = attributesOf(node);
  const marks = (node.marks ?? []).flatMap(markLeftOut);
  if (node.type === 'mention') {
    const isEmpty = placeholderOfMention(attributes) === null && nameOfMention(attributes) === '';
    return isEmpty ? [...marks, 'mention'] : marks;
  }
  const { src, textAlign } = attributes;
  if (node.type === 'image' && !(typeof src === 'string' && src.trim() !== ''))
    return [...marks, 'image.src'];
  const isAligned = isGiven(textAlign) && textAlign !== 'start' && alignment(attributes) === '';
  return isAligned ? [...marks, `${node.type}.textAlign`] : marks;
}

function markLeftOut(mark: TiptapMark): string[] {
  const attributes = attributesOf(mark);
  if (mark.type === 'link') {
    return tagsOfMark(mark) === null ? [namedTarget('href', String(attributes.href))] : [];
  }
  if (mark.type !== 'textStyle') return [];
  return Object.entries(attributes).flatMap(([name, value]) =>
    isGiven(value) && !(Object.hasOwn(textStyles, name) && textStyles[name]!(value) !== '')
      ? [`textStyle.${name}`]
      : [],
  );
}

/** Editors write null or an empty text for an unset attribute. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function tagsOfMark(mark: TiptapMark): Tags | null {
  return tagsOf[mark.type](attributesOf(mark));
}

function tags(name: string, attributes = ''): Tags {
  return { begin: `<${name}${attributes}>`, end: `</${name}>` };
}

function block(name: string, attributes: string, node: TiptapNode): string {
  return `<${name}${attributes}>${nodesToHtml(node.content)}</${name}>`;
}

/** Omits the tag of the first paragraph in a list item or cell, because it would add a margin. */
function contentOnItsLine({ content = [] }: TiptapNode): string {
  const [first, ...rest] = content;
  if (first?.type !== 'paragraph' || alignment(attributesOf(first)) !== '') return nodesToHtml(content);
  return nodesToHtml(first.content) + nodesToHtml(rest);
}

function cell(name: 'th' | 'td', { colspan, rowspan, colwidth }: Attributes, node: TiptapNode): string {
  const columns = wholeNumber(colspan, 1, spanMax) ?? 1;
  const rows = wholeNumber(rowspan, 1, spanMax) ?? 1;
  const widths = Array.isArray(colwidth) ? colwidth.map((one) => wholeNumber(one, 1, lengthMax)) : [];
  const width = widths.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const attributes = [
    columns === 1 ? '' : ` colspan="${columns}"`,
    rows === 1 ? '' : ` rowspan="${rows}"`,
    width === 0 ? '' : ` style="width:${Math.min(width, lengthMax)}px"`,
  ];
  return `<${name}${attributes.join('')}>${contentOnItsLine(node)}</${name}>`;
}

function image({ src, alt, title, width, height }: Attributes): string {
  const text = typeof alt === 'string' ? alt : '';
  const source = typeof src === 'string' && isShownPicture(src) ? ` src="${escapeHtml(src)}"` : '';
  return `<img${source} alt="${escapeHtml(text)}"${named('title', title)}${sized('width', width)}${sized('height', height)}>`;
}

function nameOfMention({ id, label }: Attributes): string {
  const name = label ?? id;
  return typeof name === 'string' || typeof name === 'number' ? `@${name}` : '';
}

/** The safety pass later checks targets that begin with a merge field. */
function isLink(target: string): boolean {
  const field = target.indexOf('{{');
  return field === 0 || isSafeLink(field === -1 ? target : target.slice(0, field), field !== -1);
}

function alignment({ textAlign }: Attributes): string {
  const known =
    textAlign === 'left' || textAlign === 'center' || textAlign === 'right' || textAlign === 'justify';
  return known ? ` style="text-align:${textAlign}"` : '';
}

function colour(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const known = /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/-]{1,60}\))$/i.test(value);
  return known ? value : null;
}

const fontNames = /^[\p{L}\p{N}\s,'"_-]{1,200}$/u;
const fontLength =
  /^(?:\d{1,3}(?:\.\d{1,3})?(?:px|pt|em|rem|%)|(?:x{1,2}-)?(?:small|large)|medium|smaller|larger)$/i;
const lineLength = /^\d{1,3}(?:\.\d{1,3})?(?:px|pt|em|rem|%)?$/i;

function matching(value: unknown, form: RegExp): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !form.test(text.trim())) return null;
  // Double quotes would end the attribute.
  return text.trim().replaceAll('"', "'");
}

function styleOf(property: string, value: string | null): string {
  return value === null ? '' : `${property}:${value};`;
}

function named(name: string, value: unknown): string {
  return typeof value === 'string' && value !== '' ? ` ${name}="${escapeHtml(value)}"` : '';
}

function sized(name: string, value: unknown): string {
  const size = wholeNumber(value, 1, lengthMax);
  return size === null ? '' : ` ${name}="${size}"`;
}

/** Parses numbers and texts such as `200px`, clamped to the limits; null if invalid. */
function wholeNumber(value: unknown, min: number, max: number): number | null {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  return Math.min(max, Math.max(min, Math.trunc(number)));
}

function attributesOf({ attrs }: { attrs?: Attributes | null }): Attributes {
  return attrs ?? {};
}
