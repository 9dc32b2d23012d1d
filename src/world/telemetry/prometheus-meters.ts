import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { secondMs } from '../../model/instant.ts';
import { version } from '../../version.ts';
import { counters, type GaugeName, gauges, histograms, type Meters } from './meters.ts';

/** Prefix of our metrics. Metrics of the runtime keep the names that Node dashboards expect. */
const prefix = 'posthouse_';

/** Replaces every label of a series beyond the maximum. */
const beyond = 'other';

/** Meters over `prom-client`. Load it only in a process that is scraped. */
export function prometheusMeters(eventLoopDelay: EventLoopDelay = systemEventLoopDelay()): Meters {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counted = made(counters, (name, { help, labels: labelNames }) => {
    return new Counter({ name, help, labelNames, registers: [registry] });
  });
  const observed = made(histograms, (name, { help, labels: labelNames, buckets }) => {
    return new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] });
  });
  const kept = made(gauges, (name, { help, labels: labelNames }) => {
    return new Gauge({ name, help, labelNames, registers: [registry] });
  });
  const reads: (() => void)[] = [];
  const meters: Meters = {
    count(name, labels, by = 1) {
      const { meter, within } = counted[name];
      meter.inc(within(labels), by);
    },
    observe(name, labels, value) {
      const { meter, within } = observed[name];
      meter.observe(within(labels), value);
    },
    keep(name, all) {
      const { meter, within } = kept[name];
      meter.reset();
      // `reset` sets a gauge without labels to 0, which would look like a measured value.
      if (all.length === 0) meter.remove({});
      for (const { labels, value } of all) meter.set(within(labels), value);
    },
    keepAtScrape(name, read) {
      reads.push(() => meters.keep(name, read()));
    },
    async exposition() {
      for (const read of reads) read();
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
  for (const name of Object.keys(gauges) as GaugeName[]) meters.keep(name, []);
  meters.keep('process_alive', [{ labels: {}, value: 1 }]);
  meters.keep('build_info', [{ labels: { version }, value: 1 }]);
  meters.keepAtScrape('event_loop_delay_seconds', () =>
    eventLoopDelay().map(({ quantile, ms }) => ({
      labels: { quantile: String(quantile) },
      value: ms / secondMs,
    })),
  );
  return meters;
}

type LabelValues = Readonly<Record<string, string>>;

function made<Table extends Record<string, { labels: readonly string[]; seriesMax: number }>, Meter>(
  table: Table,
  make: (name: string, described: Table[keyof Table] & { labels: string[] }) => Meter,
): Record<keyof Table, { meter: Meter; within(labels: LabelValues): LabelValues }> {
  return Object.fromEntries(
    Object.entries(table).map(([name, described]) => {
      const labels = [...described.labels];
      const meter = make(prefix + name, { ...(described as Table[keyof Table]), labels });
      return [name, { meter, within: boundedSeries(labels, described.seriesMax) }];
    }),
  ) as Record<keyof Table, { meter: Meter; within(labels: LabelValues): LabelValues }>;
}

/** Folds series beyond `max` into one. Label values come from closed sets, so this only limits the cost of a mistake. */
function boundedSeries(names: readonly string[], max: number): (labels: LabelValues) => LabelValues {
  const known = new Set<string>();
  const folded = Object.fromEntries(names.map((name) => [name, beyond]));
  return (labels) => {
    const key = names.map((name) => labels[name]).join('\n');
    if (known.has(key)) return labels;
    if (known.size >= max) return folded;
    known.add(key);
    return labels;
  };
}

/** Returns the delay of the event loop since the last call. */
export type EventLoopDelay = () => readonly { quantile: number; ms: number }[];

const quantiles = [0.5, 0.99, 1] as const;
/** Sampling interval. Each sample includes it. */
const resolutionMs = 20;
const nanosecondsPerMs = 1e6;

function systemEventLoopDelay(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  return () => {
    const delays = quantiles.map((quantile) => {
      const sampledMs = histogram.count === 0 ? 0 : histogram.percentile(quantile * 100) / nanosecondsPerMs;
      return { quantile, ms: Math.max(0, sampledMs - resolutionMs) };
    });
    histogram.reset();
    return delays;
  };
}
