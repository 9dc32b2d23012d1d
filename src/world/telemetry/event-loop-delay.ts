import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late the event loop was since the last call. */
export type EventLoopDelay = () => readonly { quantile: number; ms: number }[];

const quantiles = [0.5, 0.99, 1] as const;
/** How often the delay is sampled; each sample counts this time, too. */
const resolutionMs = 20;
const nanosecondsPerMs = 1e6;

/** Measures the event loop of this process from now on. */
export function systemEventLoopDelay(): EventLoopDelay {
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
