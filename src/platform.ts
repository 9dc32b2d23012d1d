/**
 * The whole platform on one screen: a caller comes to a door, the door asks for a tool by name, the tool decides and
 * writes, and the worker carries the consequences out.
 */
import { catalogue } from '../tools/index.ts';
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
import { meteredDatabase, meterProcess } from './engine/worker/meter-process.ts';
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
import { documentationOf, openedSite } from './surfaces/docs/documentation.ts';
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
  /** Left out: it has the doors over HTTP. */
  speaksHttp?: false;
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
  const database = countingMail(
    countingStorage(meteredDatabase(options.database, options.world)),
    meteringMail(options.world),
  );
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

  meterProcess(world);
  const windows = requestWindows(database.counters, world.clock);
  let phase: Phase = 'starting';
  let contract: Promise<OpenApi> | undefined;
  const openApi = (): Promise<OpenApi> => {
    contract ??= import('./surfaces/rest/openapi.ts').then((rest) =>
      rest.openApi({ catalogue, baseUrl: settings.baseUrl, version, envelopes }),
    );
    return contract;
  };
  const identityProvider = options.oauth?.kind === 'embedded' && options.oauth.identityProvider !== undefined;
  const choices = { ...options.mcp, openApi, identityProvider };
  const context = mcpContext(engine, catalogue, version, choices);
  // The doors over HTTP are a third of the program: on stdio and at the terminal they are not loaded.
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
    // Its routes are made of every schema there is; on stdio they are never used.
    get http() {
      if (http === null) throw new Error('this platform was opened without its doors over HTTP');
      door ??= http.open();
      return door;
    },
  };
  /** Lets go of all but the database. */
  const letGo = async (): Promise<void> => {
    // Together: a relay that does not answer is cut off in time, and the mail in its hand is put off.
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
      // Streams to assistants have no end of their own; a drain would wait for them.
      if (next === 'draining') void http?.close();
    },
    async close() {
      await letGo();
      await database.close();
    },
  };
}
