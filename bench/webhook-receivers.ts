/**
 * Slow and hostile webhook receivers, each on its own port, and 16 good ones by path on a shared port. On request, reports the delay of
 * each good request, from `at` in its body to its arrival.
 */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';

export type ReceiversReady = { good: number; hangs: number; drips: number; huge: number; refuses: number };
/** @property lateMs milliseconds from the event to its arrival */
export type ReceiversAnswer = { lateMs: number[]; requests: number; connections: number; hostile: number };

const answer: ReceiversAnswer = { lateMs: [], requests: 0, connections: 0, hostile: 0 };
const hundredMegabytes = 100 * 1024 * 1024;

async function portOf(server: ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const good = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    answer.requests += 1;
    const { timestamp } = JSON.parse(Buffer.concat(parts).toString()) as { timestamp: string };
    answer.lateMs.push(Date.now() - Date.parse(timestamp));
    response.writeHead(204);
    response.end();
  });
});
good.keepAliveTimeout = 60_000;
good.on('connection', () => {
  answer.connections += 1;
});
const hangs = createServer(() => {
  answer.hostile += 1;
});
const drips = createServer((_, response) => {
  answer.hostile += 1;
  response.writeHead(200, { 'content-type': 'text/plain' });
  const drip = setInterval(() => response.write('x'), 1_000);
  response.on('close', () => clearInterval(drip));
});
const huge = createServer((_, response) => {
  answer.hostile += 1;
  response.writeHead(200, { 'content-length': hundredMegabytes });
  const part = Buffer.alloc(1024 * 1024, 'x');
  let left = hundredMegabytes;
  const more = (): void => {
    while (left > 0) {
      left -= part.length;
      if (!response.write(part)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  response.on('error', () => {});
  more();
});
const gone = createTcpServer();
const refuses = await portOf(gone);
await new Promise((resolve) => gone.close(resolve));
const ready: ReceiversReady = {
  good: await portOf(good),
  hangs: await portOf(hangs),
  drips: await portOf(drips),
  huge: await portOf(huge),
  refuses,
};
process.stdout.write(`${JSON.stringify(ready)}\n`);
process.stdin.on('data', () => process.stdout.write(`${JSON.stringify(answer)}\n`));
process.stdin.on('end', () => process.exit(0));
