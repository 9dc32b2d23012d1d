/** A row of the result: the measurement, the number, the comparison, and the target ratio. */
export type Row = {
  what: string;
  measured: string;
  beside?: string;
  ratio?: string;
  goal?: string;
};

const headsOfRates: Record<keyof Row, string> = {
  what: 'Operation',
  measured: 'Measured',
  beside: 'Baseline',
  ratio: 'Ratio',
  goal: 'Goal',
};

export function printTable(rows: readonly Row[], heads = headsOfRates): void {
  const columns = Object.keys(heads) as (keyof Row)[];
  const lines = [
    columns.map((column) => heads[column]),
    columns.map(() => '---'),
    ...rows.map((row) => columns.map((column) => row[column] ?? '')),
  ];
  for (const line of lines) process.stdout.write(`| ${line.join(' | ')} |\n`);
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @param part 0.99 for the value exceeded by one in a hundred */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

/** Formats 12345.6 as `12,346`. */
export function whole(number: number): string {
  return Math.round(number).toLocaleString('en');
}

export function times(number: number): string {
  return `${number.toFixed(2)} ×`;
}
