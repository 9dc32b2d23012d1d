/**
 * The whole house on one screen: a caller comes to a door, the door asks for a tool by name, the tool decides and
 * writes, and the worker carries the consequences out.
 */
import { catalogue } from '../tools/index.ts';
import { invoke } from './contract/invoke.ts';
import type { CallerCache } from './engine/authenticate.ts';
import { checkSecret } from './engine/check-secret.ts';
import { createEngine } from './engine/engine.ts';
import { type FirstStart, firstStart } from './engine/first-start.ts';
import { type RequestWindows, requestWindows } from './engine/request-windows.ts';
import type { Caller, Door, Engine, Settings } from './engine/scope.ts';
import type { Worker } from './engine/worker.ts';
import type { OrganizationRecord, PlanName } from './model/organization.ts';
import { scopes } from './model/token.ts';
import type { Database } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import type { Phase } from './surfaces/http/front-door.ts';
import { publicPages } from './surfaces/http/public-pages.ts';
import { createHttpDoor, type HttpDoor } from './surfaces/http/server.ts';
import { mcpHouse } from './surfaces/mcp/house.ts';
import { mcpRoutes } from './surfaces/mcp/streamable-http.ts';
import { consentRoutes } from './surfaces/public/consent-routes.ts';
import { trackRoutes } from './surfaces/public/track-routes.ts';
import { adminToolRoutes } from './surfaces/rest/admin-tools.ts';
import { openApiRoute } from './surfaces/rest/openapi.ts';
import { v1Envelope, v1Routes } from './surfaces/rest/v1/routes.ts';
import { v2Envelope } from './surfaces/rest/v2/envelope.ts';
import { v2Routes } from './surfaces/rest/v2/routes.ts';
import { toolRoutes } from './surfaces/rest/v2/tools.ts';
import { version } from './version.ts';
import type { World } from './world/world.ts';

export type PlatformOptions = {
  database: Database;
  world: World;
  settings: Settings;
  /** The instance's secret. */
  secret: string;
  firstStart: { apiKey: string | null; plan: PlanName; sendingEnabled: boolean };
  trustedProxies: readonly string[];
  /** Whether requests are taken; a process that only works answers for its health alone. */
  takesRequests?: boolean;
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
  start: FirstStart;
  /** The operator of the machine as a caller: everything is allowed, in one organization. */
  operator(door: Door, organization?: OrganizationRecord): Caller;
  setPhase(phase: Phase): void;
  /** Lets go of everything; what is in hand is finished first. */
  close(): Promise<void>;
};

/** Opens the platform on a database: brings it to this version, and wires every room. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { database, world, settings } = options;
  await migrate(database);
  const { engine, worker, callers, store } = createEngine(options);
  await checkSecret(database, engine.secretBox);
  const start = await firstStart(store, world, options.firstStart);

  const windows = requestWindows(database.counters, world.clock);
  const envelopes = { v1: v1Envelope, v2: v2Envelope };
  let phase: Phase = 'starting';
  const http = createHttpDoor({
    engine,
    routes:
      options.takesRequests === false
        ? publicPages(() => phase)
        : [
            ...publicPages(() => phase),
            ...consentRoutes(engine),
            ...trackRoutes(engine),
            openApiRoute({ catalogue, baseUrl: settings.baseUrl, version, envelopes }),
            ...v2Routes({ engine, catalogue }),
            ...toolRoutes({ engine, catalogue }),
            ...v1Routes({ engine, catalogue, invoke }),
            ...adminToolRoutes({ engine, catalogue }),
            ...mcpRoutes(mcpHouse(engine, catalogue, version)),
          ],
    callers,
    windows,
    envelopes,
    trustedProxies: options.trustedProxies,
    phase: () => phase,
  });

  return {
    engine,
    worker,
    callers,
    windows,
    http,
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
    },
    async close() {
      // Together: a relay that does not answer is cut off in time, and the mail in its hand is put off.
      await Promise.all([worker.drain(), world.mail.close()]);
      await callers.close();
      await world.rendering.close();
      await database.close();
    },
  };
}
