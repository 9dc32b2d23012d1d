import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure, invalidField } from '../../../model/failure.ts';
import type { BodyIntake } from '../body-intake.ts';

/** RFC 9112 section 6.3. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Sends `100 Continue` (RFC 9110 section 10.1.1) only here, so that a request refused earlier sends no body.
 * @throws Failure payload_too_large at the first excess byte or announced length; validation_error when the
 * client disconnects or sends too slowly; and the errors of `intake`
 */
export async function readIncoming(
  request: IncomingMessage,
  response: ServerResponse,
  bytesMax: number,
  intake: BodyIntake,
): Promise<Buffer | null> {
  if (!announcesBody(request)) return null;
  const length = request.headers['content-length'];
  if (Number(length ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const room = intake.announce(length === undefined ? null : Number(length));
  if (room) await room;
  if (waitsForContinue(request)) response.writeContinue();
  const body =
    request.complete && !request.destroyed
      ? takenAtOnce(request, bytesMax, intake)
      : await wholeBody(request, bytesMax, intake);
  const spent = intake.whole();
  if (spent) await spent;
  return body;
}

function wholeBody(request: IncomingMessage, bytesMax: number, intake: BodyIntake): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    // The client may have disconnected while the budgets were checked. Node then does not emit the received data.
    if (request.destroyed) return reject(brokenOff());
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
      try {
        if (bytes > bytesMax) throw tooLarge(bytesMax);
        intake.came(chunk.length);
      } catch (failure) {
        stop();
        reject(failure);
        return;
      }
      if (first === null) first = chunk;
      else if (more === null) more = [first, chunk];
      else more.push(chunk);
    };
    const whole = (): void => {
      stop();
      resolve(more === null ? first : Buffer.concat(more, bytes));
    };
    const broken = (): void => {
      stop();
      reject(brokenOff());
    };
    intake.watch((failure) => {
      stop();
      reject(failure);
    });
    request.on('data', take);
    request.on('end', whole);
    request.on('close', broken);
  });
}

/** Most bodies arrive with their head and are already buffered. */
function takenAtOnce(request: IncomingMessage, bytesMax: number, intake: BodyIntake): Buffer | null {
  const bytes = request.readableLength;
  if (bytes > bytesMax) throw tooLarge(bytesMax);
  intake.came(bytes);
  return request.read();
}

function brokenOff(): Failure {
  return invalidField('', 'ended before it was whole');
}

/** RFC 9110 section 10.1.1: a client of HTTP/1.0 never gets a 100 Continue. */
export function waitsForContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return (
    httpVersion !== '1.0' && headers.expect !== undefined && headers.expect.toLowerCase() === '100-continue'
  );
}

export function tooLarge(bytesMax: number): Failure {
  return new Failure('payload_too_large', { details: { bytes_max: bytesMax } });
}
