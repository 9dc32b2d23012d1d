const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digitBits = 5;
const digitMask = 2 ** digitBits - 1;
const continuation = 2 ** digitBits;

type SourceMap = { mappings: string; names: string[] };

/**
 * Reduces a source map (ECMA-426) to lines. Each place maps to its source and line, and to the column where its line first occurs, which is
 * enough for stack traces and halves the size.
 */
export function lineMap<Map extends SourceMap>(map: Map): Map {
  const read = { source: 0, line: 0, column: 0 };
  const written = { source: 0, line: 0, column: 0 };
  const lines = map.mappings.split(';').map((line) => {
    const kept: string[] = [];
    let at = 0;
    let keptAt = 0;
    for (const segment of line.split(',')) {
      const [columns = 0, source, sourceLine = 0, sourceColumn = 0] = decode(segment);
      at += columns;
      if (source === undefined) continue;
      read.source += source;
      read.line += sourceLine;
      read.column += sourceColumn;
      const isSameLine = read.source === written.source && read.line === written.line;
      if (kept.length > 0 && isSameLine) continue;
      const fields = [
        at - keptAt,
        read.source - written.source,
        read.line - written.line,
        read.column - written.column,
      ];
      kept.push(fields.map(encode).join(''));
      keptAt = at;
      Object.assign(written, read);
    }
    return kept.join(',');
  });
  return { ...map, mappings: lines.join(';'), names: [] };
}

function decode(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of segment) {
    const digit = digits.indexOf(character);
    value += (digit & digitMask) << shift;
    shift += digitBits;
    if (digit & continuation) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function encode(number: number): string {
  let text = '';
  let left = number < 0 ? (-number << 1) | 1 : number << 1;
  do {
    const digit = left & digitMask;
    left >>>= digitBits;
    text += digits[left > 0 ? digit | continuation : digit];
  } while (left > 0);
  return text;
}
