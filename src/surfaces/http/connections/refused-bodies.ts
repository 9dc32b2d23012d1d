import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../concurrency/clock.ts';
import { secondMs } from '../../../model/instant.ts';

/** Time for which a refused client may keep sending. An earlier close could keep the client from reading the response. */
const lingerMs = 2 * secondMs;
/** Octets discarded per step for all bodies. A single client can send the largest body within `lingerMs`. */
const stepOctets = 2 * 1024 * 1024;
const restMs = 200;
const readOctets = 64 * 1024;
/** Maximum number of bodies per step, because each reads at least once. */
const sharersMax = stepOctets / readOctets;

/** The response is already sent. The close waits until the client stops sending or its time is up. */
export function refusedBodies(
  clock: Pick<Clock, 'after'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const waiting = new Set<(octets: number) => void>();
  let isResting = false;

  function wait(read: (octets: number) => void): void {
    waiting.add(read);
    step();
  }

  function step(): void {
    if (isResting || waiting.size === 0) return;
    isResting = true;
    clock.after(restMs, () => {
      isResting = false;
      step();
    });
    const sharers = [...waiting].slice(0, sharersMax);
    for (const read of sharers) {
      waiting.delete(read);
      read(stepOctets / sharers.length);
    }
  }

  return (request, response) => {
    let octetsLeft = 0;
    const read = (octets: number): void => {
      octetsLeft += octets;
      request.resume();
    };
    const pass = (chunk: Buffer): void => {
      octetsLeft -= chunk.length;
      if (octetsLeft > 0) return;
      request.pause();
      wait(read);
    };
    const end = (): void => {
      cancel();
      waiting.delete(read);
      request.off('data', pass);
      request.off('end', end);
      request.off('close', end);
      response.end();
    };
    const cancel = clock.after(lingerMs, end);
    // A data listener would start reading immediately.
    request.pause();
    request.on('data', pass);
    request.on('end', end);
    request.on('close', end);
    wait(read);
  };
}
