import { onTestFinished } from 'vitest';
import { type OpenOptions, openPlatform, type SimulatedPlatform } from '../world/platform.ts';

/** Opens a simulated platform and closes it at the end of the test. */
export async function open(options?: OpenOptions): Promise<SimulatedPlatform> {
  const platform = await openPlatform(options);
  onTestFinished(() => platform.close());
  return platform;
}

/** The input of a send, to a test recipient by default. */
export function mail(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const body = 'html' in fields || 'tiptap' in fields ? {} : { markdown: 'Hello' };
  return { from: 'Acme <hello@acme.test>', to: 'grace@example.com', subject: 'Hello', ...body, ...fields };
}

/** A real mailbox. */
export const realMailbox = 'grace@takes-mail.com';

export const dayMs = 24 * 60 * 60 * 1_000;
