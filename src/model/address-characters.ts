export const tab = 0x09;
export const space = 0x20;
export const quote = 0x22;
export const plus = 0x2b;
export const hyphen = 0x2d;
export const dot = 0x2e;
export const openingAngle = 0x3c;
export const closingAngle = 0x3e;
export const atSign = 0x40;
export const backslash = 0x5c;

export function isBlank(code: number): boolean {
  return code === space || code === tab;
}

export const letterOrDigit = asciiClass('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');

export function asciiClass(members: string): Uint8Array {
  const allowed = new Uint8Array(128);
  for (let at = 0; at < members.length; at++) allowed[members.charCodeAt(at)] = 1;
  return allowed;
}

/** A single class, so matching cannot backtrack. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{White_Space}\p{Cs}]/v;

export const invisibleCharacter = 'The address holds an invisible or text-direction character';
const list = 'Give one address; a comma or semicolon would make a list';
const colon = 'A colon would make a group, a source route or a link; give the address alone';
const comment = 'Comments in parentheses are not accepted in an address';
const blank = 'There is a blank inside the address';
const control = 'The address holds a control character';
export const unbalancedAngle =
  'An address in angle brackets has to be closed with > and to be the last thing';

/** Returns the reason why no part of an address may contain this character; null if another part may. */
export function explainForbiddenCharacter(code: number): string | null {
  if (code === 0x2c || code === 0x3b) return list;
  if (code === 0x3a) return colon;
  if (code === 0x28 || code === 0x29) return comment;
  if (code === openingAngle || code === closingAngle) return unbalancedAngle;
  if (isBlank(code)) return blank;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return control;
  if (code > 0x7f && invisible.test(String.fromCodePoint(code))) return invisibleCharacter;
  return null;
}
