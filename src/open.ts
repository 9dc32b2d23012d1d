import { dirname, resolve } from 'node:path';
import {
  baseUrlOf,
  type Config,
  ConfigFault,
  databaseFileOf,
  hostNameOf,
  instanceSecret,
  readOauthAuthority,
  requiresVerifiedDomain,
} from './config.ts';
import { settingsFilter } from './contract/tool-filter.ts';
import { isBoundToSecret } from './engine/auth/check-secret.ts';
import type { Settings } from './engine/context/settings.ts';
import { ipRanges } from './model/limits/ip-budget.ts';
import { explainError } from './model/text/explain-error.ts';
import { createPlatform, type Platform, type PlatformOptions } from './platform.ts';
import type { Database } from './store/database.ts';
import { systemClock } from './world/clock.ts';
import { disposableDomains } from './world/disposable-domains.ts';
import { type KeptGenerations, keptGenerations } from './world/kept-generations.ts';
import { systemLog } from './world/log.ts';
import { readRelayUrl, relayHostsIn } from './world/mail/smtp/smtp-server.ts';
import type { Telemetry } from './world/telemetry/telemetry.ts';
import { realWorld, type World } from './world/world.ts';
import { makeFolder, syncFolder } from './world/write-once-file.ts';

/** @throws ConfigFault for an invalid relay URL */
export function createWorld(config: Config, telemetry: Telemetry = {}): World {
  const delivery = deliveryOf(config);
  const disposable = describeFault('POSTHOUSE_DATA_DIR', () =>
    disposableDomains(resolve(config.POSTHOUSE_DATA_DIR)),
  );
  return describeFault('POSTHOUSE_DNS_SERVERS', () =>
    realWorld({
      logLevel: config.LOG_LEVEL,
      dnsServers: config.POSTHOUSE_DNS_SERVERS ?? null,
      disposableDomains: disposable,
      verifierUrl: config.POSTHOUSE_CONTENT_VERIFIER_URL,
      webhookAllowPrivate: config.POSTHOUSE_WEBHOOK_ALLOW_PRIVATE,
      cacheFolder: resolve(config.POSTHOUSE_DATA_DIR),
      delivery,
      telemetry,
    }),
  );
}

/** Loads metrics and tracing only on demand. */
async function telemetryOf(config: Config, follows: Opening['follows']): Promise<Telemetry> {
  if (follows === undefined) return {};
  const traces = await tracesOf(config);
  if (follows === 'traces') return { traces };
  const { prometheusMeters } = await import('./world/telemetry/prometheus-meters.ts');
  return { meters: prometheusMeters(), traces };
}

async function tracesOf(config: Config): Promise<Telemetry['traces']> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const log = systemLog({ level: config.LOG_LEVEL, clock: systemClock() });
  const { exportTraces } = await import('./world/telemetry/export-traces.ts');
  const { OTEL_SERVICE_NAME: service, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  return await exportTraces({ endpoint, service, ratio }, log);
}

function deliveryOf(config: Config): Parameters<typeof realWorld>[0]['delivery'] {
  if (config.POSTHOUSE_DELIVERY === 'capture') return { by: 'capture' };
  if (config.POSTHOUSE_DELIVERY === 'direct') {
    const port = config.POSTHOUSE_MX_PORT;
    return { by: 'direct', port, allowPrivate: port !== publicMxPort, hostName: hostNameOf(config) };
  }
  const relays = (config.POSTHOUSE_RELAY_URL ?? []).map((url) => {
    const read = readRelayUrl(url);
    if ('fault' in read) throw new ConfigFault(`POSTHOUSE_RELAY_URL: ${read.fault}`);
    return read.server;
  });
  return { by: 'relay', relays, ehloName: null };
}

/** Any other port means a test set-up, whose MX may be on this machine. */
const publicMxPort = 25;

export async function openDatabase(config: Config): Promise<Database> {
  if (config.POSTHOUSE_DATABASE_URL !== undefined) {
    const { openPostgres } = await import('./store/postgres/database.ts');
    const database = await openPostgres(config.POSTHOUSE_DATABASE_URL);
    await database.check().catch(async (error: Error) => {
      await database.close();
      throw new ConfigFault(
        `POSTHOUSE_DATABASE_URL: ${explainError(error)}; check that it runs, and the host, port, user and password of the URL`,
      );
    });
    return database;
  }
  const { openSqlite } = await import('./store/sqlite/database.ts');
  const file = databaseFileOf(config);
  makeFolder(dirname(file));
  const database = describeFault(file, () => openSqlite(file));
  // Makes the directory entry durable, because the file may be new.
  syncFolder(dirname(file));
  return database;
}

/** Tells the database of the data folder from a copy of it. PostgreSQL needs none. */
export function openGenerations(config: Config): KeptGenerations | null {
  return config.POSTHOUSE_DATABASE_URL === undefined ? keptGenerations(config.POSTHOUSE_DATA_DIR) : null;
}

type Opening = Pick<PlatformOptions, 'speaksHttp' | 'takesRequests' | 'beforeFirstStart'> & {
  /** True if a first start creates a token when none is configured, which this process then shows. */
  showsToken?: boolean;
  /** Telemetry of this process: `traces`, or also the metrics that only a server exposes. */
  follows?: 'traces' | 'everything';
};

/** Opens the configured platform: migrated, wired, and with its first organization. No worker runs yet. */
export async function openConfigured(
  config: Config,
  { showsToken = true, follows, ...opening }: Opening = {},
): Promise<Platform> {
  describeFault('POSTHOUSE_TRUST_PROXY', () => ipRanges(config.POSTHOUSE_TRUST_PROXY));
  const world = createWorld(config, await telemetryOf(config, follows));
  const database = await openDatabase(config);
  try {
    const secret = instanceSecret(config, await isBoundToSecret(database));
    return await createPlatform({
      database,
      world,
      secret,
      ...opening,
      ...(config.POSTHOUSE_METRICS_TOKEN !== undefined && { metricsToken: config.POSTHOUSE_METRICS_TOKEN }),
      generations: openGenerations(config),
      settings: readSettings(config),
      firstStart: {
        apiKey: config.POSTHOUSE_API_KEY ?? null,
        showsToken,
        name: config.POSTHOUSE_ORGANIZATION,
        plan: config.POSTHOUSE_PLAN,
        sendingEnabled: config.POSTHOUSE_SENDING_ENABLED,
      },
      trustedProxies: config.POSTHOUSE_TRUST_PROXY,
      oauth: readOauthAuthority(config),
      mcp: {
        confirmBy: config.POSTHOUSE_MCP_CONFIRM_BY,
        filter: settingsFilter(config),
      },
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

export function readSettings(config: Config): Settings {
  return {
    baseUrl: baseUrlOf(config),
    delivery: config.POSTHOUSE_DELIVERY,
    requireVerifiedDomain: requiresVerifiedDomain(config),
    testRunners: config.POSTHOUSE_TEST_RUNNERS,
    guardScope: config.POSTHOUSE_RECIPIENT_GUARD_SCOPE,
    bounceDomain: config.POSTHOUSE_BOUNCE_DOMAIN ?? null,
    inboundPort: config.POSTHOUSE_INBOUND_PORT,
    spf: config.POSTHOUSE_SPF ?? [],
    relayHosts: relayHostsIn(config.POSTHOUSE_RELAY_URL ?? []),
    hostName: hostNameOf(config),
    retentionDays: config.POSTHOUSE_RETENTION_DAYS,
    webhookAllowPrivate: config.POSTHOUSE_WEBHOOK_ALLOW_PRIVATE,
    approvalMode: config.POSTHOUSE_MCP_CONFIRM,
    redirectSchemes: config.POSTHOUSE_OAUTH_REDIRECT_SCHEMES,
    ...submissionIn(config),
    ...(config.POSTHOUSE_OAUTH === 'embedded' && {
      oauth: config.POSTHOUSE_OAUTH_REGISTRATION === 'open' ? ('open' as const) : ('closed' as const),
    }),
  };
}

/** Names the host of the base URL, because the address that the server listens on may be behind a proxy. */
function submissionIn(config: Config): Pick<Settings, 'submission'> {
  const { POSTHOUSE_SMTP_PORT: starttlsPort, POSTHOUSE_SMTPS_PORT: tlsPort } = config;
  if (starttlsPort + tlsPort === 0) return {};
  return { submission: { host: new URL(baseUrlOf(config)).hostname, starttlsPort, tlsPort } };
}

/** @throws ConfigFault that names the variable or the file */
function describeFault<Result>(variable: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new ConfigFault(`${variable}: ${explainError(error)}`);
  }
}
