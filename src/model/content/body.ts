import { isFields } from '../text/fields.ts';
import { isSafeImage } from './links/link-target.ts';
import { placeholderOfMention } from './merge-fields.ts';

export type Body = {
  kind: 'html' | 'markdown' | 'tiptap';
  source: string;
  /** Postal address for the footer, in campaign mails whose author did not place it. */
  postalAddress?: string;
};

export function footedBody(body: Body, postalAddress: string | null): Body {
  return postalAddress === null ? body : { ...body, postalAddress };
}

/** `mime`: the id (`raw_…`) of a submitted message; `shared`: the id (`bdy_…`) of a campaign's body. */
export type KeptBody =
  | Body
  | { kind: 'mime'; source: string }
  | { kind: 'shared'; source: string }
  /** Removed after its retention; `source` is the time in epoch ms. */
  | { kind: 'removed'; source: string };

/** Bytes of UTF-8. */
export const htmlBytesMax = 2_000_000;
export const markdownBytesMax = 1_000_000;
export const tiptapBytesMax = 1_000_000;
/** Gmail clips the HTML of a mail here and hides the rest, above all the unsubscribe link. */
export const gmailBytesMax = 102 * 1_024;
/** Depth of nested nodes, including the document. */
export const tiptapDepthMax = 50;
export const tiptapNodesMax = 10_000;
const attributeDepthMax = 8;

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
 * Validates `{ type: 'doc', content: [...] }` iteratively, so that a deep document cannot overflow the stack.
 * Refuses only content that cannot be rendered. The fault's sentence never repeats the input.
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

/** Validates a document's JSON text, the `content` of API v1. */
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

/** An empty address is allowed, because the author has not chosen a picture yet. */
function faultOfPicture(source: unknown): string | null {
  if (typeof source !== 'string' || source.trim() === '' || isShownPicture(source)) return null;
  const embedded = /^\s*data:/i.test(source);
  const fault = embedded ? 'is a data: URL, which mail programs do not show' : 'cannot be shown in a mail';
  return `${fault}; upload the picture and give its https:// address`;
}

/** Returns false for a target that begins with a merge field. */
export function isShownPicture(source: string): boolean {
  const field = source.indexOf('{{');
  return isSafeImage(field === -1 ? source : source.slice(0, field), { goesOn: field !== -1 });
}

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

/** Editors ignore `text`, but `mergeFieldsIn` finds the placeholder there without parsing the document. */
function writeOutMention(_key: string, value: unknown): unknown {
  if (!isFields(value) || value.type !== 'mention' || !isFields(value.attrs)) return value;
  const placeholder = placeholderOfMention(value.attrs);
  return placeholder === null ? value : { ...value, text: placeholder };
}

function refuse(path: (string | number)[], message: string): CheckedTiptap {
  return { ok: false, path, message };
}
