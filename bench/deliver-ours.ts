/** Measures delivery: from accepted mails on disk until the last mail's event is written. */

import { invoke } from '../src/contract/invoke.ts';
import { createPlatform } from '../src/platform.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { readRelayUrl } from '../src/world/mail/smtp/smtp-server.ts';
import { realWorld } from '../src/world/world.ts';
import { type DnsName, dnsServer } from '../test/world/simulated/dns-server.ts';
import { publish } from '../test/world/simulated/published-records.ts';
import { addDomain } from '../tools/domains/add-domain.ts';
import { verifyDomain } from '../tools/domains/verify-domain.ts';
import { domain, mailbox, markdown, subject } from './mail.ts';
import { type Sent, warmUpMails } from './sending.ts';

/** `signed`: the domain has keys for both signatures. */
export type DeliverPlan = { port: number; file: string; mails: number; signed: boolean };

const { port, file, mails, signed }: DeliverPlan = JSON.parse(process.argv[2]!);
const relay = readRelayUrl(`smtp://127.0.0.1:${port}`);
if ('fault' in relay) throw new Error(relay.fault);
const zone: Record<string, DnsName> = {};
const dns = await dnsServer(zone);
const platform = await createPlatform({
  database: openSqlite(file),
  world: realWorld({
    logLevel: 'warn',
    dnsServers: [dns.address],
    delivery: { by: 'relay', relays: [relay.server], ehloName: null },
  }),
  settings: {
    baseUrl: 'http://127.0.0.1',
    delivery: 'relay',
    requireVerifiedDomain: signed,
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
const from = mailbox(`Acme <hello@${domain}>`);

if (signed) await addSendingDomain();
await accept(0, warmUpMails);
platform.worker.start();
await platform.worker.runDue();
await platform.worker.drain();
await accept(warmUpMails, mails);
const cpuBefore = process.cpuUsage();
const began = performance.now();
platform.worker.start();
await platform.worker.runDue();
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const sent: Sent = { perSecond: mails / seconds, cpuUs: (user + system) / mails };
process.stdout.write(`${JSON.stringify(sent)}\n`);
await platform.close();
process.stdin.on('end', () => process.exit(0)).resume();

/** Adds the From domain with its keys and DNS records. */
async function addSendingDomain(): Promise<void> {
  const caller = platform.operator('cli');
  const added = await invoke(platform.engine, addDomain, caller, { name: domain });
  const { id, records } = added.output as { id: string; records: Parameters<typeof publish>[0] };
  publish(records, zone);
  await invoke(platform.engine, verifyDomain, caller, { id });
}

async function accept(first: number, count: number): Promise<void> {
  for (let at = 0; at < count; at += batchSize) {
    await platform.engine.accept.submit({
      caller: platform.operator('cli'),
      source: 'api',
      now: platform.engine.world.clock.now(),
      memory: null,
      cause: null,
      mode: 'strict',
      drafts: Array.from({ length: Math.min(batchSize, count - at) }, (_, index) => ({
        from,
        to: mailbox(`reader-${first + at + index}@mailbox.dev`),
        replyTo: null,
        subject,
        preview: null,
        body: { kind: 'markdown' as const, source: markdown },
      })),
      answer: () => null,
    });
  }
}
