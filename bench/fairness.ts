import { createSocket } from 'node:dgram';
import { join } from 'node:path';
import type { FloodKind, FloodPlan } from './fairness-flood.ts';
import type { FairnessReady } from './fairness-ours.ts';
import { startChild } from './processes.ts';
import type { SubmissionLoad } from './smtp-source.ts';
import { median, type Row, times } from './table.ts';

const rounds = 3;
const sendsPerRound = 40;
const pauseMs = 25;
/** Time until the first message of a flood is processed, and until the last is done. */
const floodBeginsMs = 2_500;
const floodEndsMs = 3_000;
/** Excluded, because a process's first requests are slow while the code warms up. */
const warmUpSends = 60;
/** More than a round can send. */
const floodMessages = 1_000_000;
const ratioGoal = 'at most 3 ×';

type Flood = { name: string; start(round: number): Promise<{ stop(): Promise<string> }> };

/** Measures the latency of one organization's sends, alternating with and without another organization's flood. */
export async function measureFairness(folder: string): Promise<Row[]> {
  const silent = await silentDns();
  const child = startChild(
    './fairness-ours.ts',
    [{ database: join(folder, 'fairness.sqlite'), organizations: 40, dnsServers: [silent.address] }],
    'measured',
  );
  const { port, smtpPort, tokens } = await child.line<FairnessReady>();
  const over = (kind: FloodKind, path: string, connections: number): Flood => ({
    name: `${connections} connections with ${kind}`,
    async start(round) {
      const plan: FloodPlan = { port, token: tokens[10 + round]!, path, connections, kind };
      const flood = startChild('./fairness-flood.ts', [plan], 'measuring');
      return {
        async stop() {
          const statuses = await flood.ask<Record<string, number>>();
          await flood.stop();
          return JSON.stringify(statuses);
        },
      };
    },
  });
  const floods: Flood[] = [
    over('batches of 95 KB bodies', '/api/v2/emails/batch', 12),
    over('verification batches', '/api/v2/verify/batch', 6),
    {
      name: '20 sessions of SMTP submission, 95 KB each',
      async start(round) {
        const load: SubmissionLoad = {
          port: smtpPort,
          sessions: 20,
          messages: floodMessages,
          octets: 95_000,
          from: 'shop@acme.dev',
          to: `-${round}@mailbox.dev`,
        };
        const flood = startChild('./smtp-load.ts', [load], 'measuring');
        return {
          async stop() {
            const { taken } = await flood.ask<{ taken: number }>();
            await flood.stop();
            return `${taken} taken`;
          },
        };
      },
    },
  ];
  await sends(port, tokens[0]!, warmUpSends);
  const rows: Row[] = [];
  for (const [index, flood] of floods.entries()) {
    const quiet: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const token = tokens[1 + index]!;
      quiet.push(...(await sends(port, token, sendsPerRound)));
      const { stop } = await flood.start(index * rounds + round);
      await after(floodBeginsMs);
      beside.push(...(await sends(port, token, sendsPerRound)));
      process.stderr.write(`  ${flood.name}: ${await stop()}\n`);
      await after(floodEndsMs);
    }
    rows.push({
      what: `Another organization's send during ${flood.name}, median`,
      measured: `${median(beside).toFixed(1)} ms`,
      beside: `without other requests: ${median(quiet).toFixed(1)} ms`,
      ratio: times(median(beside) / median(quiet)),
      goal: ratioGoal,
    });
  }
  await child.stop();
  silent.close();
  return rows;
}

export async function sends(port: number, token: string, count: number): Promise<number[]> {
  const took: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const body = JSON.stringify({
      from: 'Acme <hello@acme.dev>',
      to: `reader-${Math.random().toString(36).slice(2)}@mailbox.dev`,
      subject: 'Your order is on its way',
      markdown: '# Thank you\n\nIt will be there tomorrow.',
    });
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    await response.text();
    if (response.status !== 200) throw new Error(`a quiet send got status ${response.status}`);
    took.push(performance.now() - began);
    await after(pauseMs);
  }
  return took;
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Starts a DNS server that never answers, like servers of dead domains. */
export async function silentDns(): Promise<{ address: string; close(): void }> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}
