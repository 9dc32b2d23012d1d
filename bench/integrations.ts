import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { startChild } from './processes.ts';
import type { Ready } from './server.ts';
import type { Row } from './table.ts';

const secret = 'whsec_of_a_bench';
/** Events per second, sent without waiting for responses. A busy shop sends at most a tenth of it. */
const offeredPerSecond = 100;
const seconds = 20;
/** Initial seconds that do not count, while the program warms up. */
const warmUpSeconds = 5;
const organizations = 4;

/** Measures signed Stripe events, which are answered once they are on disk, while earlier events are applied. */
export async function measureIntegrations(folder: string): Promise<Row[]> {
  const database = join(folder, 'integrations.sqlite');
  const server = startChild(
    './server.ts',
    ['platform', { database, organizations, works: true }],
    'measured',
  );
  const { port, tokens } = await server.line<Ready>();
  const agent = new Agent({ keepAlive: true });
  const post = async (path: string, body: string, headers: Record<string, string>): Promise<string> =>
    await new Promise((resolve, reject) => {
      const asked = request(
        { port, path, method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
        (answer) => {
          let text = '';
          answer.on('data', (part: Buffer) => {
            text += part.toString();
          });
          answer.on('end', () =>
            Number(answer.statusCode) < 300
              ? resolve(text)
              : reject(new Error(`${answer.statusCode}: ${text}`)),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  const paths: string[] = [];
  for (const token of tokens) {
    const made = await post('/api/v2/integrations', JSON.stringify({ provider: 'stripe', secret }), {
      authorization: `Bearer ${token}`,
    });
    paths.push(new URL(JSON.parse(made).url).pathname);
  }

  const times: number[] = [];
  const send = async (number: number): Promise<void> => {
    const object = {
      id: `cus_${number}`,
      object: 'customer',
      email: `person${number}@mailbox.dev`,
      name: 'A B',
    };
    const created = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id: `evt_${number}`, type: 'customer.created', created, data: { object } });
    const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
    const headers = {
      'stripe-signature': `t=${created},v1=${signature}`,
      'x-forwarded-for': `198.51.${number % 200}.${number % 250}`,
    };
    const began = performance.now();
    await post(paths[number % paths.length]!, body, headers);
    if (number >= offeredPerSecond * warmUpSeconds) times.push(performance.now() - began);
  };
  const from = performance.now();
  const sent: Promise<void>[] = [];
  while (sent.length < offeredPerSecond * seconds) {
    const due = ((performance.now() - from) / 1000) * offeredPerSecond;
    while (sent.length < due) sent.push(send(sent.length));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(sent);
  agent.destroy();
  await server.stop();
  times.sort((a, b) => a - b);
  const at = (part: number): string => times[Math.floor(times.length * part)]!.toFixed(1);
  return [
    {
      what: `Signed events of ${organizations} integrations, ${offeredPerSecond} per second, applied in parallel: response, median / p99`,
      measured: `${at(0.5)} / ${at(0.99)} ms`,
      goal: 'p99 50 ms',
    },
  ];
}
