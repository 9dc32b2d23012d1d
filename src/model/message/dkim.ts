import { hash } from 'node:crypto';
import { type HeaderField, headerFieldOfPieces, rawValue } from './header.ts';
import { memoize } from './memoize.ts';

/** `relaxed/relaxed` survives refolding and trailing blanks. Always signs the whole body, without `l=` (8.2). */

type DkimAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

type SignedContent = {
  /** `h=`: lower-case names, repeated per protected occurrence. */
  names: string[];
  header: string;
  bodyHash: string;
  /** `t=`: seconds since the epoch. */
  signedAt: number;
};

/** Order of signing (RFC 6376 5.4.1, RFC 8058 4, RFC 9477 3.1). Matches of `isOneOfMany` follow. */
const signedNames = [
  'from',
  'sender',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'feedback-id',
] as const;

/** Listed once more than present, so that a relay cannot add a field that would be displayed (RFC 6376 5.4, 8.15). */
const closedNames: ReadonlySet<string> = new Set([
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'reply-to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]);
/** If absent, a mailing list may add its own (RFC 2369); if present, a second field could redirect the unsubscribe. */
const closedWherePresent: ReadonlySet<string> = new Set([
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
]);
const everSigned: ReadonlySet<string> = new Set(signedNames);

/** Restricts untrusted names to words that a tag list allows. */
function isOneOfMany(name: string): boolean {
  return /^(content|list|cfbl)-[a-z0-9-]{1,60}$/.test(name) && !everSigned.has(name);
}

/** @param signedAtMs epoch milliseconds, equal on every attempt, so that the signatures are equal */
export function signedContent(
  { fields, body, singleBlanks }: { fields: readonly HeaderField[]; body: string; singleBlanks?: boolean },
  signedAtMs: number,
): SignedContent {
  const fieldsOf = new Map<string, HeaderField[]>();
  for (const field of fields) {
    const name = field.name.toLowerCase();
    const before = fieldsOf.get(name);
    if (before === undefined) fieldsOf.set(name, [field]);
    else before.push(field);
  }
  const names: string[] = [];
  let header = '';
  for (const name of [...signedNames, ...fieldsOf.keys().filter(isOneOfMany)]) {
    // Repeated fields are signed from the bottom up (RFC 6376 5.4.2).
    const present = fieldsOf.get(name)?.toReversed() ?? [];
    for (const field of present) {
      names.push(name);
      header += `${canonicalField(name, rawValue(field))}\r\n`;
    }
    if (closedNames.has(name) || (present.length > 0 && closedWherePresent.has(name))) names.push(name);
  }
  return {
    names,
    header,
    bodyHash: singleBlanks ? bodyHash(body) : relaxedHash(body),
    signedAt: Math.floor(signedAtMs / 1_000),
  };
}

const bodyHash = memoize((body) => hash('sha256', octetsOf(withoutEmptyEnd(body)), 'base64'));
const relaxedHash = memoize((body) => hash('sha256', octetsOf(canonicalBody(body)), 'base64'));

/** Returns one byte per character. Hashes ASCII without a copy. */
function octetsOf(text: string): string | Buffer {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text, 'latin1');
}

export function unsignedSignature(
  content: SignedContent,
  signer: { algorithm: DkimAlgorithm; domain: string; selector: string },
): { tags: string[]; octets: Buffer } {
  const { names, header, bodyHash, signedAt } = content;
  const tags = [
    ' v=1;',
    ` a=${signer.algorithm};`,
    ' c=relaxed/relaxed;',
    ` d=${signer.domain};`,
    ` s=${signer.selector};`,
    ` t=${signedAt};`,
    ...names.map((name, index) => {
      return `${index === 0 ? ' h=' : ''}${name}${index === names.length - 1 ? ';' : ':'}`;
    }),
    ` bh=${bodyHash};`,
    ' b=',
  ];
  const itself = canonicalField(signatureName, rawValue(headerFieldOfPieces(signatureName, tags)));
  return { tags, octets: Buffer.from(header + itself, 'latin1') };
}

/** Folds inside `b=` are not signed. */
export function signatureField(tags: readonly string[], signature: Buffer): HeaderField {
  const value = signature.toString('base64').match(/.{1,72}/g) ?? [];
  return headerFieldOfPieces(signatureName, [...tags, ...value]);
}

const signatureName = 'DKIM-Signature';

/** Relaxed form of a field (RFC 6376 3.4.2) without its line end. Blanks are space and TAB, not Unicode's. */
function canonicalField(name: string, value: string): string {
  const blanksAsOne = value.replace(/[ \t\r\n]+/g, ' ');
  const start = blanksAsOne.startsWith(' ') ? 1 : 0;
  const end = blanksAsOne.length > start && blanksAsOne.endsWith(' ') ? -1 : undefined;
  return `${name.toLowerCase()}:${blanksAsOne.slice(start, end)}`;
}

/** RFC 6376 3.4.4. @param body complete lines with CR LF, one character per byte, like the result */
export function canonicalBody(body: string): string {
  // A single check suffices for most bodies, because encodings leave no blank before a line end.
  if (hasSingleBlanks(body)) return withoutEmptyEnd(body);
  return withoutEmptyEnd(body.replace(/[ \t]{2,}|\t/g, ' ').replaceAll(' \r\n', '\r\n'));
}

/** Whether the relaxed form of these lines differs only in empty lines at their end. */
export function hasSingleBlanks(lines: string): boolean {
  return !/[ \t][ \t\r]|\t/.test(lines);
}

function withoutEmptyEnd(lines: string): string {
  let end = lines.length;
  while (end >= 4 && lines.charCodeAt(end - 3) === lf) end -= 2;
  return end === 2 ? '' : lines.slice(0, end);
}

const lf = 0x0a;
