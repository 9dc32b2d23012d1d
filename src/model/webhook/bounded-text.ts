/** Counts bytes of JSON, in which a control character takes six, so that the parts never exceed `payloadOctetsMax`. */

/** Standard Webhooks recommends 20 kB. */
export const payloadOctetsMax = 20_000;
/** For an address with its display name, a subject, or another server's reply. */
export const textOctetsMax = 1_000;
export const linkOctetsMax = 2_000;
/** For a subscriber's attributes or an event's properties. */
export const freeFieldsOctetsMax = 8_000;

const unitOctetsMax = 6;
const cutMark = '…';

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

export function boundedTextOrNull(text: string | null, octetsMax: number): string | null {
  return text === null ? null : boundedText(text, octetsMax);
}

/** Returns null for fields that are too long, because a part would be mistaken for the whole. */
export function boundedFields<Fields extends object>(fields: Fields): Fields | null {
  return Buffer.byteLength(JSON.stringify(fields)) <= freeFieldsOctetsMax ? fields : null;
}

function jsonOctets(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
