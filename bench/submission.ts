import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { postfixFault, startPostfix } from './postfix.ts';
import { type Child, cpuSeconds, startChild } from './processes.ts';
import { hasSmtpSource, type SubmissionLoad, sendLoad } from './smtp-source.ts';
import type { SubmissionReady } from './submission-ours.ts';
import { median, type Row, times, whole } from './table.ts';

const rounds = 5;
const messages = 4_000;
const warmUpMessages = 500;
const load = { sessions: 20, octets: 10_240, from: 'shop@acme.dev' } satisfies Partial<SubmissionLoad>;

/** @property kept counts stored messages, as the server reports them */
type Contender = { port: number; pid: number; kept(): Promise<number>; stop(): Promise<void> };
type Round = { perSecond: number; cpuUs: number };

/** Measures messages per second accepted over SMTP and on disk, compared with Postfix's smtpd. */
export async function measureSubmission(folder: string): Promise<Row[]> {
  const fault = hasSmtpSource() ? postfixFault() : 'Postfix is not installed';
  const rows: Row[] = [];
  for (const free of [false, true]) {
    const core = free ? undefined : 'measured';
    const place = join(folder, free ? 'free' : 'pinned');
    await mkdir(place, { recursive: true });
    const ours = await door(join(place, 'submission.sqlite'), core);
    const postfix = fault === null ? await postfixOn(core) : null;
    const results = await alternate(postfix === null ? { ours } : { ours, postfix }, free);
    await ours.stop();
    await postfix?.stop();
    rows.push(...rowsOf(results, free ? 'every core' : 'one core', fault));
  }
  return rows;
}

function rowsOf(results: Map<string, Round>, where: string, fault: string | null): Row[] {
  const ours = results.get('ours')!;
  const postfix = results.get('postfix');
  const beside = (theirs: string) => (postfix === undefined ? `${fault}` : `Postfix's smtpd: ${theirs}`);
  return [
    {
      what: `SMTP submission, 10 KB, 20 sessions, on disk before its 250; ${where}`,
      measured: `${whole(ours.perSecond)}/s`,
      beside: beside(`${whole(postfix?.perSecond ?? 0)}/s`),
      ...(postfix && { ratio: times(ours.perSecond / postfix.perSecond) }),
      goal: '2 ×',
    },
    {
      what: `Processor time per message; ${where}`,
      measured: `${whole(ours.cpuUs)} µs`,
      beside: beside(`${whole(postfix?.cpuUs ?? 0)} µs`),
      ...(postfix && { ratio: times(ours.cpuUs / postfix.cpuUs) }),
    },
  ];
}

async function alternate(contenders: Record<string, Contender>, free: boolean): Promise<Map<string, Round>> {
  const results = new Map(Object.keys(contenders).map((name) => [name, [] as Round[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, contender] of Object.entries(contenders)) {
      // The first round only warms up.
      const count = round === 0 ? warmUpMessages : messages;
      const measured = await once(contender, count, `-${round}@mailbox.dev`, free);
      if (round > 0) results.get(name)!.push(measured);
    }
  }
  return new Map(
    [...results].map(([name, all]) => [
      name,
      { perSecond: median(all.map((one) => one.perSecond)), cpuUs: median(all.map((one) => one.cpuUs)) },
    ]),
  );
}

async function once(
  { port, pid, kept }: Contender,
  count: number,
  to: string,
  free: boolean,
): Promise<Round> {
  const before = { kept: await kept(), cpu: await cpuSeconds(pid) };
  const seconds = await sendLoad({ ...load, port, messages: count, to }, free ? undefined : 'measuring');
  const cpu = (await cpuSeconds(pid)) - before.cpu;
  const taken = (await kept()) - before.kept;
  if (taken !== count) throw new Error(`of ${count} messages ${taken} were kept`);
  return { perSecond: count / seconds, cpuUs: (cpu / count) * 1e6 };
}

async function door(file: string, core: Parameters<typeof startChild>[2]): Promise<Contender> {
  const child: Child = startChild('./submission-ours.ts', [{ file }], core);
  const { port } = await child.line<SubmissionReady>();
  return {
    port,
    pid: child.process.pid!,
    kept: async () => (await child.ask<{ messages: number }>()).messages,
    stop: () => child.stop(),
  };
}

async function postfixOn(core: Parameters<typeof startChild>[2]): Promise<Contender> {
  const { port, pid, queued, stop } = await startPostfix(core);
  return { port, pid, kept: queued, stop };
}
