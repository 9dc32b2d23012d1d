import { join } from 'node:path';
import type { BareSignPlan } from './bare-sign.ts';
import type { CampaignPlan, CampaignRun } from './campaign-ours.ts';
import { startChild } from './processes.ts';
import type { Sent } from './sending.ts';
import type { Taken } from './sink.ts';
import { median, type Row, times, whole } from './table.ts';

const many = 1_000_000;
const few = 10_000;
/** Of the large campaign as many are delivered, unless all are asked for: that takes ten minutes and more. */
const deliveredOfMany = process.env.BENCH_WHOLE_CAMPAIGN === 'true' ? 0 : 30_000;
const rounds = 3;
const bareSeconds = 2;

/** A campaign to a million subscribers: written down, signed with RSA-2048 and delivered to a relay. */
export async function measureCampaign(folder: string): Promise<Row[]> {
  const bare: number[] = [];
  const bareEvery: number[] = [];
  const small: CampaignRun[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await bareSignatures('one thread'));
    bareEvery.push(await bareSignatures('every thread'));
    small.push(await campaign(join(folder, `few-${round}.sqlite`), few, 0));
  }
  const large = await campaign(join(folder, 'many.sqlite'), many, deliveredOfMany);
  bare.push(await bareSignatures('one thread'));
  bareEvery.push(await bareSignatures('every thread'));
  const [one, every] = [median(bare), median(bareEvery)];
  const fewMb = Math.max(...small.map(({ residentMb }) => residentMb));
  return [
    {
      what: `A campaign’s ${whole(large.recipients)} recipients written down, among ${whole(many)} subscribers`,
      measured: `${large.gatheredSeconds.toFixed(1)} s`,
      beside: 'the goal: 10 s',
      ratio: times(large.gatheredSeconds / 10),
    },
    {
      what: 'A campaign delivered with RSA-2048, every mail with links of its own, every core',
      measured: `${whole(large.perSecond)}/s (${whole(large.cpuUs)} µs)`,
      beside: `bare RSA-2048 signatures, one core: ${whole(one)}/s`,
      ratio: times(large.perSecond / one),
      goal: '0.65 ×',
    },
    {
      what: '',
      measured: `${whole(large.perSecond)}/s`,
      beside: `bare RSA-2048 signatures, every core: ${whole(every)}/s`,
      ratio: times(large.perSecond / every),
      goal: '0.65 ×',
    },
    {
      what: `Its last tenth (of ${whole(large.delivered)} mails)`,
      measured: `${whole(large.perSecondLast)}/s`,
      beside: `its first tenth: ${whole(large.perSecondFirst)}/s`,
      ratio: times(large.perSecondLast / large.perSecondFirst),
    },
    {
      what: `Memory while a campaign to ${whole(many)} subscribers goes out`,
      measured: `${whole(large.residentMb)} MB`,
      beside: `to ${whole(few)}: ${whole(fewMb)} MB, so ${whole(large.residentMb - fewMb)} MB more; the goal: less than 100`,
      ratio: times(large.residentMb / fewMb),
    },
  ];
}

async function campaign(file: string, subscribers: number, mails: number): Promise<CampaignRun> {
  const sink = startChild('./sink.ts', []);
  const { port } = await sink.line<{ port: number }>();
  const plan = { port, file, subscribers, mails, signed: true } satisfies CampaignPlan;
  const sender = startChild('./campaign-ours.ts', [plan]);
  const run = await sender.line<CampaignRun>();
  await sender.stop();
  const taken = await sink.ask<Taken>();
  await sink.stop();
  if (taken.messages < run.delivered || taken.signatures !== 1) {
    throw new Error(`of ${run.delivered} mails with a signature each arrived ${JSON.stringify(taken)}`);
  }
  return run;
}

async function bareSignatures(by: BareSignPlan['by']): Promise<number> {
  const child = startChild('./bare-sign.ts', [{ seconds: bareSeconds, by } satisfies BareSignPlan]);
  const { perSecond } = await child.line<Sent>();
  await child.stop();
  return perSecond;
}
