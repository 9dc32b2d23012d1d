export type HeaderFields = ReadonlyMap<string, readonly string[]>;

const fieldsMax = 300;
const valueCharactersMax = 8_000;
const fieldStart = /^([!-9;-~]{1,76})[ \t]*:[ \t]*/;

/** RFC 5322 2.2. Skips invalid lines, because some writing programs are broken. @param to index after the last line */
export function readHeaderFields(
  lines: readonly string[],
  from = 0,
  to: number = lines.length,
): HeaderFields {
  const fields = new Map<string, string[]>();
  let value = new FoldedValue();
  let count = 0;
  for (let index = from; index < to; index += 1) {
    const line = lines[index]!;
    if (/^[ \t]/.test(line)) {
      value.add(line);
      continue;
    }
    value.close();
    const start = fieldStart.exec(line);
    if (!start) continue;
    if (++count > fieldsMax) return fields;
    const name = start[1]!.toLowerCase();
    const values = fields.get(name) ?? [];
    fields.set(name, values);
    value = new FoldedValue(values);
    value.add(line.slice(start[0].length));
  }
  value.close();
  return fields;
}

/** Joins lines once, so that many short lines cost no more than a long one. */
class FoldedValue {
  readonly #values: string[] | null;
  #lines: string[] = [];
  #left = valueCharactersMax;

  /** @param values receives the value; without it, the value is discarded */
  constructor(values: string[] | null = null) {
    this.#values = values;
  }

  add(line: string): void {
    if (this.#values === null || this.#left <= 0) return;
    const words = line.trim().slice(0, this.#left);
    if (words === '') return;
    this.#lines.push(words);
    this.#left -= words.length + 1;
  }

  close(): void {
    this.#values?.push(this.#lines.join(' '));
  }
}

export function findFieldValue(fields: HeaderFields, name: string): string | null {
  return fields.get(name)?.[0] ?? null;
}

export function readParameters(value: string): { token: string; parameters: ReadonlyMap<string, string> } {
  const parameters = new Map<string, string>();
  const token = value.split(';', 1)[0]!.trim().toLowerCase();
  const rest = value.slice(value.split(';', 1)[0]!.length, valueCharactersMax);
  for (const [, name, quoted, plain] of rest.matchAll(/;\s*([\w*-]{1,60})\s*=\s*(?:"([^"]*)"|([^\s;]*))/g)) {
    parameters.set(name!.toLowerCase(), quoted ?? plain ?? '');
  }
  return { token, parameters };
}

const encodedWord = /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([BbQq])\?([^?\s]{0,500})\?=/g;

/** Decodes encoded-words (RFC 2047); keeps words in unknown charsets. */
export function decodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(encodedWord, (whole, charset: string, encoding: string, text: string) => {
      const bytes =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(text, 'base64')
          : quotedPrintableBytes(text.replaceAll('_', ' '));
      return decodedText(bytes, charset) ?? whole;
    });
}

export function quotedPrintableBytes(text: string): Buffer {
  const joined = text.replace(/=[ \t]*\r?\n/g, '');
  const octets = joined.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(octets, 'latin1');
}

/** Returns null for an unknown charset. Invalid bytes become U+FFFD. */
export function decodedText(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return null;
  }
}
