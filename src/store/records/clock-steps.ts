import type { Queries } from '../database.ts';
import { instanceValue, remember } from './instance.ts';

/**
 * Steps of the clock, oldest first. `mails`: the key of the last mail from before the step. The dates of mails never change, because
 * people see them. To get the time since a mail, add the steps after it.
 */
export type ClockSteps = readonly { mails: number; byMs: number }[];

const stepsName = 'clock steps';
const stepsKept = 20;

/** Notes that the clock was set, in the transaction from which on rows use the new time. */
export async function noteClockStep(queries: Queries, byMs: number): Promise<void> {
  const newest = await queries.get<{ key: number | null }>('SELECT max(key) AS key FROM emails', []);
  const steps = [...(await clockSteps(queries)), { mails: newest?.key ?? 0, byMs }];
  await remember(queries, stepsName, JSON.stringify(steps.slice(-stepsKept)));
}

export async function clockSteps(queries: Queries): Promise<ClockSteps> {
  const text = await instanceValue(queries, stepsName);
  return text === undefined ? [] : (JSON.parse(text) as ClockSteps);
}

/** Converts the date of a mail to the time in use now. @param at the date that the mail has */
export function elapsedSince(steps: ClockSteps, mail: number, at: number): number {
  return steps.reduce((shifted, { mails, byMs }) => (mail <= mails ? shifted + byMs : shifted), at);
}
