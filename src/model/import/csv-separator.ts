import { isPadding } from './padding.ts';

export const headCharacters = 64 * 1024;

const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

const comparedLinesMax = 50;

/** Excel's separator line. Programs that pad rows add separators after it. */
const separatorLine = /^"?sep=([,;\t|])"?[,;\t| ]*\n/i;

/**
 * Prefers a first line such as `sep=;`, then the separator that gives most lines as many cells as the first.
 * `skip` counts the characters before the first row.
 */
export function findSeparator(head: string): { separator: Separator; skip: number } {
  const said = separatorLine.exec(head);
  if (said) return { separator: said[1] as Separator, skip: said[0].length };
  const lines = separatorsByLine(head);
  let best: { separator: Separator; like: number; cells: number } = { separator: ',', like: 0, cells: 0 };
  for (const [index, separator] of separators.entries()) {
    const cells = lines[0]?.[index] ?? 0;
    if (cells === 0) continue;
    const like = lines.filter((counts) => counts[index] === cells).length;
    if (like > best.like || (like === best.like && cells > best.cells)) best = { separator, like, cells };
  }
  return { separator: best.separator, skip: 0 };
}

function separatorsByLine(head: string): number[][] {
  const lines: number[][] = [];
  let counts = separators.map(() => 0);
  let quoted = false;
  let atCellStart = true;
  for (let at = 0; at < head.length && lines.length < comparedLinesMax; at += 1) {
    const character = head[at]!;
    if (quoted) {
      if (character === '"') quoted = false;
      continue;
    }
    // A quote inside a cell is an ordinary character; a doubled quote reopens the cell.
    if (character === '"' && (atCellStart || head[at - 1] === '"')) {
      quoted = true;
      atCellStart = false;
      continue;
    }
    if (character === '\n') {
      if (at > 0 && head[at - 1] !== '\n') lines.push(counts);
      counts = separators.map(() => 0);
      atCellStart = true;
      continue;
    }
    const index = (separators as readonly string[]).indexOf(character);
    if (index >= 0) counts[index]! += 1;
    atCellStart = index >= 0 || (atCellStart && isPadding(character.charCodeAt(0)));
  }
  if (lines.length === 0 || head.length < headCharacters) lines.push(counts);
  return lines.filter((each, index) => index === 0 || each.some((amount) => amount > 0));
}
