import { createHttpDoor } from '../../src/surfaces/http/server.ts';
import { mcpEndpoint } from '../../src/surfaces/mcp/http/streamable-http.ts';
import { authorizationServer } from '../../src/surfaces/oauth/authorization-server.ts';
import { v2Envelope } from '../../src/surfaces/rest/v2/envelope.ts';
import { firstToken, openPlatform } from '../world/platform.ts';
import { fixtureOffer } from './fixture-offer.ts';
import { tokenProxy } from './token-proxy.ts';

/** Simulated time between two requests, so that the suite does not exhaust a budget in one second. */
const betweenRequestsMs = 100;

/** Serves the fixtures through our own endpoint and HTTP door, on a loopback port without authentication. */
export async function startFixtures(): Promise<{ url: string; stop(): Promise<void> }> {
  const { platform, clock } = await openPlatform();
  const offer = fixtureOffer();
  const endpoint = mcpEndpoint({
    engine: platform.engine,
    offerTo: () => offer,
    metadata: authorizationServer({
      engine: platform.engine,
      callers: platform.callers,
      authority: { kind: 'none' },
    }).metadata,
  });
  const door = createHttpDoor({
    engine: platform.engine,
    routes: endpoint.routes,
    callers: platform.callers,
    windows: platform.windows,
    envelopes: { v1: () => ({}), v2: v2Envelope },
    trustedProxies: [],
    phase: () => 'ready',
  });
  const { port } = await door.listen('127.0.0.1', 0);
  const proxy = await tokenProxy(port, firstToken, () => clock.advance(betweenRequestsMs));
  return {
    url: `http://127.0.0.1:${proxy.port}/mcp`,
    async stop() {
      proxy.close();
      await endpoint.close();
      await door.drain(0);
      await platform.close();
    },
  };
}
