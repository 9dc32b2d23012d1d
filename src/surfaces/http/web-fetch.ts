import type { IncomingHttpHeaders } from 'node:http';
import type { BodyIntake } from './body-intake.ts';
import { tooLarge } from './read-incoming.ts';
import type { RequestPipeline } from './request-pipeline.ts';

export async function answerFetch(
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
