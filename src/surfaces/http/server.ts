import type { IncomingHttpHeaders } from 'node:http';
import type { PlaceLimits } from '../../model/limits/connection-places.ts';
import { ipRanges } from '../../model/limits/ip-budget.ts';
import type { BodyIntake } from './body-intake.ts';
import { tooLarge } from './connections/read-incoming.ts';
import type { Listener } from './connections/socket-server.ts';
import type { Arrival } from './request-context.ts';
import { transportSecurity } from './request-context.ts';
import { requestIds } from './request-id.ts';
import { RequestPipeline, type RequestPipelineOptions } from './request-pipeline.ts';
import type { HttpAnswer, Route } from './request-response.ts';

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
      const { SocketServer } = await import('./connections/socket-server.ts');
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

async function answerFetch(
  pipeline: Pick<RequestPipeline, 'handle'>,
  request: Request,
  peer: string,
): Promise<Response> {
  const { host, pathname, search } = new URL(request.url);
  const headers: IncomingHttpHeaders = { host };
  for (const [name, value] of request.headers) headers[name] = value;
  const {
    status,
    headers: answered,
    body,
  } = await pipeline.handle({
    method: request.method,
    target: pathname + search,
    httpVersion: '1.1',
    headers,
    peer,
    readBody: (bytesMax, intake) => readWebBody(request, bytesMax, intake),
    onGone(act) {
      if (request.signal.aborted) act();
      else request.signal.addEventListener('abort', act, { once: true });
    },
  });
  const whole = Array.isArray(body) ? Buffer.concat(body) : body;
  return new Response(whole as ConstructorParameters<typeof Response>[0], { status, headers: answered });
}

async function readWebBody(
  { body, headers }: Request,
  bytesMax: number,
  intake: BodyIntake,
): Promise<Buffer | null> {
  if (body === null) return null;
  const announced = headers.get('content-length');
  if (Number(announced ?? 0) > bytesMax) throw tooLarge(bytesMax);
  await intake.announce(announced === null ? null : Number(announced));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    intake.came(chunk.length);
    chunks.push(chunk);
  }
  await intake.whole();
  return Buffer.concat(chunks, bytes);
}
