import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../concurrency/clock.ts';
import { secondMs } from '../../model/instant.ts';

/** A client that still sends when it was refused is listened to this long, so that it gets to read why. */
const lingerMs = 2 * secondMs;
/** Of what it sends so much is read past at a time, enough for the largest body to pass; */
const lingerStepBytes = 2 * 1024 * 1024;
/** then it rests for this long, since a flood of refused bodies would take the event loop from all others. */
const lingerRestMs = 200;

/** The answer goes out whole; the end waits until the client has stopped sending or its time is up. */
export function lingerThenEnd(
  clock: Pick<Clock, 'after'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  let stepBytes = 0;
  let cancelRest = (): void => {};
  const pass = (chunk: Buffer): void => {
    stepBytes += chunk.length;
    if (stepBytes < lingerStepBytes) return;
    stepBytes = 0;
    request.pause();
    cancelRest = clock.after(lingerRestMs, () => request.resume());
  };
  const end = (): void => {
    cancel();
    cancelRest();
    request.off('data', pass);
    request.off('end', end);
    request.off('close', end);
    response.end();
  };
  const cancel = clock.after(lingerMs, end);
  request.on('data', pass);
  request.on('end', end);
  request.on('close', end);
  request.resume();
}
