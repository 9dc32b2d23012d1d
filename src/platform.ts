/** The whole platform: a door invokes a tool, the tool decides and writes, the worker does the later work. */
import { catalogue } from '../tools/index.ts';
import type { CallerCache } from './engine/auth/authenticate.ts';
import { bindToSecret, checkSecret } from './engine/auth/check-secret.ts';
import { type RequestWindows, requestWindows } from './engine/auth/request-windows.ts';
import type { Caller, Door } from './engine/context/caller.ts';
import type { Engine } from './engine/context/scope.ts';
import type { Settings } from './engine/context/settings.ts';
import { type FirstStart, firstStart } from './engine/organizations/first-start.ts';
import { recogniseCopy } from './engine/organizations/restored-copy.ts';
import { markGuards } from './engine/recipients/recipient-marks.ts';
import { createEngine } from './engine/worker/engine.ts';
import { meteredDatabase, meterProcess } from './engine/worker/meter-process.ts';
import type { Worker } from './engine/worker/worker.ts';
import type { Failure } from './model/failure.ts';
import type { PlanName } from './model/limits/plan.ts';
import type { OauthAuthority } from './model/oauth/authority.ts';
import type { OrganizationRecord } from './model/organization/organization.ts';
import { scopes } from './model/organization/token.ts';
import type { Database } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { createDocumentation, openedSite } from './surfaces/docs/documentation.ts';
import type { Phase } from './surfaces/http/request-pipeline.ts';
import { rateLimitDocsPath } from './surfaces/http/request-response.ts';
import type { HttpDoor } from './surfaces/http/server.ts';
import { type McpChoices, type McpContext, mcpContext } from './surfaces/mcp/tools/context.ts';
import type { OpenApi } from './surfaces/rest/openapi.ts';
import { v1Envelope } from './surfaces/rest/v1/routes.ts';
import { v2Envelope } from './surfaces/rest/v2/envelope.ts';
import { refusal } from './surfaces/smtp/replies.ts';
import { writeReply } from './surfaces/smtp/reply.ts';
import { version } from './version.ts';
import type { KeptGenerations } from './world/kept-generations.ts';
import type { World } from './world/world.ts';

export type PlatformOptions = {
  database: Database;
  world: World;
  settings: Settings;
  secret: string;
  firstStart: {
    apiKey: string | null;
    showsToken?: boolean;
    name?: string;
    plan: PlanName;
    sendingEnabled: boolean;
  };
  /** Steps that may refuse the start, such as opening ports, before a token is created. Requests get 503. */
  beforeFirstStart?(platform: StartingPlatform): Promise<void>;
  trustedProxies: readonly string[];
  /** Tells an SQLite database from a copy of it. If undefined, copies are not detected. */
  generations?: KeptGenerations | null;
  speaksHttp?: false;
  /** False for a worker process, which serves only health checks and metrics. */
  takesRequests?: boolean;
  /** Bearer token that allows `/metrics` from any address. Without it, only programs on this machine may read the page. */
  metricsToken?: string;
  /** Tools offered to assistants, and which of their calls need an approval. */
  mcp?: Partial<McpChoices>;
  /** Authority for the OAuth tokens of hosted MCP clients, besides API tokens. */
  oauth?: OauthAuthority;
  /** Maximum number of mails accepted per transaction. 1 measures the gain of sharing a commit. */
  acceptGroupMax?: number;
};

export type Platform = {
  engine: Engine;
  worker: Worker;
  callers: CallerCache;
  windows: RequestWindows;
  http: HttpDoor;
  mcpContext: McpContext;
  start: FirstStart;
  /** Returns the operator of the machine as a caller with all scopes, in a single organization. */
  operator(door: Door, organization?: OrganizationRecord): Caller;
  setPhase(phase: Phase): void;
  /** Finishes work in flight and closes everything. */
  close(): Promise<void>;
};

export type StartingPlatform = Pick<Platform, 'engine' | 'callers' | 'windows' | 'http'>;

const envelopes = { v1: v1Envelope, v2: v2Envelope };

/** Opens the platform on a database: migrates it and wires all parts. A refused start has written nothing. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const database = meteredDatabase(options.database, options.world);
  const { world, settings } = options;
  const doors = {
    envelopes,
    smtpReply: (failure: Failure) => writeReply(refusal(failure)),
    rateLimitDocs: settings.baseUrl + rateLimitDocsPath,
  };
  const docs = openedSite({ catalogue, baseUrl: settings.baseUrl, doors });
  const documentation = createDocumentation(docs);
  const { engine, worker, callers, store, watch } = createEngine({ ...options, database, documentation });
  await prepareDatabase(engine, options.generations ?? null);

  meterProcess(world);
  const windows = requestWindows(database.counters, world.clock);
  let phase: Phase = 'starting';
  const openApi = openApiOnce(settings.baseUrl);
  const identityProvider = options.oauth?.kind === 'embedded' && options.oauth.identityProvider !== undefined;
  const choices = { ...options.mcp, openApi, identityProvider };
  const context = mcpContext(engine, catalogue, version, choices);
  // The HTTP doors are a third of the program, so stdio and terminal commands do not load them.
  const http =
    options.speaksHttp === false
      ? null
      : (await import('./http-doors.ts')).httpDoors({
          engine,
          callers,
          windows,
          envelopes,
          docs,
          openApi,
          mcp: context,
          oauth: options.oauth ?? { kind: 'none' },
          takesRequests: options.takesRequests ?? true,
          metricsToken: options.metricsToken ?? null,
          trustedProxies: options.trustedProxies,
          outage: database.outage,
          phase: () => phase,
        });
  let door: HttpDoor | undefined;

  const starting: StartingPlatform = {
    engine,
    callers,
    windows,
    // Building the routes needs all schemas, and stdio never uses them.
    get http() {
      if (http === null) throw new Error('this platform was opened without its doors over HTTP');
      door ??= http.open();
      return door;
    },
  };
  const letGo = async (): Promise<void> => {
    // In parallel: an unresponsive relay is disconnected in time, and its mail is deferred.
    await Promise.all([worker.drain(), world.mail.close(), http?.close()]);
    await callers.close();
    world.poster.close();
    await world.rendering.close();
    await world.lastingCache?.close();
    await world.traces?.close();
    watch.close();
  };
  let start: FirstStart;
  try {
    await options.beforeFirstStart?.(starting);
    start = await firstStart(store, world, options.firstStart);
  } catch (error) {
    await door?.drain(0);
    await letGo();
    throw error;
  }

  return {
    engine,
    worker,
    callers,
    windows,
    get http() {
      return starting.http;
    },
    mcpContext: context,
    start,
    operator: (door, organization = start.organization) => ({
      door,
      organization,
      token: null,
      scopes,
      requestId: world.ids.id('msg'),
    }),
    setPhase(next) {
      phase = next;
      // The streams of assistants are open-ended, so a drain would wait for them forever.
      if (next === 'draining') void http?.close();
    },
    async close() {
      await letGo();
      await database.close();
    },
  };
}

/** Migrates the database, after its secret was verified and before a copy or a lowered guard is detected. */
async function prepareDatabase(
  { store: { database }, secretBox, world }: Engine,
  kept: KeptGenerations | null,
): Promise<void> {
  await checkSecret(database, secretBox);
  await migrate(database, (name, appliedBefore) => {
    if (appliedBefore > 0) {
      world.log.info({ migration: name }, 'Migrating the database; large tables may take a while');
    }
  });
  await bindToSecret(database, secretBox);
  await recogniseCopy({ database, kept, world });
  await markGuards(database, secretBox);
}

/** Builds the OpenAPI document at the first call. */
function openApiOnce(baseUrl: string): () => Promise<OpenApi> {
  let document: Promise<OpenApi> | undefined;
  return () => {
    document ??= import('./surfaces/rest/openapi.ts').then((rest) =>
      rest.openApi({ catalogue, baseUrl, version, envelopes }),
    );
    return document;
  };
}
