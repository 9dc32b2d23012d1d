/**
 * Lengths in a payload are counted in octets of JSON, because a control character takes six of them: a payload is so at
 * most `payloadOctetsMax` long by the sum of its parts.
 */

/** Of a whole payload (Standard Webhooks advises 20 kB). */
export const payloadOctetsMax = 20_000;
/** An address with its display name, a subject, another server's reply. */
export const textOctetsMax = 1_000;
/** A link of a mail. */
export const linkOctetsMax = 2_000;
/** Attributes of a subscriber, properties of an event. */
export const freeFieldsOctetsMax = 8_000;

/** The octets that a UTF-16 code unit takes in a JSON string, at most. */
const unitOctetsMax = 6;
const cutMark = '…';

/** The text, or its beginning and `…` where JSON would make more octets of it than allowed. */
export function boundedText(text: string, octetsMax: number): string {
  if (text.length * unitOctetsMax <= octetsMax || jsonOctets(text) <= octetsMax) return text;
  const room = octetsMax - Buffer.byteLength(cutMark);
  let octets = 0;
  let kept = '';
  for (const character of text) {
    octets += jsonOctets(character);
    if (octets > room) break;
    kept += character;
  }
  return kept + cutMark;
}

/** The same; null stays null. */
export function boundedTextOrNull(text: string | null, octetsMax: number): string | null {
  return text === null ? null : boundedText(text, octetsMax);
}

/** Free fields, or null where they are too long: half of an object would be mistaken for the whole. */
export function boundedFields<Fields extends object>(fields: Fields): Fields | null {
  return Buffer.byteLength(JSON.stringify(fields)) <= freeFieldsOctetsMax ? fields : null;
}

/** Without the quotes. */
function jsonOctets(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
