/** Measures bare RSA-2048 signatures of a message's header, the upper bound for mail with one signature. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Sent } from './sending.ts';

export type BareSignPlan = {
  seconds: number;
  by: 'one thread' | 'every thread';
};

const { seconds, by }: BareSignPlan = JSON.parse(process.argv[2]!);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
/** Typical size of a mail's signed fields. */
const octets = randomBytes(700);
const warmUpSeconds = 0.3;
/** More than the pool has threads, so that no thread is idle. */
const inFlight = 16;

const rate = by === 'one thread' ? oneThread : everyThread;
await rate(privateKey, warmUpSeconds);
const before = process.cpuUsage();
const perSecond = await rate(privateKey, seconds);
const { user, system } = process.cpuUsage(before);
const signed: Sent = { perSecond, cpuUs: (user + system) / (perSecond * seconds) };
process.stdout.write(`${JSON.stringify(signed)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();

function oneThread(key: KeyObject, forSeconds: number): number {
  const from = performance.now();
  let count = 0;
  while (performance.now() - from < forSeconds * 1_000) {
    sign('sha256', octets, key);
    count += 1;
  }
  return (count / (performance.now() - from)) * 1_000;
}

async function everyThread(key: KeyObject, forSeconds: number): Promise<number> {
  const from = performance.now();
  let count = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      sign('sha256', octets, key, (error) => (error ? reject(error) : resolve()));
    });
  const hand = async () => {
    while (performance.now() - from < forSeconds * 1_000) {
      await one();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, hand));
  return (count / (performance.now() - from)) * 1_000;
}
