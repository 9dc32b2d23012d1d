/** A word has twelve more characters, and its line at most 76 with the field name (RFC 2047 2). */
const wordCharactersMax = 52;
const wordOctetsMaxInBase64 = (wordCharactersMax / 4) * 3;

/** Need no encoding, even in a display name (RFC 2047 5, rule 3). */
const plainInQ = /[A-Za-z0-9!*+/-]/;
const stringOfCode = Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code === 0x20) return '_';
  return plainInQ.test(character) ? character : escaped(code);
});

/** Never splits a character between words (RFC 2047 5). A lone surrogate becomes U+FFFD. */
export function encodedWords(text: string): string {
  const sound = text.toWellFormed();
  let octets = 0;
  let charactersInQ = 0;
  for (const character of sound) {
    octets += octetsOf(character);
    charactersInQ += inQ(character).length;
  }
  const words = charactersInQ <= Math.ceil(octets / 3) * 4 ? wordsInQ(sound) : wordsInBase64(sound);
  return words.join(' ');
}

export function looksEncoded(text: string): boolean {
  return text.includes('=?');
}

function wordsInQ(text: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    const encoded = inQ(character);
    if (word.length + encoded.length > wordCharactersMax) {
      words.push(`=?UTF-8?Q?${word}?=`);
      word = '';
    }
    word += encoded;
  }
  words.push(`=?UTF-8?Q?${word}?=`);
  return words;
}

function wordsInBase64(text: string): string[] {
  const words: string[] = [];
  let start = 0;
  let end = 0;
  let octets = 0;
  for (const character of text) {
    const more = octetsOf(character);
    if (octets + more > wordOctetsMaxInBase64) {
      words.push(wordInBase64(text.slice(start, end)));
      start = end;
      octets = 0;
    }
    octets += more;
    end += character.length;
  }
  words.push(wordInBase64(text.slice(start)));
  return words;
}

function wordInBase64(text: string): string {
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

function inQ(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x80) return stringOfCode[code]!;
  let encoded = '';
  for (const octet of Buffer.from(character)) encoded += escaped(octet);
  return encoded;
}

function escaped(octet: number): string {
  return `=${octet.toString(16).toUpperCase().padStart(2, '0')}`;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
