import { createHash } from 'node:crypto';
import type { RawMessage } from './raw-message.ts';
import { readFields } from './reading/read-fields.ts';

/** Fields that differ each time a program writes the same message. In lower case. */
const regenerated: ReadonlySet<string> = new Set(['date', 'message-id', 'received']);
/** At most 70 characters (RFC 2046 5.1.1). No client generates a boundary under 8 characters, and such a boundary may occur anywhere in the text. */
const boundaryParameter = /\bboundary\s*=\s*(?:"([^"\r\n]{8,70})"|([^\s;"]{8,70}))/gi;
/** Further boundaries are not normalized: no real message has so many, and each costs a pass over the body. */
const boundariesMax = 20;

/** Returns a hash that ignores the values a client regenerates for the same message: Date, Message-ID and boundaries. */
export function messageFingerprint({ header, body }: RawMessage): string {
  let text = '';
  for (const field of readFields(header)) if (!regenerated.has(field.name.toLowerCase())) text += field.text;
  let rest = body;
  const boundaries = new Set<string>();
  for (const part of [text, body]) {
    for (const [, quoted, plain] of part.matchAll(boundaryParameter)) {
      if (boundaries.size === boundariesMax) break;
      boundaries.add((quoted ?? plain)!);
    }
  }
  for (const boundary of boundaries) {
    text = text.replaceAll(boundary, '');
    rest = rest.replaceAll(boundary, '');
  }
  return createHash('sha256').update(text, 'latin1').update('\n').update(rest, 'latin1').digest('base64url');
}
