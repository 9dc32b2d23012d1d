import { hash } from 'node:crypto';
import { type HeaderField, headerFieldOfPieces, rawValue } from './header.ts';
import { memoize } from './memoize.ts';

/**
 * DKIM (RFC 6376, with the algorithms of RFC 8301 and RFC 8463): what is signed, and how the signature is written
 * down. Always `relaxed/relaxed`, which survives the refolding and the blanks at line ends that servers leave behind,
 * and always the whole body: no `l=` (8.2). Signing itself takes a key, and is done where the keys are.
 */

type DkimAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

/** What all signatures of one message have in common. Made once. */
type SignedContent = {
  /** `h=`: lower-case names, each as often as it is protected. */
  names: string[];
  /** The fields of `names` in canonical form, as octets in a string. */
  header: string;
  /** `bh=` */
  bodyHash: string;
  /** `t=`: seconds since the epoch. */
  signedAt: number;
};

/**
 * Fields that are signed wherever they are present (RFC 6376 5.4.1, RFC 8058 4, RFC 9477 3.1), in this order. Those
 * that `isOneOfMany` finds follow.
 */
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

/**
 * Named once more than present, so that none can be added by somebody else and be shown, or have the body read as
 * something else than it was signed as (RFC 6376 5.4, 8.15).
 */
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
/**
 * The same for those that are present. Where they are not, a mailing list may add its own (RFC 2369) without breaking
 * what was signed; where they are, a second one would have a reader's own program unsubscribe them somewhere else.
 */
const closedWherePresent: ReadonlySet<string> = new Set([
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
]);
const everSigned: ReadonlySet<string> = new Set(signedNames);

/** Names that come from a mail program go into a tag list, where nothing but such a word may stand. */
function isOneOfMany(name: string): boolean {
  return /^(content|list|cfbl)-[a-z0-9-]{1,60}$/.test(name) && !everSigned.has(name);
}

/** @param signedAtMs epoch milliseconds; the same on every attempt, so that the signatures are too */
export function signedContent(
  fields: readonly HeaderField[],
  body: string,
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
    // Of several fields of one name the lowest is taken first (RFC 6376 5.4.2).
    const present = fieldsOf.get(name)?.toReversed() ?? [];
    for (const field of present) {
      names.push(name);
      header += `${canonicalField(name, rawValue(field))}\r\n`;
    }
    if (closedNames.has(name) || (present.length > 0 && closedWherePresent.has(name))) names.push(name);
  }
  return { names, header, bodyHash: bodyHash(body), signedAt: Math.floor(signedAtMs / 1_000) };
}

/** `bh=` of a body. Mails to many recipients often have the same. */
const bodyHash = memoize((body) => hash('sha256', octetsOf(canonicalBody(body)), 'base64'));

/** One octet for each character. ASCII is hashed as it is, without a copy. */
function octetsOf(text: string): string | Buffer {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text, 'latin1');
}

/**
 * Everything of one signature but its value: the tags before `b=`, and the octets that are signed (RFC 6376 3.7).
 */
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

/** The field with its signature in it. Folds inside `b=` are no part of what was signed. */
export function signatureField(tags: readonly string[], signature: Buffer): HeaderField {
  const value = signature.toString('base64').match(/.{1,72}/g) ?? [];
  return headerFieldOfPieces(signatureName, [...tags, ...value]);
}

const signatureName = 'DKIM-Signature';

/** The relaxed form of a field (RFC 6376 3.4.2), without its line end. Blanks are space and TAB, never Unicode's. */
function canonicalField(name: string, value: string): string {
  const blanksAsOne = value.replace(/[ \t\r\n]+/g, ' ');
  const start = blanksAsOne.startsWith(' ') ? 1 : 0;
  const end = blanksAsOne.length > start && blanksAsOne.endsWith(' ') ? -1 : undefined;
  return `${name.toLowerCase()}:${blanksAsOne.slice(start, end)}`;
}

/**
 * The relaxed form of a body (RFC 6376 3.4.4): runs of blanks become one space, none stays at the end of a line, and
 * the empty lines at the end are gone.
 * @param body whole lines that end in CR LF, one character per octet, as is what is returned
 */
export function canonicalBody(body: string): string {
  // One look does for most: no encoding leaves a blank before a line end, and few texts have two in a row.
  const lines = /[ \t][ \t\r]|\t/.test(body)
    ? body.replace(/[ \t]{2,}|\t/g, ' ').replaceAll(' \r\n', '\r\n')
    : body;
  let end = lines.length;
  while (end >= 4 && lines.charCodeAt(end - 3) === lf) end -= 2;
  return end === 2 ? '' : lines.slice(0, end);
}

const lf = 0x0a;
