/**
 * The whole platform on one screen: a caller comes to a door, the door asks for a tool by name, the tool decides and
 * writes, and the worker carries the consequences out.
 */
import { catalogue } from '../tools/index.ts';
import { invoke } from './contract/invoke.ts';
import type { CallerCache } from './engine/auth/authenticate.ts';
import { bindToSecret, checkSecret } from './engine/auth/check-secret.ts';
import { type RequestWindows, requestWindows } from './engine/auth/request-windows.ts';
import type { Caller, Door } from './engine/context/caller.ts';
import type { Engine } from './engine/context/scope.ts';
import type { Settings } from './engine/context/settings.ts';
import { meteringMail } from './engine/ledger/meter-mail.ts';
import { type FirstStart, firstStart } from './engine/organizations/first-start.ts';
import { recogniseCopy } from './engine/organizations/restored-copy.ts';
import { markGuards } from './engine/recipients/guard-mark.ts';
import { createEngine } from './engine/worker/engine.ts';
import type { Worker } from './engine/worker/worker.ts';
import type { Failure } from './model/failure.ts';
import type { PlanName } from './model/limits/plan.ts';
import type { OauthAuthority } from './model/oauth/authority.ts';
import type { OrganizationRecord } from './model/organization/organization.ts';
import { scopes } from './model/organization/token.ts';
import type { Database } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { countingMail } from './store/records/email-metrics.ts';
import { countingStorage } from './store/records/storage.ts';
import { consoleRoutes } from './surfaces/console/routes.ts';
import { documentationOf, openedSite } from './surfaces/docs/documentation.ts';
import { docsRoutes } from './surfaces/docs/routes.ts';
import { downloadDoor } from './surfaces/exports/answer-download.ts';
import { exportLinkRoutes } from './surfaces/exports/link-routes.ts';
import { withCors } from './surfaces/http/cors.ts';
import { publicPages } from './surfaces/http/public-pages.ts';
import { type Phase, rateLimitDocsPath } from './surfaces/http/request-pipeline.ts';
import type { PublicRoute } from './surfaces/http/request-response.ts';
import { createHttpDoor, type HttpDoor } from './surfaces/http/server.ts';
import { metricsPage } from './surfaces/http/telemetry/metrics-page.ts';
import { serverCardRoute } from './surfaces/mcp/http/server-card.ts';
import { mcpEndpoint } from './surfaces/mcp/http/streamable-http.ts';
import { posthouseServer, requestFilter } from './surfaces/mcp/offer/posthouse-server.ts';
import { type McpChoices, type McpContext, mcpContext } from './surfaces/mcp/tools/context.ts';
import { authorizationServer } from './surfaces/oauth/authorization-server.ts';
import { consentRoutes } from './surfaces/public/consent-routes.ts';
import { trackRoutes } from './surfaces/public/track-routes.ts';
import { adminToolRoutes } from './surfaces/rest/admin-tools.ts';
import { integrationRoutes } from './surfaces/rest/integrations/routes.ts';
import { openApi, openApiRoutes } from './surfaces/rest/openapi.ts';
import { v1Envelope, v1Routes } from './surfaces/rest/v1/routes.ts';
import { v2Envelope } from './surfaces/rest/v2/envelope.ts';
import { exportRoutes } from './surfaces/rest/v2/exports.ts';
import { v2Routes } from './surfaces/rest/v2/routes.ts';
import { toolRoutes } from './surfaces/rest/v2/tools.ts';
import { refusal } from './surfaces/smtp/replies.ts';
import { writeReply } from './surfaces/smtp/reply.ts';
import { version } from './version.ts';
import type { KeptGenerations } from './world/kept-generations.ts';
import type { World } from './world/world.ts';

export type PlatformOptions = {
  database: Database;
  world: World;
  settings: Settings;
  /** The instance's secret. */
  secret: string;
  firstStart: {
    apiKey: string | null;
    showsToken?: boolean;
    name?: string;
    plan: PlanName;
    sendingEnabled: boolean;
  };
  /**
   * Does what may still refuse the start, such as opening ports, before the first organization and its token are made:
   * a start that is refused would create that token and never show it. Requests are answered 503 meanwhile.
   */
  beforeFirstStart?(platform: StartingPlatform): Promise<void>;
  trustedProxies: readonly string[];
  /** What distinguishes an SQLite database from a copy of it; left out, copies are not detected. */
  generations?: KeptGenerations | null;
  /** Whether requests are taken; a process that only works answers for its health alone. */
  takesRequests?: boolean;
  /** Who has it is shown `/metrics`, from anywhere; without one, programs on this machine are. */
  metricsToken?: string;
  /** What assistants are offered at most, and which of their sends wait for a person. */
  mcp?: Partial<McpChoices>;
  /** Who lets hosted MCP clients in, beside API tokens. */
  oauth?: OauthAuthority;
  /** Mails judged in one transaction at most; 1 shows what sharing a commit is worth. */
  acceptGroupMax?: number;
};

export type Platform = {
  engine: Engine;
  worker: Worker;
  callers: CallerCache;
  /** The organizations' request budgets: whichever door a request comes to, it counts here. */
  windows: RequestWindows;
  http: HttpDoor;
  /** What the MCP doors stand on. */
  mcpContext: McpContext;
  start: FirstStart;
  /** The operator of the machine as a caller: everything is allowed, in one organization. */
  operator(door: Door, organization?: OrganizationRecord): Caller;
  setPhase(phase: Phase): void;
  /** Closes everything; work in flight is finished first. */
  close(): Promise<void>;
};

/** What stands before the first organization does. */
export type StartingPlatform = Pick<Platform, 'engine' | 'callers' | 'windows' | 'http'>;

/**
 * Opens the platform on a database: brings it to this version, and wires every room. What a start refuses it refuses
 * before it has written anything.
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const database = countingMail(countingStorage(options.database), meteringMail(options.world));
  const { world, settings } = options;
  const envelopes = { v1: v1Envelope, v2: v2Envelope };
  const doors = {
    envelopes,
    smtpReply: (failure: Failure) => writeReply(refusal(failure)),
    rateLimitDocs: settings.baseUrl + rateLimitDocsPath,
  };
  const docs = openedSite({ catalogue, baseUrl: settings.baseUrl, doors });
  const documentation = documentationOf(docs);
  const { engine, worker, callers, store, watch } = createEngine({ ...options, database, documentation });
  await checkSecret(database, engine.secretBox);
  await migrate(database, (name, appliedBefore) => {
    if (appliedBefore > 0) {
      world.log.info({ migration: name }, 'Changing the database; large tables take their time');
    }
  });
  await bindToSecret(database, engine.secretBox);
  await recogniseCopy({ database, kept: options.generations ?? null, world });
  await markGuards(database, engine.secretBox);

  const windows = requestWindows(database.counters, world.clock);
  let phase: Phase = 'starting';
  const contract = openApi({ catalogue, baseUrl: settings.baseUrl, version, envelopes });
  const identityProvider = options.oauth?.kind === 'embedded' && options.oauth.identityProvider !== undefined;
  const choices = { ...options.mcp, openApi: contract, identityProvider };
  const context = mcpContext(engine, catalogue, version, choices);
  const oauth = authorizationServer({ engine, callers, authority: options.oauth ?? { kind: 'none' } });
  const mcp = mcpEndpoint({
    engine,
    offerTo: (caller, { headers, query }) =>
      posthouseServer(context, caller, requestFilter(context, headers, query)),
    metadata: oauth.metadata,
    prove: oauth.prove,
    challenge: oauth.challenge,
    stepUp(caller, name) {
      const needed = context.tools.get(name)?.needs;
      return needed === undefined ? null : oauth.stepUp(caller, needed);
    },
  });
  const downloads = downloadDoor(engine);
  const statusPages = (): PublicRoute[] => [
    ...publicPages({ phase: () => phase, outage: database.outage }),
    ...(world.meters ? [metricsPage(world.meters, options.metricsToken ?? null)] : []),
  ];
  let door: HttpDoor | undefined;
  const openDoor = (): HttpDoor =>
    createHttpDoor({
      engine,
      routes:
        options.takesRequests === false
          ? statusPages()
          : [
              ...statusPages(),
              ...docsRoutes({ opened: docs, baseUrl: settings.baseUrl, log: world.log }),
              ...consoleRoutes(engine),
              ...consentRoutes(engine),
              ...trackRoutes(engine),
              ...exportLinkRoutes(engine, downloads),
              ...openApiRoutes(contract),
              ...v2Routes({ engine, catalogue }),
              ...exportRoutes(downloads),
              ...toolRoutes({ engine, catalogue }),
              ...v1Routes({ engine, catalogue, invoke }),
              ...adminToolRoutes({ engine, catalogue }),
              ...integrationRoutes({ engine, windows }),
              ...mcp.routes,
              ...withCors([serverCardRoute(settings.baseUrl, version)]),
              ...oauth.routes,
            ],
      callers,
      windows,
      envelopes,
      trustedProxies: options.trustedProxies,
      phase: () => phase,
    });

  const starting: StartingPlatform = {
    engine,
    callers,
    windows,
    // Its routes are made of every schema there is; on stdio they are never used.
    get http() {
      door ??= openDoor();
      return door;
    },
  };
  /** Lets go of all but the database. */
  const letGo = async (): Promise<void> => {
    // Together: a relay that does not answer is cut off in time, and the mail in its hand is put off.
    await Promise.all([worker.drain(), world.mail.close(), mcp.close()]);
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
      // Streams to assistants have no end of their own; a drain would wait for them.
      if (next === 'draining') void mcp.close();
    },
    async close() {
      await letGo();
      await database.close();
    },
  };
}
