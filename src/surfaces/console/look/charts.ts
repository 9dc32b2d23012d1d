/** Charts as SVG, stretched to their place, with words in HTML and the same figures as a table. */
import { type Html, html } from '../../public/html.ts';
import { inDigits } from '../number-words.ts';
import { figuresTable } from './tables.ts';

/** 1: main, 2: second, 3: caution, 4: failure, 5: machines. */
type ChartColor = 'c1' | 'c2' | 'c3' | 'c4' | 'c5';

export type Series = { name: string; color: ChartColor; values: readonly number[] };

type Chart = {
  title: string;
  /** Title of the periods, such as Day. */
  period: string;
  /** Labels below the chart, one for each period. Of a line, empty ones are left out. */
  labels: readonly string[];
  /** Labels in the table. */
  names: readonly string[];
  series: readonly Series[];
};

const width = 1_000;
const height = 200;
/** Share of a period that its bar fills. */
const barShare = 0.42;

/** Bars of several series stand on one another. */
export function barChart(chart: Chart): Html {
  const { series, labels } = chart;
  const sums = labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const top = roundUp(Math.max(1, ...sums));
  const step = width / Math.max(1, labels.length);
  const bars = labels.flatMap((_, index) => {
    let below = 0;
    return series.map(({ color, values }) => {
      const size = ((values[index] ?? 0) / top) * height;
      below += size;
      return html`<rect class="fill ${color}" x="${fixed(step * (index + (1 - barShare) / 2))}" y="${fixed(height - below)}" width="${fixed(step * barShare)}" height="${fixed(size)}"/>`;
    });
  });
  return figure(chart, top, bars, 'mid');
}

/** A second series is also dashed, because some people cannot distinguish the colors. */
export function lineChart(chart: Chart): Html {
  const { series, labels } = chart;
  const top = roundUp(Math.max(1, ...series.flatMap(({ values }) => values)));
  const step = labels.length > 1 ? width / (labels.length - 1) : width;
  const lines = series.map(({ color, values }, order) => {
    const points = values.map(
      (value, index) => `${fixed(step * index)} ${fixed(height - (value / top) * height)}`,
    );
    return html`<path class="line ${color}${order > 0 ? ' dash' : ''}" d="M${points.join('L')}"/>`;
  });
  return figure({ ...chart, labels: labels.filter((label) => label !== '') }, top, lines, '');
}

/** @param share between 0 and 1, also given as text near the meter */
export function meter(share: number, color: ChartColor = 'c1'): Html {
  const percent = String(Math.round(Math.min(1, Math.max(0, share)) * 100));
  return html`<svg class="meter ${color}" aria-hidden="true"><rect width="${percent}%" height="100%"/></svg>`;
}

export function legend(series: readonly Omit<Series, 'values'>[]): Html {
  return html`<div class="legend">${series.map(({ name, color }) => html`<span><i class="key ${color}"></i>${name}</span>`)}</div>`;
}

/** @param place labels of bars stand below the middle of each bar, labels of a line at equal distances to its ends */
function figure(
  { title, period, labels, names, series }: Chart,
  top: number,
  shapes: readonly Html[],
  place: 'mid' | '',
): Html {
  const rows = names.map((name, index) => [
    name,
    ...series.map(({ values }) => inDigits(values[index] ?? 0)),
  ]);
  return html`<figure><div class="plot"><div class="y" aria-hidden="true"><span>${inDigits(top)}</span><span>${inDigits(top / 2)}</span><span>0</span></div><svg viewBox="0 0 ${String(width)} ${String(height)}" preserveAspectRatio="none" role="img" aria-label="${title}. The table below has the same figures."><path class="grid" d="M0 ${String(height)}H${String(width)}M0 ${String(height / 2)}H${String(width)}M0 0H${String(width)}"/>${shapes}</svg><div class="x ${place}" aria-hidden="true">${labels.map((label) => html`<span>${label}</span>`)}</div></div>
${figuresTable(title, [period, ...series.map(({ name }) => name)], rows)}</figure>`;
}

/** The next of 2, 4, 10, 20, 40, 100 … so that half of it is a whole number. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const found = [1, 2, 4, 10].find((factor) => factor * power >= value && (factor * power) % 2 === 0);
  return (found ?? 20) * power;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
