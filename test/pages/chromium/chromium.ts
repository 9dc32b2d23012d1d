import { inject } from 'vitest';
import { type Chromium, startChromium } from './start-chromium.ts';

let started: Promise<Chromium> | null = null;

/** The Chromium of a run. The first file of the test process starts it, `end-chromium.ts` ends it after the last. */
export function openChromium(): Promise<Chromium> {
  started ??= startChromium(inject('chromiumFolder'));
  return started;
}
