import { Failure } from '../../model/failure.ts';
import { isFields } from '../../model/text/fields.ts';
import { linkPaths } from './public-links.ts';
import { deadLinkNames } from './system-links.ts';

/**
 * Hides links from assistants, because a link alone can unsubscribe its recipient. Recognizes tokens on any
 * host, in text, quoted-printable and base64, in linear time.
 */

const tokenCharactersMin = 56;
/** Nested base64 levels, as in a forwarded message that forwards another one. */
const decodedLevelsMax = 4;
function linkForm(between: string): RegExp {
  const spelled = (text: string): string => Array.from(text).join(between);
  const many = (character: string, count: string): string => `(?:${character}${between}){${count}}`;
  const paths = Object.values(linkPaths).map(spelled).join('|');
  const token = [
    `1${between}[1-9a-z]${between}`,
    many('[0-9a-z]', '0,10'),
    `-${between}(?:${spelled('eml_')}|${spelled('sub_')})${between}`,
    many('[0-9a-z]', '26'),
    `-${between}`,
    `${many('[\\w-]', '21')}[\\w-]`,
  ].join('');
  return new RegExp(`(?:/${between}(${paths})${between}/${between})?${token}`, 'g');
}

const link = linkForm('');
/** Quoted-printable breaks a line anywhere (RFC 2045 6.7). */
const brokenLink = linkForm('(?:=\\r?\\n)?');
const softBreak = /=\r?\n/;

/** A shorter base64 line holds no token, because mail programs fill their lines. */
const base64LineMin = 56;
const isBase64 = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[A-Za-z0-9+/]/.test(String.fromCharCode(code))),
);

export function hideLinks<Value>(value: Value): Value {
  return hiddenIn(value) as Value;
}

export function hideLinksInFailure(failure: Failure): Failure {
  const { message, details, fields, code, explanation, retryAfterSeconds, recipients } = failure;
  const shown = { message, details, ...(fields && { fields }), ...(explanation && { explanation }) };
  const hidden = hideLinks(shown);
  if (hidden === shown) return failure;
  const more = {
    ...(code !== undefined && { code }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
  return new Failure(failure.failure, { ...hidden, ...more, recipients });
}

function hiddenIn(value: unknown): unknown {
  if (typeof value === 'string') return hiddenInText(value, 0);
  if (Array.isArray(value)) {
    const entries = value.map(hiddenIn);
    return entries.every((entry, index) => entry === value[index]) ? value : entries;
  }
  if (!isFields(value)) return value;
  let changed: Record<string, unknown> | null = null;
  for (const [name, field] of Object.entries(value)) {
    const kept = hiddenIn(field);
    const shownName = hiddenInText(name, 0);
    if (kept === field && shownName === name) continue;
    changed ??= { ...value };
    if (shownName !== name) delete changed[name];
    changed[shownName] = kept;
  }
  return changed ?? value;
}

function hiddenInText(text: string, level: number): string {
  if (text.length < tokenCharactersMin) return text;
  const form = softBreak.test(text) ? brokenLink : link;
  // A plain search is much faster, and most text has no link.
  const mayHold = form === brokenLink || text.includes('-eml_') || text.includes('-sub_');
  const hidden = mayHold ? text.replace(form, (_, path?: string) => markerFor(path)) : text;
  return level === decodedLevelsMax ? hidden : hiddenInBase64(hidden, level);
}

/** Reads character by character, because a regular expression overflows its stack on a run of millions. */
function hiddenInBase64(text: string, level: number): string {
  let shown = '';
  let from = 0;
  for (let at = nextBase64(text, 0); at !== -1; at = nextBase64(text, at)) {
    const end = endOfLine(text, at);
    const run = text.slice(at, endOfBase64(text, end, end - at));
    const decoded = Buffer.from(run, 'base64').toString('latin1');
    const hidden = hiddenInText(decoded, level + 1);
    if (hidden !== decoded) {
      shown += text.slice(from, at) + encodedAs(run, hidden);
      from = at + run.length;
    }
    at += run.length;
  }
  return from === 0 ? text : shown + text.slice(from);
}

/** Returns the start of the next base64 line, or -1. Tests the end of each window first, which skips prose quickly. */
function nextBase64(text: string, from: number): number {
  let begin = from;
  while (begin + base64LineMin <= text.length) {
    let at = begin + base64LineMin - 1;
    while (at >= begin && isBase64[text.charCodeAt(at)] === 1) at -= 1;
    if (at < begin) return begin;
    begin = at + 1;
  }
  return -1;
}

function endOfLine(text: string, from: number): number {
  let end = from;
  while (isBase64[text.charCodeAt(end)] === 1) end += 1;
  return end;
}

/** The last line of a base64 block may be shorter than the first. */
function endOfBase64(text: string, end: number, lineLength: number): number {
  for (;;) {
    const begin = text.startsWith('\r\n', end) ? end + 2 : text[end] === '\n' ? end + 1 : null;
    const next = begin === null ? end : endOfLine(text, begin);
    if (begin === null || next === begin || next - begin > lineLength) break;
    end = next;
    if (next - begin < lineLength) break;
  }
  while (text[end] === '=') end += 1;
  return end;
}

function markerFor(path: string | undefined): string {
  const plain = path?.replaceAll(/=\r?\n/g, '');
  const purpose = Object.entries(linkPaths).find(([, segment]) => segment === plain)?.[0];
  return purpose === undefined ? hiddenToken : `/#${deadLinkNames[purpose as keyof typeof linkPaths]}`;
}

const hiddenToken = 'hidden-link';

function encodedAs(run: string, latin1: string): string {
  const encoded = Buffer.from(latin1, 'latin1').toString('base64');
  const lineLength = run.search(/\r?\n/);
  if (lineLength === -1) return encoded;
  const lineEnd = run[lineLength] === '\r' ? '\r\n' : '\n';
  const lines = encoded.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return lines.join(lineEnd);
}
