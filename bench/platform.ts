import { hash } from 'node:crypto';
import type { Engine } from '../src/engine/context/scope.ts';
import { newWebhookSecret, sealWebhookSecret } from '../src/engine/webhooks/webhook-secret.ts';
import { newWebhookState, writeListens } from '../src/engine/webhooks/webhook-status.ts';
import { createPlatform, type Platform } from '../src/platform.ts';
import type { Database } from '../src/store/database.ts';
import { openPostgres } from '../src/store/postgres/database.ts';
import { OrganizationRecords } from '../src/store/records/access/organizations.ts';
import { beginWebhooks } from '../src/store/records/webhooks/webhook-outbox.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { OrganizationStore } from '../src/store/store.ts';
import { realWorld, type World } from '../src/world/world.ts';

export type PlatformChoice = {
  database: string;
  organizations: number;
  tags?: number;
  /** Mails judged per transaction; 1 turns off group commit. */
  acceptGroupMax?: number;
  /** `ip:port` each; by default the system's servers. */
  dnsServers?: readonly string[];
  /** Adds a token to the newest organization, which may be from an earlier run. */
  tokenFor?: 'newest';
  webhookAllowPrivate?: boolean;
  /** Adds a webhook for all kinds to each organization. */
  webhookUrl?: string;
  works?: boolean;
  baseUrl?: string;
};

/** Opens the whole platform. Mail is captured, so that only acceptance is measured. */
export async function openPlatform(
  choice: PlatformChoice,
): Promise<{ platform: Platform; tokens: string[] }> {
  const { database, organizations, tags = 0, acceptGroupMax, dnsServers = null } = choice;
  const opened: Database = database.startsWith('postgres')
    ? await openPostgres(database)
    : openSqlite(database);
  const platform = await createPlatform({
    database: opened,
    world: realWorld({
      logLevel: 'warn',
      dnsServers,
      delivery: { by: 'capture' },
      webhookAllowPrivate: choice.webhookAllowPrivate ?? false,
    }),
    settings: {
      baseUrl: choice.baseUrl ?? 'http://127.0.0.1',
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
  const { ids } = platform.engine.world;
  if (choice.works) platform.worker.start();
  const tokens = await addOrganizations(opened, organizations, tags, ids);
  if (choice.webhookUrl !== undefined) await addWebhooks(platform.engine, choice.webhookUrl);
  if (choice.tokenFor === 'newest') tokens.push(await addToken(opened, ids));
  return { platform, tokens };
}

/** Adds organizations on the largest plan, so that the load stays within every budget. */
async function addOrganizations(
  database: Database,
  count: number,
  tags: number,
  ids: World['ids'],
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
      const store = new OrganizationStore(queries, organization.key);
      if (tags > 0) {
        await store.tags.add(
          Array.from({ length: tags }, (_, number) => ({
            id: ids.id('tag'),
            name: `Readers of issue ${number}`,
            description: 'People who opened it within a week',
            color: null,
            createdAt: 0,
          })),
        );
      }
      tokens.push(await tokenOf(store, ids));
    }
  });
  return tokens;
}

async function addWebhooks(engine: Engine, url: string): Promise<void> {
  const { database } = engine.store;
  await database.transaction(async (queries) => {
    const rows = await queries.all<{ key: number }>('SELECT key FROM organizations ORDER BY key', []);
    for (const { key } of rows) await addWebhook(engine, new OrganizationStore(queries, key), url);
  });
}

export async function addWebhook(engine: Engine, own: OrganizationStore, url: string): Promise<number> {
  const { world, secretBox } = engine;
  await beginWebhooks(own.queries, own.organization);
  const now = world.clock.now();
  const state = newWebhookState('enabled', now);
  const secret = sealWebhookSecret(secretBox, newWebhookSecret(world));
  const webhook = { id: world.ids.id('whk'), url, events: [], description: null, secret };
  const record = { ...webhook, oldSecret: null, oldSecretUntil: null, createdAt: now, updatedAt: now };
  const key = await own.webhooks.add(record, state);
  await writeListens(own, { key, events: [], state });
  return key;
}

async function addToken(database: Database, ids: World['ids']): Promise<string> {
  return await database.transaction(async (queries) => {
    const newest = await queries.get<{ key: number }>('SELECT max(key) AS key FROM organizations', []);
    return await tokenOf(new OrganizationStore(queries, newest!.key), ids);
  });
}

async function tokenOf(store: OrganizationStore, ids: World['ids']): Promise<string> {
  const token = ids.secret();
  await store.tokens.add(
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
      mintedBy: null,
      assistant: false,
    },
    hash('sha256', token),
  );
  return token;
}
