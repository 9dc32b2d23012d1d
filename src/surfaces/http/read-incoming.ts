import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure, invalidField } from '../../model/failure.ts';

/** Whether the head of a request announces a body (RFC 9112 6.3). */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a body from the socket; null when there is none. A client that waits for `100 Continue` (RFC 9110 10.1.1)
 * is told to go on only here, so a request that is refused before costs nobody a body.
 *
 * @throws Failure payload_too_large at the first byte too many, or at once when the length announces it;
 *   validation_error when the client goes away in the middle
 */
export function readIncoming(
  request: IncomingMessage,
  response: ServerResponse,
  bytesMax: number,
): Promise<Buffer | null> {
  if (!announcesBody(request)) return Promise.resolve(null);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return Promise.reject(tooLarge(bytesMax));
  if (waitsForContinue(request)) response.writeContinue();
  return new Promise((resolve, reject) => {
    let first: Buffer | null = null;
    let more: Buffer[] | null = null;
    let bytes = 0;
    const stop = (): void => {
      request.off('data', take);
      request.off('end', whole);
      request.off('close', broken);
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        stop();
        reject(tooLarge(bytesMax));
      } else if (first === null) first = chunk;
      else if (more === null) more = [first, chunk];
      else more.push(chunk);
    };
    const whole = (): void => {
      stop();
      resolve(more === null ? first : Buffer.concat(more, bytes));
    };
    const broken = (): void => {
      stop();
      reject(invalidField('', 'ended before it was whole'));
    };
    request.on('data', take);
    request.on('end', whole);
    request.on('close', broken);
  });
}

/** Whether the client holds its body back until it is told to send it. */
export function waitsForContinue({ headers }: IncomingMessage): boolean {
  return headers.expect !== undefined && headers.expect.toLowerCase() === '100-continue';
}

export function tooLarge(bytesMax: number): Failure {
  return new Failure('payload_too_large', { details: { bytes_max: bytesMax } });
}
