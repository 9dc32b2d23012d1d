import type { PlaceLimits } from '../../model/limits/connection-places.ts';
import { ipRanges } from '../../model/limits/ip-budget.ts';
import { transportSecurity } from './finish-answer.ts';
import type { Arrival } from './request-context.ts';
import { requestIds } from './request-id.ts';
import { RequestPipeline, type RequestPipelineOptions } from './request-pipeline.ts';
import type { HttpAnswer, Route } from './request-response.ts';
import type { Listener } from './socket-server.ts';
import { answerFetch } from './web-fetch.ts';

export type HttpDoor = Listener & {
  routes: readonly Pick<Route, 'method' | 'path'>[];
  handle(arrival: Arrival): Promise<HttpAnswer>;
  fetch(request: Request, peer?: string): Promise<Response>;
};

export function createHttpDoor(
  options: RequestPipelineOptions & {
    connectionLimits?: Partial<Pick<PlaceLimits, 'max' | 'perAddressMax'>>;
  },
): HttpDoor {
  const { world, settings } = options.engine;
  const nameRequest = requestIds(world.ids);
  const pipeline = new RequestPipeline(options, nameRequest);
  let opened: Listener | undefined;
  return {
    routes: options.routes,
    handle: (arrival) => pipeline.handle(arrival),
    fetch: (request, peer = '127.0.0.1') => answerFetch(pipeline, request, peer),
    async listen(host, port) {
      const { SocketServer } = await import('./socket-server.ts');
      opened ??= new SocketServer(world, {
        pipeline,
        nameRequest,
        standing: transportSecurity(settings.baseUrl),
        trusted: ipRanges(options.trustedProxies),
        ...(options.connectionLimits && { connectionLimits: options.connectionLimits }),
      });
      return await opened.listen(host, port);
    },
    async drain(graceMs) {
      await opened?.drain(graceMs);
    },
  };
}
