import { batch, load, send } from '../accept.ts';
import type { RequestPlan } from '../load.ts';
import { callOf } from '../mcp.ts';
import { type SubmissionLoad, sendLoad } from '../smtp-source.ts';
import type { Round } from './ratios.ts';
import { callRest, operatorToken, type Served, serve } from './served.ts';
import { type Side, subscriberCount } from './sides.ts';
import { measureWorkflowPeople } from './workflow-people.ts';

export type Part = {
  unit: 'µs' | 'ms' | 'MB';
  /** Runs one round with a fixed number of operations, so that a busy machine does not shrink the sample. */
  measure(side: Side): Promise<Round>;
};

type Asked = Pick<RequestPlan, 'method' | 'path' | 'headers' | 'body' | 'idempotencyKeys'>;

const connections = { one: 16, batch: 4 };
const submission = { sessions: 20, octets: 10_240, from: 'shop@acme.dev', messages: 1_200 };
/** Operations in a round: enough for more than half a second of processor time. */
const many = { sends: 2_500, batches: 50, reads: 5_000, calls: 2_000, readCalls: 4_000 };
const requestSecondsMax = 600;
const { method, path, headers, body } = send;
const bodyless = { headers: {}, body: '', idempotencyKeys: false };
const settleMs = 1_500;
const lookEveryMs = 100;

export const parts = {
  send: overHttp({ method, path, headers, body, idempotencyKeys: false }, many.sends),
  'send with a key': overHttp({ method, path, headers, body, idempotencyKeys: true }, many.sends),
  'batch of 100': overHttp({ ...batch, idempotencyKeys: false }, many.batches, connections.batch),
  list: overHttp({ method: 'GET', path: '/api/v2/emails?limit=20', ...bodyless }, many.reads),
  get: overHttp({ method: 'GET', path: '/api/v2/emails/{own}', ...bodyless }, many.reads),
  'MCP send': overHttp({ ...callOf('send_email', JSON.parse(body)), idempotencyKeys: false }, many.calls),
  'MCP get': overHttp({ ...callOf('get_email', { id: '{own}' }), idempotencyKeys: false }, many.readCalls),
  SMTP: { unit: 'µs', measure: measureSubmission },
  'workflow run': { unit: 'µs', measure: ({ workflows }) => measureWorkflowPeople(workflows) },
  'campaign mail': { unit: 'µs', measure: measureCampaign },
  start: { unit: 'ms', measure: measureStart },
  'idle memory': { unit: 'MB', measure: measureMemory },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

function overHttp(asked: Asked, operations: number, inFlight = connections.one): Part {
  return {
    unit: 'µs',
    async measure(side) {
      const organizations = side.nextOrganizations();
      return await measureOperations(side.api, async () => {
        const { perSecond } = await load({
          port: side.api.port,
          connections: inFlight,
          seconds: requestSecondsMax,
          warmUpSeconds: 0,
          operations,
          requests: {
            ...asked,
            tokens: organizations.map(({ token }) => token),
            own: organizations.map(({ emailId }) => emailId),
            addresses: send.addresses,
          },
        });
        return { operations, seconds: operations / perSecond };
      });
    },
  };
}

async function measureSubmission(side: Side): Promise<Round> {
  submissions += 1;
  const plan: SubmissionLoad = {
    ...submission,
    port: side.api.smtpsPort,
    to: `-${submissions}@mailbox.dev`,
    tokens: side.nextOrganizations().map(({ token }) => token),
  };
  return await measureOperations(side.api, async () => ({
    operations: submission.messages,
    seconds: await sendLoad(plan, 'measuring'),
  }));
}
let submissions = 0;

/** From the send_campaign call until the relay accepts the last mail. */
async function measureCampaign({ sender }: Side): Promise<Round> {
  const call = <Answer>(path: string, body?: unknown): Promise<Answer> =>
    callRest<Answer>(sender, {
      token: operatorToken,
      path,
      ...(body === undefined ? { method: 'GET' } : { body }),
    });
  const { id } = await call<{ id: string }>('/campaigns', {
    ...{ name: 'The benchmark', subject: 'Our news in May' },
    ...{ fromName: 'Acme', fromEmail: 'news@acme.dev' },
    markdown: `# News\n\n${JSON.parse(body).markdown}\n\nFor {{firstName|you}}. [Leave this list]({{unsubscribeUrl}})`,
  });
  return await measureOperations(sender, async () => {
    const from = performance.now();
    await call(`/campaigns/${id}/send`, {});
    while ((await call<{ status: string }>(`/campaigns/${id}`)).status !== 'SENT') await after(lookEveryMs);
    return { operations: subscriberCount, seconds: (performance.now() - from) / 1_000 };
  });
}

async function measureOperations(
  server: Served,
  run: () => Promise<{ operations: number; seconds: number }>,
): Promise<Round> {
  const before = await server.cpuSeconds();
  const { operations, seconds } = await run();
  const cpu = (await server.cpuSeconds()) - before;
  return { cost: (cpu / operations) * 1e6, perSecond: operations / seconds };
}

/** Processor time from the spawn until the server is ready, on an existing database. */
async function measureStart(side: Side): Promise<Round> {
  const server = await startAnother(side);
  const cpu = await server.cpuSeconds();
  await server.stop();
  return { cost: cpu * 1_000, perSecond: 1 / server.readySeconds };
}

async function measureMemory(side: Side): Promise<Round> {
  const server = await startAnother(side);
  await after(settleMs);
  const cost = await server.residentMb();
  await server.stop();
  return { cost, perSecond: null };
}

async function startAnother({ root, folder }: Side): Promise<Served> {
  return await serve(root, { folder: `${folder}/start`, roles: 'all' });
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
