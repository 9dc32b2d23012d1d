import { join } from 'node:path';
import type { DeliverPlan } from './deliver-ours.ts';
import type { SMTPPoolOptions } from './nodemailer-pool.ts';
import { startChild } from './processes.ts';
import { type Sent, warmUpMails } from './sending.ts';
import type { Taken } from './sink.ts';
import { median, type Row, times, whole } from './table.ts';

const rounds = 3;
const mails = 3_000;

/** Measures mails per second from acceptance to the sink's 250, compared with nodemailer's pool. */
export async function measureDelivery(folder: string): Promise<Row[]> {
  const ours: number[] = [];
  const pool: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const file = join(folder, `deliver-${round}.sqlite`);
    const plan = { mails, file, signed: false } satisfies Omit<DeliverPlan, 'port'>;
    ours.push((await sentBy('./deliver-ours.ts', plan, 0)).perSecond);
    const options = { mails, signed: false } satisfies Omit<SMTPPoolOptions, 'port'>;
    pool.push((await sentBy('./nodemailer-pool.ts', options, 0)).perSecond);
  }
  return [
    {
      what: 'Delivery through a relay, including the queue',
      measured: `${whole(median(ours))}/s`,
      beside: `nodemailer's pool alone, 20 connections: ${whole(median(pool))}/s`,
      ratio: times(median(ours) / median(pool)),
    },
  ];
}

export type SenderPlace = {
  /** Uses any free core instead of one core for the sender and one for the sink. */
  free?: boolean;
  environment?: Record<string, string>;
};

/**
 * Runs a sender against its own sink, and checks that every message arrived with its signatures.
 * @param signatures expected number per message
 */
export async function sentBy(
  file: string,
  plan: { mails: number },
  signatures: number,
  { free = false, environment = {} }: SenderPlace = {},
): Promise<Sent> {
  const sink = startChild('./sink.ts', [], free ? undefined : 'measuring');
  const { port } = await sink.line<{ port: number }>();
  const sender = startChild(file, [{ ...plan, port }], free ? undefined : 'measured', environment);
  const sent = await sender.line<Sent>();
  await sender.stop();
  const taken = await sink.ask<Taken>();
  await sink.stop();
  const all = plan.mails + warmUpMails;
  if (taken.messages !== all || taken.signatures !== signatures) {
    throw new Error(
      `${file}: of ${all} mails with ${signatures} signatures arrived ${JSON.stringify(taken)}`,
    );
  }
  return sent;
}
