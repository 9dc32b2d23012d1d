/**
 * Floods HTTP as one organization, in a separate process: `connections` keep-alive connections post the same body until the process
 * ends, and retry shortly after a refusal. Reads a plan as JSON from its first argument. For each line on stdin, it reports the number of
 * responses by status since the last report.
 */
import { Agent, request } from 'node:http';

export type FloodPlan = { port: number; token: string; path: string; connections: number; kind: FloodKind };
export type FloodKind = 'batches of 95 KB bodies' | 'verification batches';

const itemsPerBatch = 100;
const bodyOctets = 95_000;
const namesPerBatch = 64;
const refusedPauseMs = 20;

const plan: FloodPlan = JSON.parse(process.argv[2]!);
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections });
const runId = Math.random().toString(36).slice(2);
let number = 0;
let statuses: Record<string, number> = {};

const sentence = 'A sentence of an ordinary newsletter, with <b>some</b> weight. ';
const paragraph = `<p>${sentence.repeat(20)}</p>\n`;
const html = paragraph.repeat(Math.floor(bodyOctets / paragraph.length));

/** Built once, so that only small parts are generated per request and the flood costs its own core little. */
const bodies: Record<FloodKind, () => string> = {
  'batches of 95 KB bodies': () => {
    const items = Array.from(
      { length: itemsPerBatch },
      (_, index) =>
        `{"from":"hello@acme.dev","to":"reader-${runId}-${number}-${index}@mailbox.dev","subject":"Order ${index}","html":${bodyText(index)}}`,
    );
    return `[${items.join(',')}]`;
  },
  'verification batches': () =>
    JSON.stringify({
      emails: Array.from({ length: namesPerBatch }, (_, index) => `a@silent-${runId}-${number}-${index}.dev`),
    }),
};

const texts = new Map<number, string>();

/** Each item has unique content, so that no cached result applies. */
function bodyText(index: number): string {
  let text = texts.get(index);
  if (text === undefined) {
    text = JSON.stringify(`<p>${index}</p>${html}`);
    texts.set(index, text);
  }
  return text;
}

function post(): Promise<number> {
  number += 1;
  const body = bodies[plan.kind]();
  return new Promise((resolve) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: plan.port,
        path: plan.path,
        method: 'POST',
        headers: {
          Authorization: `Bearer ${plan.token}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      },
    );
    // The connection was closed while sending. The next try opens another.
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

async function connection(): Promise<never> {
  for (;;) {
    const status = await post();
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, refusedPauseMs));
  }
}

for (let index = 0; index < plan.connections; index += 1) void connection();
process.stdin
  .on('data', () => {
    process.stdout.write(`${JSON.stringify(statuses)}\n`);
    statuses = {};
  })
  .on('end', () => process.exit(0));
