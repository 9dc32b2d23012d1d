/** Parses Content-Type and Content-Disposition: a word, and parameters after semicolons (RFC 2045 5.1). */

const segments = /(?:"(?:[^"\\]|\\.)*"?|[^;"])+/gs;
const nonAscii = /[^\0-\x7f]/;
const parameter = /^([!#$%&'+\-.0-9A-Z^_`a-z{|}~*]+)\s*=\s*(.*)$/s;

/** Characters per section of a long parameter (RFC 2231 3), so that its line stays below 78. */
const sectionCharactersMax = 50;

/** @returns the word before the first semicolon in lower case, without comments; empty if there is none */
export function readMainValue(value: string): string {
  return withoutComments(value).split(';', 1)[0]!.trim().toLowerCase();
}

export function readParameter(value: string, name: string): string | null {
  for (const [segment] of withoutComments(value).matchAll(segments)) {
    const [, found, text = ''] = parameter.exec(segment.trim()) ?? [];
    if (found?.toLowerCase() === name) return unquoted(text);
  }
  return null;
}

/** Writes non-ASCII parameters in the extended form of RFC 2231 4. */
export function asciiParameters(value: string): string {
  const parts = Array.from(value.matchAll(segments), ([segment]) => segment);
  const names = new Set(parts.map((part) => parameter.exec(part.trim())?.[1]?.toLowerCase()));
  return parts
    .flatMap((part) => {
      if (!nonAscii.test(part)) return [part.trim()];
      const [, name, text = ''] = parameter.exec(part.trim()) ?? [];
      // Drops text that is no parameter, and a second form of the same parameter.
      if (name === undefined || names.has(`${name.toLowerCase()}*`)) return [];
      return extended(name, unquoted(text));
    })
    .join('; ');
}

function extended(name: string, text: string): string[] {
  if (name.endsWith('*')) return [`${name}=${percentEncoded(text)}`];
  const sections: string[] = [];
  let section = '';
  for (const character of text.toWellFormed()) {
    const encoded = percentEncoded(character);
    if (section.length + encoded.length > sectionCharactersMax) {
      sections.push(section);
      section = '';
    }
    section += encoded;
  }
  sections.push(section);
  if (sections.length === 1) return [`${name}*=UTF-8''${sections[0]}`];
  return sections.map((part, index) => `${name}*${index}*=${index === 0 ? "UTF-8''" : ''}${part}`);
}

/** Keeps only the attribute-char of RFC 2231 7. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Unquotes a quoted string (RFC 5322 3.2.4), even without its closing quote; keeps other text. */
export function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.slice(1, text.length > 1 && text.endsWith('"') ? -1 : undefined).replace(/\\(.)/gs, '$1');
}

/** Removes comments (RFC 5322 3.2.2), including nested ones. Parentheses in a quoted string are no comment. */
export function withoutComments(value: string): string {
  if (!value.includes('(')) return value;
  let text = '';
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at++) {
    const character = value[at]!;
    if (character === '\\' && (quoted || depth > 0)) {
      if (depth === 0) text += value.slice(at, at + 2);
      at += 1;
    } else if (character === '"' && depth === 0) {
      quoted = !quoted;
      text += character;
    } else if (character === '(' && !quoted) {
      depth += 1;
    } else if (character === ')' && depth > 0) {
      depth -= 1;
    } else if (depth === 0) {
      text += character;
    }
  }
  return text;
}
