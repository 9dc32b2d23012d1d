import { expect, test } from 'vitest';
import { counters, gauges, histograms } from '../../../src/world/telemetry/meters.ts';
import { prometheusMeters } from '../../../src/world/telemetry/prometheus-meters.ts';
import { labelValues, meteredRoutes } from './label-values.ts';

/** Limit per process, as stated in the monitoring guide. */
const seriesMax = 2_000;
/** Series of the runtime: kinds of handles and garbage collections appear as they occur. */
const runtimeMax = 120;

/** Their labels have far more combinations than occur: beyond `seriesMax` they fold into one series. */
const folded = [
  'tool_calls_total',
  'deliveries_total',
  'tls_sessions_total',
  'http_request_duration_seconds',
];

test('a process never has more series than the guide says', async () => {
  const known = labelValues(await meteredRoutes());
  const meters = { ...counters, ...histograms, ...gauges };
  let series = 0;
  for (const [name, meter] of Object.entries(meters)) {
    const sets = known[name] ?? {};
    expect([name, Object.keys(sets)]).toEqual([name, meter.labels]);
    const products = Object.values(sets).reduce((product, set) => product * new Set(set).size, 1);
    expect([name, products > meter.seriesMax]).toEqual([name, folded.includes(name)]);
    // A histogram has its buckets, an unbounded bucket, a sum and a count.
    const lines = 'buckets' in meter ? meter.buckets.length + 3 : 1;
    series += Math.min(products, meter.seriesMax + 1) * lines;
  }
  const { text } = await prometheusMeters().exposition();
  const ofTheRuntime = text.split('\n').filter((line) => /^(process|nodejs)_/.test(line)).length;
  expect(ofTheRuntime).toBeGreaterThan(0);
  expect(ofTheRuntime).toBeLessThan(runtimeMax);
  expect(series + runtimeMax).toBeLessThan(seriesMax);
});
