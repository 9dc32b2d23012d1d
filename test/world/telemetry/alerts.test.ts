import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { counters, gauges, histograms } from '../../../src/world/telemetry/meters.ts';
import { catalogue } from '../../../tools/index.ts';
import { textOf } from '../../pins/checkout/program.ts';
import { labelValues, meteredRoutes } from './label-values.ts';

/** The shipped alerts as lines, parsed by their fixed layout without a YAML library. */
const alerts = textOf('deploy/prometheus-alerts.yaml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => {
    const field = (name: string) => new RegExp(`^ +${name}: (.+)$`, 'm').exec(text)?.[1] ?? '';
    const block = /^ +expr: \|\n((?: {10}.+\n)+)/m.exec(text)?.[1];
    return {
      name: text.slice(0, text.indexOf('\n')),
      expr: block ?? field('expr'),
      severity: /severity: (\w+)/.exec(text)?.[1],
      summary: field('summary'),
      description: field('description'),
    };
  });

/** A series in an expression with its label matchers. */
type Asked = { metric: string; matchers: { label: string; operator: string; value: string }[] };

function askedIn(expr: string): Asked[] {
  return [...expr.matchAll(/posthouse_(\w+)(?:\{([^}]*)\})?/g)].map(([, metric = '', selector = '']) => ({
    metric,
    matchers: [...selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
      ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
    ),
  }));
}

/** Returns the labels of a Prometheus metric; undefined if it does not exist. */
function labelsOf(metric: string): readonly string[] | undefined {
  const plain: Record<string, { labels: readonly string[] }> = { ...counters, ...gauges };
  if (plain[metric]) return plain[metric].labels;
  const [, name = '', part] = /^(.+)_(bucket|sum|count)$/.exec(metric) ?? [];
  const histogram = (histograms as Record<string, { labels: readonly string[] }>)[name];
  return histogram && [...histogram.labels, ...(part === 'bucket' ? ['le'] : [])];
}

describe('the shipped Prometheus alerts', () => {
  let values: ReturnType<typeof labelValues>;
  beforeAll(async () => {
    values = labelValues(await meteredRoutes());
  });

  test('have unique names', () => {
    const names = alerts.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(alerts)('use only existing metrics and labels: $name', ({ expr }) => {
    const asked = askedIn(expr);
    expect(asked.length).toBeGreaterThan(0);
    expect(expr.match(/posthouse_/g)).toHaveLength(asked.length);
    for (const { metric, matchers } of asked) {
      const labels = labelsOf(metric);
      expect([metric, labels]).toEqual([metric, expect.any(Array)]);
      for (const { label, operator, value } of matchers) {
        expect([metric, labels]).toEqual([metric, expect.arrayContaining([label])]);
        const known = values[metric.replace(/_(bucket|sum|count)$/, '')]?.[label];
        for (const one of operator.includes('~') ? value.split('|') : [value]) {
          expect([metric, label, known]).toEqual([metric, label, expect.arrayContaining([one])]);
        }
      }
    }
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */));
    for (const label of grouped) {
      expect([label, asked.every(({ metric }) => labelsOf(metric)?.includes(label))]).toEqual([label, true]);
    }
  });

  test.each(alerts)('explain their meaning and how to fix the problem: $name', (alert) => {
    const { severity, summary, description, expr } = alert;
    expect(severity).toMatch(/^(page|ticket)$/);
    expect(summary.length).toBeGreaterThan(20);
    expect(description).toMatch(/^[A-Z].{40,}\.$/);
    for (const [, label = ''] of summary.matchAll(/\$labels\.(\w+)/g)) {
      expect(expr).toMatch(new RegExp(`by \\([^)]*\\b${label}\\b`));
    }
    // `a and b` has the value of `a`.
    if (summary.includes('humanizePercentage')) expect(expr.split(/\band\b/)[0]).toContain('/ sum');
    const texts = `${summary} ${description}`;
    for (const [page] of texts.matchAll(/docs\/[\w/.-]+\.md/g))
      expect([page, existsSync(page)]).toEqual([page, true]);
    for (const [, metric = ''] of texts.matchAll(/\bposthouse_([a-z_]+)/g)) {
      expect([metric, metric in { ...counters, ...histograms, ...gauges }]).toEqual([metric, true]);
    }
    const tools = catalogue.map(({ name }) => name);
    const verbs = /\b(?:list|get|verify|rotate|replay|pause|resume|save|send)_[a-z_]+\b/g;
    for (const [tool] of texts.replaceAll(/posthouse_\w+/g, '').matchAll(verbs)) {
      expect(tools).toContain(tool);
    }
    const settings = textOf('src/config.ts');
    for (const [name] of texts.matchAll(/\bPOSTHOUSE_[A-Z_]+\b/g)) expect(settings).toContain(`${name}:`);
  });
});
