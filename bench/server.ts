/**
 * One server to be measured, as a process of its own. The first argument names it, the second is its options as
 * JSON. Writes one line of JSON when it is ready, and ends with its parent.
 */
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPlatform } from '../src/platform.ts';
import type { Database } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { openPostgres } from '../src/store/postgres/database.ts';
import { addEmails } from '../src/store/records/emails.ts';
import { newGuard, saveGuards } from '../src/store/records/guards.ts';
import { rememberAnswers } from '../src/store/records/idempotency.ts';
import { OrganizationRecords } from '../src/store/records/organizations.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { OrganizationStore } from '../src/store/store.ts';
import { systemClock } from '../src/world/clock.ts';
import { systemIds } from '../src/world/ids.ts';
import { realWorld } from '../src/world/world.ts';

export type Ready = { port: number; tokens: string[] };

type PlatformChoice = {
  /** A SQLite file or a `postgres://` URL. */
  database: string;
  organizations: number;
  /** Mails judged in one transaction; 1 turns group commit off. */
  acceptGroupMax?: number;
};

const servers: Record<string, (choice: never) => Promise<Ready>> = {
  /** Bare node:http: reads the body and answers a constant of the same size as a send's answer. */
  async floor() {
    const answer = JSON.stringify({ id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' });
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) };
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        response.writeHead(200, headers);
        response.end(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, tokens: [] };
  },

  /** Bare node:http again, and behind it the rows that one accepted send leaves, with group commit. */
  async rows({ database }: { database: string }) {
    const opened = openSqlite(database);
    await migrate(opened);
    const ids = systemIds(systemClock());
    let waiting: { body: string; answer(id: string): void }[] = [];
    const writeGroup = async (): Promise<void> => {
      let group: typeof waiting = [];
      const answered = await opened.transaction(async (queries) => {
        group = waiting;
        waiting = [];
        const emails = group.map(({ body }) => plainEmail(ids.id('eml'), JSON.parse(body)));
        await addEmails(queries, emails);
        await rememberAnswers(
          queries,
          emails.map(({ id }) => ({
            organization: 1,
            place: 'POST /api/v2/emails',
            key: id,
            fingerprint: id,
            answer: JSON.stringify({ id }),
          })),
          0,
        );
        await saveGuards(
          queries,
          emails.map(({ id }) => ({ ...newGuard({ scope: 1, mailbox: id }), sends: [0] })),
          0,
        );
        return emails.map(({ id }) => id);
      });
      for (const [index, { answer }] of group.entries()) answer(answered[index]!);
    };
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        if (waiting.length === 0) void writeGroup();
        waiting.push({
          body,
          answer(id) {
            const text = JSON.stringify({ id });
            response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length });
            response.end(text);
          },
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, tokens: [] };
  },

  /** One echo tool on the SDK that the platform's own MCP door stands on, and nothing behind it. */
  async mcpEcho() {
    const { createMcpHandler, Server } = await import('@modelcontextprotocol/server');
    const handler = createMcpHandler(() => {
      const server = new Server({ name: 'echo', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/call', async ({ params }) => ({
        content: [{ type: 'text', text: String(params.arguments?.text) }],
        structuredContent: { text: params.arguments?.text },
      }));
      return server;
    });
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const answer = await handler.fetch(
        new Request(`http://127.0.0.1${request.url}`, {
          method: 'POST',
          headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          body: Buffer.concat(chunks),
        }),
      );
      const bytes = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, {
        ...Object.fromEntries(answer.headers),
        'Content-Length': bytes.length,
      });
      response.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, tokens: [] };
  },

  /** The whole platform; mail is captured, so that what is measured is acceptance alone. */
  async platform({ database, organizations, acceptGroupMax }: PlatformChoice) {
    const opened: Database = database.startsWith('postgres')
      ? await openPostgres(database)
      : openSqlite(database);
    const platform = await createPlatform({
      database: opened,
      world: realWorld({ logLevel: 'warn', dnsServers: null, delivery: { by: 'capture' } }),
      settings: {
        baseUrl: 'http://127.0.0.1',
        delivery: 'capture',
        requireVerifiedDomain: false,
        testRunners: ['playwright', 'vitest'],
        guardScope: 'organization',
        bounceDomain: null,
        hostName: 'posthouse.example',
      },
      secret: 'a secret of the benchmark, long enough to be one',
      firstStart: { apiKey: null, plan: 'enterprise', sendingEnabled: false },
      trustedProxies: ['127.0.0.1'],
      ...(acceptGroupMax === undefined ? {} : { acceptGroupMax }),
    });
    const tokens = await addOrganizations(opened, organizations, platform.engine.world.ids);
    const { port } = await platform.http.listen('127.0.0.1', 0);
    platform.setPhase('ready');
    return { port, tokens };
  },
};

function plainEmail(id: string, body: Record<string, string>): Parameters<typeof addEmails>[1][number] {
  return {
    id,
    organization: 1,
    token: 1,
    source: 'api',
    deliveryMode: 'captured',
    lastEvent: 'queued',
    lastEventAt: 0,
    lastEventMachine: false,
    createdAt: 0,
    sentAt: null,
    from: body.from!,
    to: body.to!,
    toKey: body.to!,
    replyTo: null,
    subject: body.subject!,
    preview: null,
    messageId: `<${id}@acme.dev>`,
    subscriberId: null,
    campaignId: null,
    workflowRunId: null,
    mergeValues: null,
    mergeMissing: null,
    body: { kind: 'markdown', source: body.markdown! },
    badges: null,
    tracked: { opens: false, clicks: false },
    automatic: false,
  };
}

/** Organizations of the largest plan, so that the load stays inside everybody's budget. */
async function addOrganizations(
  database: Database,
  count: number,
  ids: { id(prefix: 'org' | 'tok'): string; secret(): string },
): Promise<string[]> {
  const tokens: string[] = [];
  await database.transaction(async (queries) => {
    for (let index = 0; index < count; index += 1) {
      const organization = await new OrganizationRecords(queries).add({
        id: ids.id('org'),
        name: `Load ${index}`,
        plan: 'enterprise',
        sendingEnabled: false,
        defaultFrom: null,
        timezone: 'UTC',
        doubleOptIn: false,
        postalAddress: null,
        createdAt: 0,
      });
      const token = ids.secret();
      tokens.push(token);
      await new OrganizationStore(queries, organization.key).tokens.add(
        {
          id: ids.id('tok'),
          name: 'Load',
          prefix: token.slice(0, 12),
          scopes: ['full_access'],
          domainId: null,
          mode: 'live',
          allowedRecipients: null,
          sendCap: null,
          ipAllowlist: null,
          lastUsedAt: null,
          createdAt: 0,
          expiresAt: null,
          revokedAt: null,
        },
        hash('sha256', token),
      );
    }
  });
  return tokens;
}

const [name = '', choice = '{}'] = process.argv.slice(2);
const start = servers[name];
if (!start) throw new Error(`no server named ${name}`);
process.stdout.write(`${JSON.stringify(await start(JSON.parse(choice) as never))}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
