import type { Queries } from '../../database.ts';
import { instanceValue, remember } from './instance.ts';

/**
 * Clock changes, oldest first. `mails` is the key of the last mail before the change. Stored dates never
 * change, because people see them; the later steps give the elapsed time.
 */
export type ClockSteps = readonly { mails: number; byMs: number }[];

const stepsName = 'clock steps';
const stepsKept = 20;

/** Records a clock change in the transaction from which rows use the new time. */
export async function noteClockStep(queries: Queries, byMs: number): Promise<void> {
  const newest = await queries.get<{ key: number | null }>('SELECT max(key) AS key FROM emails', []);
  const steps = [...(await clockSteps(queries)), { mails: newest?.key ?? 0, byMs }];
  await remember(queries, stepsName, JSON.stringify(steps.slice(-stepsKept)));
}

export async function clockSteps(queries: Queries): Promise<ClockSteps> {
  const text = await instanceValue(queries, stepsName);
  return text === undefined ? [] : (JSON.parse(text) as ClockSteps);
}

/** Converts a mail's date to the current clock. @param at stored date of the mail */
export function elapsedSince(steps: ClockSteps, mail: number, at: number): number {
  return steps.reduce((shifted, { mails, byMs }) => (mail <= mails ? shifted + byMs : shifted), at);
}
