/**
 * A server to measure, in a separate process. The first argument is its name, the second its options as JSON. Writes a line of JSON when
 * it is ready, and ends with its parent.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { migrate } from '../src/store/migrate.ts';
import { addEmails } from '../src/store/records/mail/emails.ts';
import { rememberAnswers } from '../src/store/records/mail/idempotency.ts';
import { newGuard, saveGuards } from '../src/store/records/permits/guards.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { systemClock } from '../src/world/clock.ts';
import { systemIds } from '../src/world/ids.ts';
import { openPlatform, type PlatformChoice } from './platform.ts';

export type Ready = { port: number; tokens: string[] };

const servers: Record<string, (choice: never) => Promise<Ready>> = {
  /** Bare node:http, which reads the body and returns a constant of the size of a send's response. */
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

  /** Bare node:http, which also writes the rows of an accepted send with group commit. */
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
            people: [],
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

  async platform(choice: PlatformChoice) {
    const { platform, tokens } = await openPlatform(choice);
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
    transactional: false,
    trace: null,
    cause: null,
    template: null,
  };
}

const [name = '', choice = '{}'] = process.argv.slice(2);
const start = servers[name];
if (!start) throw new Error(`no server named ${name}`);
process.stdout.write(`${JSON.stringify(await start(JSON.parse(choice) as never))}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
