export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string };

/** Bounds time and memory, which grow with the product of the two line counts. */
const linesMax = 300;

/**
 * Compares two texts by line (longest common subsequence).
 *
 * @returns null if a text has too many lines to compare
 */
export function diffLines(before: string, after: string): DiffLine[] | null {
  const [old, now] = [before.split('\n', linesMax + 1), after.split('\n', linesMax + 1)];
  if (old.length > linesMax || now.length > linesMax) return null;
  const common = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: now[j]! });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ kind: 'removed', text: old[i]! });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: now[j]! });
      j += 1;
    }
  }
  return lines;
}

/** Length of the longest common subsequence of the lines from each pair of positions. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i]![j] =
        old[i] === now[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  return common;
}
