import { invoke, type Outcome } from '../../src/contract/invoke.ts';
import type { Caller, Door } from '../../src/engine/context/caller.ts';
import type { Settings } from '../../src/engine/context/settings.ts';
import type { PlanName } from '../../src/model/limits/plan.ts';
import type { OrganizationRecord } from '../../src/model/organization/organization.ts';
import type { TokenScope } from '../../src/model/organization/token.ts';
import { createPlatform, type Platform, type PlatformOptions } from '../../src/platform.ts';
import type { Database } from '../../src/store/database.ts';
import { heldClock } from '../../src/world/clock.ts';
import type { Poster } from '../../src/world/http/post.ts';
import type { LastingCache } from '../../src/world/lasting-cache.ts';
import type { Log } from '../../src/world/log.ts';
import type { Mail } from '../../src/world/mail/mail.ts';
import type { ReadUsage } from '../../src/world/process-usage.ts';
import { SystemRendering } from '../../src/world/rendering.ts';
import type { Meters } from '../../src/world/telemetry/meters.ts';
import type { Traces } from '../../src/world/telemetry/traces.ts';
import type { ContentVerifier } from '../../src/world/verifier.ts';
import { catalogue } from '../../tools/index.ts';
import { judgeResponse } from './contract/judge-response.ts';
import { type CaptureMail, captureMail } from './mail/capture-mail.ts';
import { migratedSqlite } from './postgres/migrated-sqlite.ts';
import { builtRenderChild } from './programs/built-program.ts';
import { type SimulatedClock, simulatedClock } from './simulated/clock.ts';
import { type SimulatedDocuments, simulatedDocuments } from './simulated/documents.ts';
import { seededIds } from './simulated/ids.ts';
import { type SimulatedReceivers, simulatedReceivers } from './simulated/receivers.ts';
import { type SimulatedResolver, simulatedResolver } from './simulated/resolver.ts';

export const baseUrl = 'http://posthouse.example';
/** Token of the default organization in every simulated platform; fixed, so that transcripts are literal. */
export const firstToken = `posthouse_${'A1b2C3d4'.repeat(5)}`;

export const simulatedSecret = 'the secret of a simulated platform, long enough';

type LogEntry = { level: string; facts: Record<string, unknown>; message: string };

export type OpenOptions = {
  /** Seed of ids, secrets and randomness: the same seed gives the same platform. */
  seed?: number;
  database?: Database;
  plan?: PlanName;
  sendingEnabled?: boolean;
  settings?: Partial<Settings>;
  trustedProxies?: readonly string[];
  clock?: SimulatedClock;
  /** Replaces `mailbox`. */
  mail?: Mail;
  /** Replaces `receivers`. */
  poster?: Poster;
  /** Replaces the built-in verifier. */
  verifier?: ContentVerifier;
  /** Replaces the system's report about a rendering process. */
  readUsage?: ReadUsage;
  /** The tools offered to assistants. */
  mcp?: PlatformOptions['mcp'];
  /** Sends of assistants that wait for a decision. */
  confirm?: Settings['approvalMode'];
  /** Distinguishes the database from a copy of it. */
  generations?: PlatformOptions['generations'];
  /** Metrics shown at `/metrics`. */
  meters?: Meters;
  /** Keeps the spans. */
  traces?: Traces;
  metricsToken?: PlatformOptions['metricsToken'];
  oauth?: PlatformOptions['oauth'];
  /** Cache that outlives this platform. */
  lastingCache?: LastingCache;
  /** May refuse the start. */
  beforeFirstStart?: PlatformOptions['beforeFirstStart'];
};

/**
 * The whole platform on a fresh database, in a world where a test controls time, randomness, DNS and mail.
 */
export type SimulatedPlatform = {
  platform: Platform;
  clock: SimulatedClock;
  mailbox: CaptureMail;
  resolver: SimulatedResolver;
  documents: SimulatedDocuments;
  receivers: SimulatedReceivers;
  log: LogEntry[];
  organization: OrganizationRecord;
  /** Calls a tool as the operator or the given caller. */
  call(tool: string, input: unknown, options?: CallOptions): Promise<Outcome>;
  /**
   * Sends a request to the HTTP door; `path` starts with a slash. Adds the first token by default. @throws
   * Error if the response violates the contract
   */
  http(method: string, path: string, options?: HttpOptions): Promise<HttpReply>;
  /** Creates another organization with a token. */
  addOrganization(
    name: string,
    plan?: PlanName,
  ): Promise<{ organization: OrganizationRecord; token: string }>;
  /** Creates another token of an organization. */
  addToken(organization: OrganizationRecord, fields?: TokenFields): Promise<{ id: string; token: string }>;
  caller(door: Door, organization?: OrganizationRecord, scopes?: readonly TokenScope[]): Caller;
  /** Runs all due deliveries. */
  deliver(): Promise<number>;
  close(): Promise<void>;
};

type CallOptions = { caller?: Caller; idempotencyKey?: string };
export type TokenFields = Partial<{
  name: string;
  scopes: TokenScope[];
  mode: 'live' | 'test';
  allowed_recipients: string[];
  send_cap: { per_hour: number | null; per_day: number | null };
  ip_allowlist: string[];
  expires_at: string;
  assistant: boolean;
}>;
type HttpOptions = {
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  /** Client address of the request. */
  peer?: string;
};
// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
export type HttpReply = { status: number; headers: Headers; body: any; text: string };

/** Default door of a tool: the door `tools` refuses a send to an empty audience. */
export function usualDoor(tool: string): Door {
  return tool === 'send_campaign' ? 'v2' : 'tools';
}

/**
 * Opens a simulated platform, on in-memory SQLite by default. Sending is enabled and mail goes to `mailbox`,
 * so that real deliveries are visible.
 */
export async function openPlatform(options: OpenOptions = {}): Promise<SimulatedPlatform> {
  const clock = options.clock ?? simulatedClock();
  const mailbox = captureMail();
  const resolver = simulatedResolver();
  const documents = simulatedDocuments();
  const receivers = simulatedReceivers();
  const log: LogEntry[] = [];
  const platform = await createPlatform({
    database: options.database ?? (await migratedSqlite()),
    world: {
      clock: heldClock(clock),
      ids: seededIds(options.seed ?? 1, clock),
      resolver,
      mail: options.mail ?? mailbox,
      rendering: new SystemRendering({
        stepMsMax: null,
        clock,
        log: keepingLog(log),
        // Benchmarks open this platform without the test runner's build.
        ...(process.env.VITEST && { program: builtRenderChild }),
        ...(options.readUsage && { readUsage: options.readUsage }),
      }),
      verifier: options.verifier ?? null,
      log: keepingLog(log),
      fetchDocument: documents.fetch,
      poster: options.poster ?? receivers,
      ...(options.lastingCache && { lastingCache: options.lastingCache }),
      ...(options.meters && { meters: options.meters }),
      ...(options.traces && { traces: options.traces }),
    },
    settings: {
      baseUrl,
      delivery: 'relay',
      requireVerifiedDomain: false,
      testRunners: ['playwright', 'cypress', 'vitest'],
      guardScope: 'organization',
      bounceDomain: null,
      hostName: 'posthouse.example',
      approvalMode: options.confirm ?? 'bulk',
      ...options.settings,
    },
    secret: simulatedSecret,
    firstStart: {
      apiKey: firstToken,
      plan: options.plan ?? 'enterprise',
      sendingEnabled: options.sendingEnabled ?? true,
    },
    trustedProxies: options.trustedProxies ?? [],
    // By default a call can be confirmed without a second person.
    mcp: { confirmBy: 'assistant', ...options.mcp },
    ...(options.metricsToken !== undefined && { metricsToken: options.metricsToken }),
    ...(options.oauth && { oauth: options.oauth }),
    generations: options.generations ?? null,
    ...(options.beforeFirstStart && { beforeFirstStart: options.beforeFirstStart }),
  });
  platform.setPhase('ready');
  const { organization } = platform.start;

  const caller: SimulatedPlatform['caller'] = (door, of = organization, scopes = undefined) => ({
    ...platform.operator(door, of),
    ...(scopes === undefined ? {} : { scopes }),
  });

  const call: SimulatedPlatform['call'] = async (name, input, { caller: by, idempotencyKey } = {}) => {
    const tool = catalogue.find((one) => one.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const idempotency =
      idempotencyKey === undefined ? undefined : { place: `tool:${name}`, key: idempotencyKey };
    return await invoke(platform.engine, tool, by ?? caller(usualDoor(tool.name)), input, idempotency);
  };

  return {
    platform,
    clock,
    mailbox,
    resolver,
    documents,
    receivers,
    log,
    organization,
    call,
    caller,
    async http(method, path, { token = firstToken, body, headers = {}, peer } = {}) {
      const request = new Request(baseUrl + path, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const response = await platform.http.fetch(request, peer);
      const text = await response.text();
      const json = response.headers.get('content-type')?.includes('json') && text !== '';
      const { status, headers: answered } = response;
      const reply = { status, headers: answered, body: json ? JSON.parse(text) : text, text };
      const fault = judgeResponse({ method, path, ...reply });
      if (fault !== null) throw new Error(`${method} ${path} was answered ${status} ${text}: ${fault}`);
      return reply;
    },
    async addOrganization(name, plan = 'enterprise') {
      const { output } = await call('create_organization', { name, plan });
      const { organization: made, token } = output as { organization: { id: string }; token: string };
      const record = await platform.engine.store.organizations.byId(made.id);
      const enabled = { ...record!, sendingEnabled: true };
      await platform.engine.store.organizations.update(enabled);
      platform.callers.clear();
      return { organization: enabled, token };
    },
    async addToken(of, fields = {}) {
      const { output } = await call(
        'create_token',
        { name: 'a test', scopes: ['full_access'], ...fields },
        { caller: caller('tools', of) },
      );
      return output as { id: string; token: string };
    },
    async deliver() {
      return await platform.worker.runDue();
    },
    close: () => platform.close(),
  };
}

/** Log that stores its entries instead of printing them. */
function keepingLog(entries: LogEntry[], bound: Record<string, unknown> = {}): Log {
  const at =
    (level: string) =>
    (facts: Record<string, unknown> | string, message = ''): void => {
      const entry =
        typeof facts === 'string'
          ? { facts: bound, message: facts }
          : { facts: { ...bound, ...facts }, message };
      entries.push({ level, ...entry });
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (more: Record<string, unknown>) => keepingLog(entries, { ...bound, ...more }),
  } as unknown as Log;
}
