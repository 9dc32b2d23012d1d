import { catalogue } from '../tools/index.ts';
import { invoke } from './contract/invoke.ts';
import type { CallerCache } from './engine/auth/authenticate.ts';
import { instanceProof } from './engine/auth/instance-proof.ts';
import type { RequestWindows } from './engine/auth/request-windows.ts';
import type { Caller } from './engine/context/caller.ts';
import type { Engine } from './engine/context/scope.ts';
import type { OauthAuthority } from './model/oauth/authority.ts';
import type { Database } from './store/database.ts';
import { docsRoutes } from './surfaces/docs/routes.ts';
import { downloadDoor } from './surfaces/exports/answer-download.ts';
import { exportLinkRoutes } from './surfaces/exports/link-routes.ts';
import { withCors } from './surfaces/http/cors.ts';
import { publicPages } from './surfaces/http/public-pages.ts';
import type { Phase } from './surfaces/http/request-pipeline.ts';
import type { PublicRoute } from './surfaces/http/request-response.ts';
import { createHttpDoor, type HttpDoor } from './surfaces/http/server.ts';
import { metricsPage } from './surfaces/http/telemetry/metrics-page.ts';
import { readinessDetails } from './surfaces/http/telemetry/readiness-details.ts';
import { serverCardRoute } from './surfaces/mcp/http/server-card.ts';
import { mcpEndpoint } from './surfaces/mcp/http/streamable-http.ts';
import { posthouseServer, requestFilter } from './surfaces/mcp/offer/posthouse-server.ts';
import type { McpContext } from './surfaces/mcp/tools/context.ts';
import { authorizationServer } from './surfaces/oauth/authorization-server.ts';
import { consentRoutes } from './surfaces/public/consent-routes.ts';
import { logoRoute } from './surfaces/public/logo-route.ts';
import { trackRoutes } from './surfaces/public/track-routes.ts';
import { adminToolRoutes } from './surfaces/rest/admin-tools.ts';
import { integrationRoutes } from './surfaces/rest/integrations/routes.ts';
import { openApiRoutes } from './surfaces/rest/openapi.ts';
import { v1Routes } from './surfaces/rest/v1/routes.ts';
import { exportRoutes } from './surfaces/rest/v2/exports.ts';
import { v2Routes } from './surfaces/rest/v2/routes.ts';
import { toolRoutes } from './surfaces/rest/v2/tools.ts';
import { version } from './version.ts';

type Parts = {
  engine: Engine;
  callers: CallerCache;
  windows: RequestWindows;
  envelopes: Parameters<typeof createHttpDoor>[0]['envelopes'];
  docs: Parameters<typeof docsRoutes>[0]['opened'];
  openApi: Parameters<typeof openApiRoutes>[0];
  mcp: McpContext;
  oauth: OauthAuthority;
  /** False for a worker process, which serves only health checks and metrics. */
  takesRequests: boolean;
  metricsToken: string | null;
  trustedProxies: readonly string[];
  outage: Database['outage'];
  phase(): Phase;
};

export type HttpDoors = {
  open(): HttpDoor;
  /** Ends the open-ended streams of assistants. */
  close(): Promise<void>;
};

export function httpDoors(parts: Parts): HttpDoors {
  const { engine, callers, windows, envelopes, docs, openApi, mcp: context, phase } = parts;
  const { world, settings } = engine;
  const oauth = authorizationServer({ engine, callers, authority: parts.oauth });
  const mcp = mcpEndpoint({
    engine,
    offerTo: (caller, { headers, query }) =>
      posthouseServer(context, caller, requestFilter(context, headers, query)),
    metadata: oauth.metadata,
    challenge: oauth.challenge,
    ...(parts.oauth.kind !== 'none' && {
      prove: oauth.prove,
      stepUp(caller: Caller, name: string) {
        const needed = context.tools.get(name)?.needs;
        return needed === undefined ? null : oauth.stepUp(caller, needed);
      },
    }),
  });
  const downloads = downloadDoor(engine);
  const statusPages = (): PublicRoute[] => [
    ...publicPages({
      phase,
      outage: parts.outage,
      details: readinessDetails(engine, parts.metricsToken),
      prove: (nonce) => instanceProof(engine.secretBox, nonce),
    }),
    ...(world.meters ? [metricsPage(world.meters, parts.metricsToken)] : []),
  ];
  return {
    open: () =>
      createHttpDoor({
        engine,
        routes: parts.takesRequests
          ? [
              ...statusPages(),
              ...docsRoutes({ opened: docs, baseUrl: settings.baseUrl, log: world.log }),
              ...consentRoutes(engine),
              ...trackRoutes(engine),
              logoRoute(engine),
              ...exportLinkRoutes(engine, downloads),
              ...openApiRoutes(openApi),
              ...v2Routes({ engine, catalogue }),
              ...exportRoutes(downloads),
              ...toolRoutes({ engine, catalogue }),
              ...v1Routes({ engine, catalogue, invoke }),
              ...adminToolRoutes({ engine, catalogue }),
              ...integrationRoutes({ engine, windows }),
              ...mcp.routes,
              ...withCors([serverCardRoute(settings.baseUrl, version)]),
              ...oauth.routes,
            ]
          : statusPages(),
        // The console is a tenth of the program, and many processes never show it.
        ...(parts.takesRequests && {
          lateRoutes: {
            prefix: '/console',
            load: async () => (await import('./surfaces/console/routes.ts')).consoleRoutes(engine),
          },
        }),
        callers,
        windows,
        envelopes,
        trustedProxies: parts.trustedProxies,
        phase,
      }),
    close: () => mcp.close(),
  };
}
