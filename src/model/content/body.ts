import { isFields } from '../text/fields.ts';
import { isSafeImage } from './link-target.ts';
import { placeholderOfMention } from './merge-fields.ts';

/** A mail's content as its author wrote it. The source of a `tiptap` body is the JSON text of its document. */
export type Body = {
  kind: 'html' | 'markdown' | 'tiptap';
  source: string;
  /** Campaign mails only: the postal address for the footer, unless the author placed it. Left out where nothing is added. */
  postalAddress?: string;
};

/** A body as a campaign sends it. @param postalAddress null where the organization has none */
export function footedBody(body: Body, postalAddress: string | null): Body {
  return postalAddress === null ? body : { ...body, postalAddress };
}

/**
 * What is stored of a mail's content: its author's source; for a submitted message, the id (`raw_…`) of that message;
 * for a campaign mail, the id (`bdy_…`) of the body that all its mails share.
 */
export type KeptBody =
  | Body
  | { kind: 'mime'; source: string }
  | { kind: 'shared'; source: string }
  /** Removed when its retention ended; `source` is the time in epoch milliseconds. */
  | { kind: 'removed'; source: string };

/** Limits of a source, in bytes of UTF-8. */
export const htmlBytesMax = 2_000_000;
export const markdownBytesMax = 1_000_000;
export const tiptapBytesMax = 1_000_000;
/** Depth of nested nodes; the document itself is the first. */
export const tiptapDepthMax = 50;
/** Nodes in a document, not counting marks. */
export const tiptapNodesMax = 10_000;
/** Depth of objects and lists in a node's attributes. */
const attributeDepthMax = 8;

/** The nodes allowed in a document, besides the root `doc`. */
export const tiptapNodes = [
  'paragraph',
  'text',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'hardBreak',
  'image',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'mention',
] as const;
export type TiptapNodeType = (typeof tiptapNodes)[number];

export const tiptapMarks = [
  'bold',
  'italic',
  'strike',
  'underline',
  'code',
  'link',
  'subscript',
  'superscript',
  'textStyle',
  'highlight',
] as const;
export type TiptapMarkType = (typeof tiptapMarks)[number];

export type CheckedTiptap =
  | { ok: true; source: string }
  | { ok: false; path: (string | number)[]; message: string };

/**
 * Reads a Tiptap document, `{ type: 'doc', content: [...] }`.
 *
 * Linear and iterative, so that a document of any depth is refused rather than overflowing the stack. Only what could
 * not be rendered is refused: an unknown node or mark, a missing text, a shape that is no node. A node in an unusual
 * place is accepted.
 *
 * @returns the source of a `tiptap` body, or where the first fault is (keys and indexes from the document down) and one
 *   plain sentence, which never repeats the input.
 */
export function checkTiptap(value: unknown): CheckedTiptap {
  if (!isFields(value)) return refuse([], 'must be an object { type: "doc", content: [...] }');
  if (value.type !== 'doc') return refuse(['type'], 'must be "doc"');
  if (!Array.isArray(value.content)) return refuse(['content'], 'must be a list of nodes');

  const open: OpenNode[] = [{ content: value.content, next: 0 }];
  const path = (...rest: (string | number)[]): (string | number)[] => [
    ...open.flatMap(({ next }) => ['content', next - 1]),
    ...rest,
  ];
  const besides = faultBesideContent(value);
  if (besides) return refuse([besides], tooDeepBeside);
  let nodes = 1;
  let mentions = false;

  for (let parent = open.at(-1); parent !== undefined; parent = open.at(-1)) {
    if (parent.next >= parent.content.length) {
      open.pop();
      continue;
    }
    const node: unknown = parent.content[parent.next];
    parent.next += 1;
    nodes += 1;
    if (nodes > tiptapNodesMax) return refuse(path(), `is one node too many: at most ${tiptapNodesMax}`);
    const fault = faultOfNode(node);
    if (fault) return refuse(path(...fault.path), fault.message);
    const { type, content } = node as Node;
    if (type === 'mention') mentions = true;
    if (content === undefined) continue;
    if (open.length + 1 >= tiptapDepthMax && content.length > 0) {
      return refuse(
        path('content'),
        `is nested too deep: at most ${tiptapDepthMax} nodes inside one another`,
      );
    }
    open.push({ content, next: 0 });
  }

  const source = mentions ? JSON.stringify(value, writeOutMention) : JSON.stringify(value);
  if (Buffer.byteLength(source) > tiptapBytesMax) {
    return refuse([], `must have at most ${tiptapBytesMax.toLocaleString('en')} bytes`);
  }
  return { ok: true, source };
}

/** The same for a document's JSON text, which v1 calls its content. */
export function checkTiptapText(json: string): CheckedTiptap {
  if (Buffer.byteLength(json) > tiptapBytesMax) {
    return refuse([], `must have at most ${tiptapBytesMax.toLocaleString('en')} bytes`);
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return refuse([], 'must be the JSON text of a Tiptap document');
  }
  return checkTiptap(value);
}

type OpenNode = { content: readonly unknown[]; next: number };
type Node = { type: TiptapNodeType; content?: unknown[] };
type Fault = { path: (string | number)[]; message: string };

const nodeTypes = new Set<unknown>(tiptapNodes);
const markTypes = new Set<unknown>(tiptapMarks);
const nodesAllowed = `must be one of the nodes ${tiptapNodes.join(', ')}`;
const marksAllowed = `must be one of the marks ${tiptapMarks.join(', ')}`;
const tooDeepBeside = `is nested too deep: at most ${attributeDepthMax} objects or lists inside one another`;

function faultOfNode(node: unknown): Fault | null {
  if (!isFields(node)) return { path: [], message: 'must be a node, { type, ... }' };
  if (!nodeTypes.has(node.type)) return { path: ['type'], message: nodesAllowed };
  if (node.type === 'text' && typeof node.text !== 'string')
    return { path: ['text'], message: 'must be a string' };
  if (node.content !== undefined && !Array.isArray(node.content)) {
    return { path: ['content'], message: 'must be a list of nodes' };
  }
  if (node.attrs !== undefined && node.attrs !== null && !isFields(node.attrs)) {
    return { path: ['attrs'], message: 'must be an object' };
  }
  const picture = node.type === 'image' && isFields(node.attrs) ? faultOfPicture(node.attrs.src) : null;
  if (picture !== null) return { path: ['attrs', 'src'], message: picture };
  const marks = node.marks;
  if (marks !== undefined && marks !== null) {
    if (!Array.isArray(marks)) return { path: ['marks'], message: 'must be a list of marks' };
    if (marks.length > tiptapMarks.length) return { path: ['marks'], message: 'must have each mark once' };
    for (const [index, mark] of marks.entries()) {
      if (!isFields(mark)) return { path: ['marks', index], message: 'must be a mark, { type, ... }' };
      if (!markTypes.has(mark.type)) return { path: ['marks', index, 'type'], message: marksAllowed };
      if (mark.attrs !== undefined && mark.attrs !== null && !isFields(mark.attrs)) {
        return { path: ['marks', index, 'attrs'], message: 'must be an object' };
      }
    }
  }
  const besides = faultBesideContent(node);
  return besides === null ? null : { path: [besides], message: tooDeepBeside };
}

/** Returns why a picture would be left out of the mail. An empty address is allowed, because the author has not chosen a picture yet. */
function faultOfPicture(source: unknown): string | null {
  if (typeof source !== 'string' || source.trim() === '' || isShownPicture(source)) return null;
  const embedded = /^\s*data:/i.test(source);
  const fault = embedded ? 'is a data: URL, which mail programs do not show' : 'cannot be shown in a mail';
  return `${fault}; upload the picture and give its https:// address`;
}

/** A target that begins with a merge field is never a picture. */
export function isShownPicture(source: string): boolean {
  const field = source.indexOf('{{');
  return isSafeImage(field === -1 ? source : source.slice(0, field), { goesOn: field !== -1 });
}

/** The attribute of a node that is nested too deeply to be written as JSON. */
function faultBesideContent(node: Record<string, unknown>): string | null {
  for (const key in node) {
    if (key === 'content') continue;
    const value = node[key];
    if (typeof value === 'object' && value !== null && !isShallow(value)) return key;
  }
  return null;
}

function isShallow(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === attributeDepthMax) return false;
    const below: object[] = [];
    for (const one of level) {
      for (const inner of Object.values(one))
        if (typeof inner === 'object' && inner !== null) below.push(inner);
    }
    level = below;
  }
  return true;
}

/**
 * Writes a mention's placeholder beside it, as `text`. Editors ignore it; `mergeFieldsIn`, which only scans for
 * placeholders, finds the mention's field in it without parsing the document.
 */
function writeOutMention(_key: string, value: unknown): unknown {
  if (!isFields(value) || value.type !== 'mention' || !isFields(value.attrs)) return value;
  const placeholder = placeholderOfMention(value.attrs);
  return placeholder === null ? value : { ...value, text: placeholder };
}

function refuse(path: (string | number)[], message: string): CheckedTiptap {
  return { ok: false, path, message };
}
