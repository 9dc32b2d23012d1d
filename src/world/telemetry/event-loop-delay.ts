import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Returns the delay of the event loop since the last call. */
export type EventLoopDelay = () => readonly { quantile: number; ms: number }[];

const quantiles = [0.5, 0.99, 1] as const;
/** Sampling interval. Each sample includes it. */
const resolutionMs = 20;
const nanosecondsPerMs = 1e6;

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
