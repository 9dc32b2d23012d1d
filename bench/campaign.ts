import { join } from 'node:path';
import type { BareSignPlan } from './bare-sign.ts';
import type { CampaignPlan, CampaignRun } from './campaign-ours.ts';
import { startChild } from './processes.ts';
import { hasIfma, withoutIfma } from './processor.ts';
import type { Sent } from './sending.ts';
import type { Taken } from './sink.ts';
import { median, type Row, times, whole } from './table.ts';

const many = 1_000_000;
const few = 10_000;
/** Mails of the large campaign delivered by default. All of them take more than ten minutes. */
const deliveredOfMany = process.env.BENCH_WHOLE_CAMPAIGN === 'true' ? 0 : 30_000;
const rounds = 3;
const bareSeconds = 1;

/**
 * Measures a campaign to a million subscribers: enrolled, signed with RSA-2048 and delivered to a relay. On processors with AVX-512
 * IFMA, also measures a smaller campaign without it; see `measureSigning`.
 */
export async function measureCampaign(folder: string): Promise<Row[]> {
  if (!(await hasIfma())) return await measureOn(folder, '', {});
  const rows = await measureOn(folder, '; this processor', {});
  return [...rows, ...(await measureWithoutIfma(folder))];
}

async function measureOn(folder: string, where: string, environment: Environment): Promise<Row[]> {
  const bare = await bareRates(environment);
  const small: CampaignRun[] = [];
  for (let round = 0; round < rounds; round += 1) {
    small.push(await campaign(join(folder, `few-${round}.sqlite`), few, 0, environment));
  }
  const large = await campaign(join(folder, 'many.sqlite'), many, deliveredOfMany, environment);
  const fewMb = Math.max(...small.map(({ residentMb }) => residentMb));
  return [
    {
      what: `Enrollment of ${whole(large.recipients)} recipients, out of ${whole(many)} subscribers`,
      measured: `${large.gatheredSeconds.toFixed(1)} s`,
      beside: 'the goal: 10 s',
      ratio: times(large.gatheredSeconds / 10),
    },
    ...deliveredRows(large, bare, where),
    {
      what: `The last tenth of ${whole(large.delivered)} mails`,
      measured: `${whole(large.perSecondLast)}/s`,
      beside: `the first tenth: ${whole(large.perSecondFirst)}/s`,
      ratio: times(large.perSecondLast / large.perSecondFirst),
    },
    {
      what: `Memory during a campaign to ${whole(many)} subscribers`,
      measured: `${whole(large.residentMb)} MB`,
      beside: `to ${whole(few)}: ${whole(fewMb)} MB, so ${whole(large.residentMb - fewMb)} MB more; the goal: less than 100`,
      ratio: times(large.residentMb / fewMb),
    },
  ];
}

async function measureWithoutIfma(folder: string): Promise<Row[]> {
  const bare = await bareRates(withoutIfma);
  const run = await campaign(join(folder, 'without.sqlite'), few, 0, withoutIfma);
  return deliveredRows(run, bare, '; without AVX-512 IFMA');
}

function deliveredRows(run: CampaignRun, { one, every }: BareRates, where: string): Row[] {
  const line = (what: string, core: string, bare: number): Row => ({
    what: what === '' ? '' : what + where,
    measured: `${whole(run.perSecond)}/s (${whole(run.cpuUs)} µs)`,
    beside: `bare RSA-2048 signatures, ${core}: ${whole(bare)}/s`,
    ratio: times(run.perSecond / bare),
    goal: '0.65 ×',
  });
  const what = 'A campaign with RSA-2048 and unique links in each mail, every core';
  return [line(what, 'one core', one), line('', 'every core', every)];
}

async function campaign(
  file: string,
  subscribers: number,
  mails: number,
  environment: Environment,
): Promise<CampaignRun> {
  const sink = startChild('./sink.ts', []);
  const { port } = await sink.line<{ port: number }>();
  const plan = { port, file, subscribers, mails, signed: true } satisfies CampaignPlan;
  const sender = startChild('./campaign-ours.ts', [plan], undefined, environment);
  const run = await sender.line<CampaignRun>();
  await sender.stop();
  const taken = await sink.ask<Taken>();
  await sink.stop();
  if (taken.messages < run.delivered || taken.signatures !== 1) {
    throw new Error(`of ${run.delivered} mails with a signature each arrived ${JSON.stringify(taken)}`);
  }
  return run;
}

type Environment = Record<string, string>;
type BareRates = { one: number; every: number };

async function bareRates(environment: Environment): Promise<BareRates> {
  const one: number[] = [];
  const every: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    one.push(await bareSignatures('one thread', environment));
    every.push(await bareSignatures('every thread', environment));
  }
  return { one: median(one), every: median(every) };
}

async function bareSignatures(by: BareSignPlan['by'], environment: Environment): Promise<number> {
  const child = startChild(
    './bare-sign.ts',
    [{ seconds: bareSeconds, by } satisfies BareSignPlan],
    undefined,
    environment,
  );
  const { perSecond } = await child.line<Sent>();
  await child.stop();
  return perSecond;
}
