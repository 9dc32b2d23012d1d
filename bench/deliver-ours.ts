/** The platform's delivery: mails already accepted and on the disk, until the last one's event is written. */

import { parseMailbox } from '../src/model/address.ts';
import { createPlatform } from '../src/platform.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { readRelayUrl } from '../src/world/mail/smtp-server.ts';
import { realWorld } from '../src/world/world.ts';
import { markdown } from './mail.ts';

const { port, file, mails }: { port: number; file: string; mails: number } = JSON.parse(process.argv[2]!);
const relay = readRelayUrl(`smtp://127.0.0.1:${port}`);
if ('fault' in relay) throw new Error(relay.fault);
const platform = await createPlatform({
  database: openSqlite(file),
  world: realWorld({
    logLevel: 'warn',
    dnsServers: null,
    delivery: { by: 'relay', relays: [relay.server], ehloName: null },
  }),
  settings: {
    baseUrl: 'http://127.0.0.1',
    delivery: 'relay',
    requireVerifiedDomain: false,
    testRunners: [],
    guardScope: 'organization',
    bounceDomain: null,
    hostName: 'posthouse.example',
  },
  secret: 'a secret of the benchmark, long enough to be one',
  firstStart: { apiKey: null, plan: 'enterprise', sendingEnabled: true },
  trustedProxies: [],
});

const batchSize = 100;
for (let at = 0; at < mails; at += batchSize) {
  await platform.engine.accept.submit({
    caller: platform.operator('cli'),
    source: 'api',
    now: platform.engine.world.clock.now(),
    memory: null,
    mode: 'strict',
    drafts: Array.from({ length: Math.min(batchSize, mails - at) }, (_, index) => ({
      from: mailbox('Acme <hello@acme.dev>'),
      to: mailbox(`reader-${at + index}@mailbox.dev`),
      replyTo: null,
      subject: 'Your order is on its way',
      preview: null,
      body: { kind: 'markdown' as const, source: markdown },
    })),
    answer: () => null,
  });
}
const from = performance.now();
platform.worker.start();
await platform.worker.runDue();
process.stdout.write(`${JSON.stringify({ perSecond: (mails / (performance.now() - from)) * 1_000 })}\n`);
await platform.close();
process.stdin.on('end', () => process.exit(0)).resume();

function mailbox(text: string) {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.mailbox;
}
