import { join } from 'node:path';
import type { BareSignPlan } from './bare-sign.ts';
import { type SenderPlace, sentBy } from './deliver.ts';
import type { DeliverPlan } from './deliver-ours.ts';
import type { SMTPPoolOptions } from './nodemailer-pool.ts';
import { startChild } from './processes.ts';
import { hasIfma, withoutIfma } from './processor.ts';
import type { Sent } from './sending.ts';
import type { SignedRelayPlan } from './signed-relay.ts';
import { median, type Row, times, whole } from './table.ts';

const rounds = 3;
const mails = { rsa: 2_000, quick: 4_000, nodemailer: 600 } as const;
const bareSeconds = 2;

/** Contenders by name, measured one after another in each round. */
type Contest = Record<string, () => Promise<Sent>>;

/**
 * Measures mail signed and sent to a relay, compared with upper bounds and alternatives.
 *
 * AVX-512 IFMA makes an RSA signature, the largest cost of a mail, three times as fast. On such a processor, both are measured: with
 * and without this instruction set.
 */
export async function measureSigning(folder: string): Promise<Row[]> {
  if (!(await hasIfma())) return await measureOn({ folder, where: '', place: {} });
  return [
    ...(await measureOn({ folder, where: '; this processor', place: {} })),
    ...(await measureOn({
      folder,
      where: '; without AVX-512 IFMA',
      place: { environment: withoutIfma },
    })),
  ];
}

type Site = { folder: string; where: string; place: SenderPlace };

async function measureOn({ folder, where, place }: Site): Promise<Row[]> {
  const relay = (
    algorithms: SignedRelayPlan['algorithms'],
    count: number,
    { free = false, bodies = 'alike' }: { free?: boolean; bodies?: SignedRelayPlan['bodies'] } = {},
  ) => {
    const plan = { mails: count, algorithms, bodies } satisfies Omit<SignedRelayPlan, 'port'>;
    return sentBy('./signed-relay.ts', plan, algorithms.length, { ...place, free });
  };
  let files = 0;
  const queued = () => {
    files += 1;
    const file = join(folder, `sign${where.length}-${files}.sqlite`);
    const plan = { mails: mails.rsa, file, signed: true } satisfies Omit<DeliverPlan, 'port'>;
    return sentBy('./deliver-ours.ts', plan, 2, place);
  };
  const pool = { mails: mails.nodemailer, signed: true } satisfies Omit<SMTPPoolOptions, 'port'>;
  const all = await measured({
    bare: () => bareSignatures('one thread', place),
    rsa: () => relay(['rsa-sha256'], mails.rsa),
    rsaOwn: () => relay(['rsa-sha256'], mails.rsa, { bodies: 'each its own' }),
    pool: () => sentBy('./nodemailer-pool.ts', pool, 1, place),
    ed25519: () => relay(['ed25519-sha256'], mails.quick),
    both: () => relay(['rsa-sha256', 'ed25519-sha256'], mails.rsa),
    none: () => relay([], mails.quick),
    queued,
    bareFree: () => bareSignatures('every thread', place),
    rsaFree: () => relay(['rsa-sha256'], mails.rsa, { free: true }),
    poolFree: () => sentBy('./nodemailer-pool.ts', pool, 1, { ...place, free: true }),
  });
  const line = (
    what: string,
    one: keyof typeof all,
    other: keyof typeof all,
    beside: string,
    goal = '',
  ): Row => ({
    what: what === '' ? '' : what + where,
    measured: rate(all[one]),
    beside: `${beside}: ${rate(all[other])}`,
    ratio: times(all[one].perSecond / all[other].perSecond),
    goal,
  });
  return [
    line(
      'Composed, signed with RSA-2048, delivered to a relay, one core',
      'rsa',
      'bare',
      'bare RSA-2048 signatures, one core',
      '0.7 ×',
    ),
    line('', 'rsa', 'pool', "nodemailer's pool with DKIM, 20 connections, one core", '4 ×'),
    line(
      'With RSA-2048 and a unique link in each mail, one core',
      'rsaOwn',
      'bare',
      'bare RSA-2048 signatures, one core',
      '0.7 ×',
    ),
    line('With only Ed25519, one core', 'ed25519', 'rsa', 'with RSA-2048', '3 ×'),
    line('With both signatures, one core', 'both', 'rsa', 'with RSA-2048'),
    line('With both, including the queue, one core', 'queued', 'bare', 'bare RSA-2048 signatures, one core'),
    line('Without a signature, one core', 'none', 'rsa', 'with RSA-2048'),
    line(
      'Composed, signed with RSA-2048, delivered to a relay, every core',
      'rsaFree',
      'bare',
      'bare RSA-2048 signatures, one core',
      '0.7 ×',
    ),
    line('', 'rsaFree', 'bareFree', 'bare RSA-2048 signatures, every core'),
    line('', 'rsaFree', 'poolFree', "nodemailer's pool with DKIM, 20 connections, every core", '4 ×'),
  ];
}

/** Formats the rate and the processor time per mail, which is less affected by noise. */
function rate({ perSecond, cpuUs }: Sent): string {
  return `${whole(perSecond)}/s (${whole(cpuUs)} µs)`;
}

/** Returns the medians of alternating rounds over all contenders. */
async function measured<Names extends Contest>(contest: Names): Promise<Record<keyof Names, Sent>> {
  const results = new Map(Object.keys(contest).map((name) => [name, [] as Sent[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(contest)) results.get(name)!.push(await measure());
  }
  return Object.fromEntries(
    [...results].map(([name, sent]) => [
      name,
      {
        perSecond: median(sent.map(({ perSecond }) => perSecond)),
        cpuUs: median(sent.map(({ cpuUs }) => cpuUs)),
      },
    ]),
  ) as Record<keyof Names, Sent>;
}

async function bareSignatures(by: BareSignPlan['by'], { environment }: SenderPlace): Promise<Sent> {
  const plan: BareSignPlan = { seconds: bareSeconds, by };
  const core = by === 'one thread' ? 'measured' : undefined;
  const child = startChild('./bare-sign.ts', [plan], core, environment);
  const sent = await child.line<Sent>();
  await child.stop();
  return sent;
}
