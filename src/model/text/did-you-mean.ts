const nameLengthMax = 64;
const lettersPerSlip = 3;

/** Tolerates differences in case, `-` and `_`, and a few letters (Levenshtein distance). */
export function didYouMean(given: string, names: Iterable<string>): string | undefined {
  if (given.length === 0 || given.length > nameLengthMax) return undefined;
  const wanted = plain(given);
  let nearest: string | undefined;
  let fewest = Math.floor(wanted.length / lettersPerSlip) + 1;
  for (const name of names) {
    const slips = distance(wanted, plain(name), fewest);
    if (slips < fewest) {
      nearest = name;
      fewest = slips;
    }
  }
  return nearest;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '');
}

function distance(a: string, b: string, enough: number): number {
  if (Math.abs(a.length - b.length) >= enough) return enough;
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      line.push(Math.min(replaced, above[column]! + 1, line[column - 1]! + 1));
    }
    above = line;
  }
  return Math.min(above[b.length]!, enough);
}
