import {
  type Body,
  type CheckedTiptap,
  checkTiptap,
  checkTiptapText,
  htmlBytesMax,
  markdownBytesMax,
} from '../content/body.ts';
import type { FieldFault } from '../failure.ts';

/** API v1 uses `content` with `contentType`, sends use one of `html`, `markdown` and `tiptap`. Responses have both. */

export const contentTypes = ['MARKDOWN', 'HTML', 'TIPTAP'] as const;
type ContentType = (typeof contentTypes)[number];

const kindOf = { MARKDOWN: 'markdown', HTML: 'html', TIPTAP: 'tiptap' } as const;
const typeOf = { markdown: 'MARKDOWN', html: 'HTML', tiptap: 'TIPTAP' } as const;
const kinds = ['html', 'markdown', 'tiptap'] as const;

export type BodyFields = {
  content?: string | Record<string, unknown> | null | undefined;
  contentType?: ContentType | undefined;
  html?: string | null | undefined;
  markdown?: string | null | undefined;
  tiptap?: Record<string, unknown> | null | undefined;
};

type ReadBody = { ok: true; body: Body | null } | { ok: false; faults: FieldFault[] };

/**
 * Returns the body after a request. Null next to another body is ignored, so that a response can be sent
 * back; alone, it clears a body of its kind. @param at path prefix such as `abTest.variants[1].`
 */
export function readCampaignBody(fields: BodyFields, known: Body | null, at = ''): ReadBody {
  const given = (['content', ...kinds] as const).filter((name) => fields[name] != null);
  const [name] = given;
  if (given.length > 1) {
    return refuse(
      given.map((one) => ({
        path: at + one,
        message: `cannot be given with ${given.filter((other) => other !== one).join(', ')}: exactly one of content, html, markdown, tiptap`,
      })),
    );
  }
  const type = fields.contentType;
  if (name === undefined) return withoutBody(fields, known, at);
  if (name === 'content') {
    const kind = type === undefined ? (known?.kind ?? 'markdown') : kindOf[type];
    return readSource(kind, fields.content!, `${at}content`);
  }
  if (type !== undefined && kindOf[type] !== name) {
    return refuse([{ path: `${at}contentType`, message: `must be ${typeOf[name]} beside ${name}` }]);
  }
  return readSource(name, fields[name]!, at + name);
}

function withoutBody(fields: BodyFields, known: Body | null, at: string): ReadBody {
  if (known === null) return { ok: true, body: null };
  if (fields.content === null || fields[known.kind] === null) return { ok: true, body: null };
  const type = fields.contentType;
  if (type !== undefined && kindOf[type] !== known.kind) {
    return refuse([{ path: `${at}contentType`, message: 'can only change together with content' }]);
  }
  return { ok: true, body: known };
}

function readSource(kind: Body['kind'], source: string | Record<string, unknown>, path: string): ReadBody {
  if (kind === 'tiptap') {
    const checked = typeof source === 'string' ? checkTiptapText(source) : checkTiptap(source);
    if (checked.ok) return { ok: true, body: { kind, source: checked.source } };
    return refuse([{ path: placeIn(path, checked), message: checked.message }]);
  }
  if (typeof source !== 'string') return refuse([{ path, message: 'must be a string' }]);
  // Editors save an empty text before anything is written.
  if (source === '') return { ok: true, body: null };
  const bytesMax = kind === 'html' ? htmlBytesMax : markdownBytesMax;
  if (Buffer.byteLength(source) > bytesMax) {
    return refuse([{ path, message: `must have at most ${bytesMax.toLocaleString('en')} bytes` }]);
  }
  return { ok: true, body: { kind, source } };
}

function placeIn(path: string, { path: inside }: Extract<CheckedTiptap, { ok: false }>): string {
  return [path, ...inside].join('.');
}

function refuse(faults: { path: string; message: string }[]): ReadBody {
  return { ok: false, faults: faults.map((fault) => ({ ...fault, code: 'invalid' })) };
}

type BodyAnswer = {
  content: string | null;
  contentType: ContentType;
  html: string | null;
  markdown: string | null;
  tiptap: Record<string, unknown> | null;
};

export function bodyAnswer(body: Body | null): BodyAnswer {
  const { kind = 'markdown', source = null } = body ?? {};
  return {
    content: source,
    contentType: typeOf[kind],
    html: kind === 'html' ? source : null,
    markdown: kind === 'markdown' ? source : null,
    tiptap: kind === 'tiptap' && source !== null ? JSON.parse(source) : null,
  };
}
