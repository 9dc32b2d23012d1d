/** Measures a campaign until it is sent, or until a number of mails was delivered. */
import { invoke } from '../src/contract/invoke.ts';
import { createPlatform } from '../src/platform.ts';
import { remember } from '../src/store/records/instance/instance.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { readRelayUrl } from '../src/world/mail/smtp/smtp-server.ts';
import { realWorld } from '../src/world/world.ts';
import { type DnsName, dnsServer } from '../test/world/simulated/dns-server.ts';
import { publish } from '../test/world/simulated/published-records.ts';
import { createCampaign } from '../tools/campaigns/create-campaign.ts';
import { sendCampaign } from '../tools/campaigns/sending/send-campaign.ts';
import { addDomain } from '../tools/domains/add-domain.ts';
import { verifyDomain } from '../tools/domains/verify-domain.ts';
import { domain, markdown, subject } from './mail.ts';
import { connectionOf, seedSubscribers } from './seed.ts';

/** @property mails number of delivered mails that ends the measurement; 0 for all */
export type CampaignPlan = {
  port: number;
  file: string;
  subscribers: number;
  mails: number;
  signed: boolean;
};

export type CampaignRun = {
  recipients: number;
  gatheredSeconds: number;
  delivered: number;
  /** Mails per second in total, in the first tenth and in the last tenth. */
  perSecond: number;
  perSecondFirst: number;
  perSecondLast: number;
  cpuUs: number;
  residentMb: number;
};

const { port, file, subscribers, mails, signed }: CampaignPlan = JSON.parse(process.argv[2]!);
const lookEveryMs = 20;
const relay = readRelayUrl(`smtp://127.0.0.1:${port}`);
if ('fault' in relay) throw new Error(relay.fault);
const zone: Record<string, DnsName> = {};
const dns = await dnsServer(zone);

const options = {
  settings: {
    baseUrl: 'https://mail.acme.dev',
    delivery: 'relay' as const,
    requireVerifiedDomain: signed,
    testRunners: [],
    guardScope: 'organization' as const,
    bounceDomain: null,
    hostName: 'posthouse.example',
  },
  secret: 'a secret of the benchmark, long enough to be one',
  firstStart: { apiKey: null, plan: 'enterprise' as const, sendingEnabled: true },
  trustedProxies: [],
};
const open = () =>
  createPlatform({
    ...options,
    database: openSqlite(file),
    world: realWorld({
      logLevel: 'warn',
      dnsServers: [dns.address],
      delivery: { by: 'relay', relays: [relay.server], ehloName: null },
    }),
  });

// The platform creates the tables. The rows are inserted directly.
await (await open()).close();
seedSubscribers(connectionOf(file), subscribers);
const platform = await open();
// Otherwise the worker would index the new subscribers for searches during the campaign, which is an import's work.
await platform.engine.store.database.transaction((queries) =>
  remember(queries, 'search index of subscribers', `0 ${subscribers}`),
);
const caller = platform.operator('cli');
if (signed) await addSendingDomain();

const made = await invoke(platform.engine, createCampaign, caller, {
  name: 'The benchmark',
  subject,
  fromName: 'Acme',
  fromEmail: `news@${domain}`,
  markdown: `${markdown}\n\n[Leave this list]({{unsubscribeUrl}})`,
});
const { id } = made.output as { id: string };
const store = platform.engine.store.forOrganization(caller.organization.key);
await invoke(platform.engine, sendCampaign, caller, { campaignId: id });

let residentMb = 0;
const cpuBefore = process.cpuUsage();
const began = performance.now();
platform.worker.start();
const gatheredSeconds = await until(async () => {
  const stage = (await store.campaigns.byId(id))?.progress?.stage;
  return stage !== undefined && stage !== 'gathering';
});
const recipients = (await store.counts.read(`${id as `cmp_${string}`} recipients`)) ?? 0;
const wanted = mails === 0 ? recipients : Math.min(mails, recipients);
const tenth = Math.floor(wanted / 10);
const sent = () => store.counts.read(`${id as `cmp_${string}`} sent`);
const startedAt = performance.now();
const startedWith = await sent();
await until(async () => (await sent()) >= startedWith + tenth);
const firstSeconds = (performance.now() - startedAt) / 1_000;
const firstCount = (await sent()) - startedWith;
await until(async () => (await sent()) >= wanted - tenth);
const lastFrom = performance.now();
const lastCount = await sent();
await until(async () => (await sent()) >= wanted);
const delivered = await sent();
const lastSeconds = (performance.now() - lastFrom) / 1_000;
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const run: CampaignRun = {
  recipients,
  gatheredSeconds,
  delivered,
  perSecond: (delivered - startedWith) / seconds,
  perSecondFirst: firstCount / firstSeconds,
  perSecondLast: (delivered - lastCount) / lastSeconds,
  cpuUs: (user + system) / delivered,
  residentMb,
};
await platform.worker.drain();
process.stdout.write(`${JSON.stringify(run)}\n`);
await platform.close();
process.stdin.on('end', () => process.exit(0)).resume();

/** @returns seconds since the campaign was sent */
async function until(there: () => Promise<boolean>): Promise<number> {
  while (!(await there())) {
    residentMb = Math.max(residentMb, process.memoryUsage.rss() / 1e6);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  return (performance.now() - began) / 1_000;
}

/** Adds the From domain with its keys. Only the RSA key's record is in DNS, so that mail has one signature. */
async function addSendingDomain(): Promise<void> {
  const added = await invoke(platform.engine, addDomain, caller, { name: domain });
  const { id: domainId, records } = added.output as { id: string; records: Parameters<typeof publish>[0] };
  publish(
    records.filter(({ value }) => !value.includes('k=ed25519')),
    zone,
  );
  await invoke(platform.engine, verifyDomain, caller, { id: domainId });
}
