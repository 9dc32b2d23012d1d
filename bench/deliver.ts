import { join } from 'node:path';
import type { SMTPPoolOptions } from './nodemailer-pool.ts';
import { startChild } from './processes.ts';
import { median, type Row, times, whole } from './table.ts';

const rounds = 3;
const mails = 3_000;

type Done = { perSecond: number };

/** Mails per second from accepted to the sink's 250, beside nodemailer's pool alone. */
export async function measureDelivery(folder: string): Promise<Row[]> {
  const ours: number[] = [];
  const pool: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await once('./deliver-ours.ts', { file: join(folder, `deliver-${round}.sqlite`), mails }));
    pool.push(await once('./nodemailer-pool.ts', { mails } satisfies Omit<SMTPPoolOptions, 'port'>));
  }
  return [
    {
      what: 'Delivered through a relay, the queue included',
      measured: `${whole(median(ours))}/s`,
      beside: `nodemailer's pool alone, 20 connections: ${whole(median(pool))}/s`,
      ratio: times(median(ours) / median(pool)),
    },
  ];
}

async function once(file: string, options: object): Promise<number> {
  const sink = startChild('./sink.ts', [], 'measuring');
  const { port } = await sink.line<{ port: number }>();
  const sender = startChild(file, [{ ...options, port }], 'measured');
  const { perSecond } = await sender.line<Done>();
  await sender.stop();
  const { messages } = await sink.ask<{ messages: number }>();
  await sink.stop();
  if (messages !== mails) throw new Error(`${file}: the sink has ${messages} of ${mails} mails`);
  return perSecond;
}
