import { expect } from 'vitest';
import type { Meters } from '../../../src/world/telemetry/meters.ts';
import type { EventLoopDelay } from '../../../src/world/telemetry/prometheus-meters.ts';
import { prometheusMeters } from '../../../src/world/telemetry/prometheus-meters.ts';
import { open } from '../../spec/scene.ts';
import type { OpenOptions, SimulatedPlatform } from '../platform.ts';

/** Headers of a local program. */
export const here = { host: '127.0.0.1:3025' };

export type MeasuredPlatform = SimulatedPlatform & {
  scrape(): Promise<string>;
  /**
   * Value of a series such as `posthouse_jobs{kind="deliver_email",state="due"}`; null if it does not exist.
   */
  value(series: string): Promise<number | null>;
  /** All values of a metric label. */
  labels(meter: string, label: string): Promise<string[]>;
};

/** A platform with metrics, read like a local program would. */
export async function measured(options: OpenOptions = {}): Promise<MeasuredPlatform> {
  const platform = await open({ meters: prometheusMeters(), ...options });
  return { ...platform, ...shownBy(platform) };
}

export function shownBy(platform: SimulatedPlatform): Pick<MeasuredPlatform, 'scrape' | 'value' | 'labels'> {
  const scrape = async () => {
    const { status, text } = await platform.http('GET', '/metrics', { token: null, headers: here });
    expect(status).toBe(200);
    return text;
  };
  return { scrape, value: async (series) => valueIn(await scrape(), series), labels: labelsIn(scrape) };
}

/** Reads a metric without a platform. */
export async function shown(meters: Meters, series: string): Promise<number | null> {
  return valueIn((await meters.exposition()).text, series);
}

function valueIn(text: string, series: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

function labelsIn(scrape: () => Promise<string>): MeasuredPlatform['labels'] {
  return async (meter, label) => {
    const lines = (await scrape()).split('\n').filter((line) => line.startsWith(`${meter}{`));
    const values = lines.flatMap((line) => new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.[1] ?? []);
    return [...new Set(values)].sort();
  };
}

/** Simulates an event loop delay. */
export function delayed(ms: Readonly<Record<number, number>>): EventLoopDelay {
  return () => Object.entries(ms).map(([quantile, late]) => ({ quantile: Number(quantile), ms: late }));
}
