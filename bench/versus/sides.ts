import { join } from 'node:path';
import type { DnsServer } from '../../test/world/simulated/dns-server.ts';
import { callRest, operatorToken, type Served, serve } from './served.ts';
import { startWorkflowServer, type WorkflowServer } from './workflow-people.ts';

/** One side of the comparison: a server for requests, and a server that delivers campaigns. */
export type Side = {
  root: string;
  folder: string;
  /** Serves requests without a worker, so that earlier requests leave no background work. */
  api: Served;
  /** Returns organizations that no other round used within the last minute, because each may make 2,000 requests a minute. */
  nextOrganizations(): LoadOrganization[];
  /** Delivers to a relay that accepts everything. */
  sender: Served;
  workflows: WorkflowServer;
  stop(): Promise<void>;
};

/** @property emailId a mail of the organization */
export type LoadOrganization = { token: string; emailId: string };

/** At 1,500 requests per organization, more than one minute of requests can use up. */
const organizationCount = 400;
/** At 1,500 requests per organization, enough for a round of the largest part. */
const organizationsPerRound = 5;
const mailsEach = 20;
export const subscriberCount = 2_000;
const subscribersPerCall = 1_000;

export async function startSide(
  root: string,
  folder: string,
  { relayPort, dns }: { relayPort: number; dns: DnsServer },
): Promise<Side> {
  const api = await serve(root, { folder: join(folder, 'api'), roles: 'api' });
  const organizations = await addOrganizations(api);
  const sender = await serve(root, {
    folder: join(folder, 'sender'),
    roles: 'all',
    environment: {
      POSTHOUSE_DELIVERY: 'relay',
      POSTHOUSE_RELAY_URL: `smtp://127.0.0.1:${relayPort}`,
      POSTHOUSE_SENDING_ENABLED: 'true',
      POSTHOUSE_DNS_SERVERS: dns.address,
    },
  });
  await addSubscribers(sender);
  const workflows = await startWorkflowServer(root, join(folder, 'workflows'));
  let from = -organizationsPerRound;
  return {
    root,
    folder,
    api,
    nextOrganizations() {
      from = (from + organizationsPerRound) % organizations.length;
      return organizations.slice(from, from + organizationsPerRound);
    },
    sender,
    workflows,
    async stop() {
      await workflows.server.stop();
      await api.stop();
      await sender.stop();
    },
  };
}

async function addOrganizations(api: Served): Promise<LoadOrganization[]> {
  const added: LoadOrganization[] = [];
  for (let number = 0; number < organizationCount; number += 1) {
    const made = await callRest<{ structured_content: { token: string } }>(api, {
      token: operatorToken,
      path: '/tools/create_organization',
      body: { name: `Load ${number}`, plan: 'enterprise' },
    });
    const { token } = made.structured_content;
    const sent = await callRest<{ data: { id: string }[] }>(api, {
      token,
      path: '/emails/batch',
      body: Array.from({ length: mailsEach }, (_, index) => ({
        from: 'Acme <hello@acme.dev>',
        to: `first-${number}-${index}@mailbox.dev`,
        subject: 'Your order is on its way',
        markdown: '# Thank you',
      })),
    });
    added.push({ token, emailId: sent.data[0]!.id });
  }
  return added;
}

async function addSubscribers(sender: Served): Promise<void> {
  for (let from = 0; from < subscriberCount; from += subscribersPerCall) {
    await callRest(sender, {
      token: operatorToken,
      path: '/subscribers/batch',
      body: {
        subscribers: Array.from({ length: subscribersPerCall }, (_, index) => ({
          email: `reader-${from + index}@mailbox.dev`,
          firstName: 'Ada',
        })),
      },
    });
  }
}
