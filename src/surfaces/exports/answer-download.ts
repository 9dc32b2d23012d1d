import type { Clock } from '../../concurrency/clock.ts';
import type { Caller } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { Failure } from '../../model/failure.ts';
import { minuteMs } from '../../model/instant.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { openDownload } from './download.ts';

/** Limits of concurrent downloads per organization and in total. Each holds a socket and a page of data. */
const organizationDownloadsMax = 2;
const downloadsMax = 32;
const retrySeconds = 30;

export type DownloadDoor = {
  /** Responds with a file generated while it is sent. @throws Failure as the tool does */
  answer(caller: Caller, toolName: string, input: unknown): Promise<HttpAnswer>;
};

/** Serves exports over HTTP with a limit of concurrent downloads. Use a single instance per process. */
export function downloadDoor(engine: Engine): DownloadDoor {
  const open = new Map<number, number>();
  let openTogether = 0;

  /** @returns releases the slot; may be called more than once */
  function takePlace(organization: number): () => void {
    const own = open.get(organization) ?? 0;
    if (own >= organizationDownloadsMax || openTogether >= downloadsMax) {
      throw new Failure('rate_limit_exceeded', {
        message: `An organization can download at most ${organizationDownloadsMax} exports at the same time`,
        retryAfterSeconds: retrySeconds,
      });
    }
    open.set(organization, own + 1);
    openTogether += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      openTogether -= 1;
      const left = open.get(organization)! - 1;
      if (left > 0) open.set(organization, left);
      else open.delete(organization);
    };
  }

  return {
    async answer(caller, toolName, input) {
      const giveBack = takePlace(caller.organization.key);
      const stop = new AbortController();
      try {
        const download = { engine, caller, signal: stop.signal };
        const { fileName, contentType, octets } = await openDownload(download, toolName, input);
        const body = pacedStream(octets, {
          clock: engine.world.clock,
          onEnd(error) {
            giveBack();
            stop.abort();
            if (error === null) return;
            const { requestId } = caller;
            engine.world.log.info(
              { requestId, tool: toolName, err: error },
              'An export was not downloaded completely',
            );
          },
        });
        return { status: 200, headers: headersOf(fileName, contentType), body };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}

function headersOf(fileName: string, contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
  };
}

/** Without a limit, a client that reads an octet per second would keep its slot for months. */
const pieceTakenMs = minuteMs;

/** Ends the generator with the stream. `onEnd` gets the error, unless the file was read completely. */
function pacedStream(
  octets: AsyncGenerator<Uint8Array>,
  { clock, onEnd }: { clock: Pick<Clock, 'after'>; onEnd(error: unknown): void },
): ReadableStream<Uint8Array> {
  let cancelTimer = (): void => {};
  let isOpen = true;
  const end = (error: unknown): void => {
    if (!isOpen) return;
    isOpen = false;
    cancelTimer();
    onEnd(error);
    // Resolves after the current page was read, so it is not awaited.
    octets.return(undefined).catch(() => {});
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        cancelTimer();
        try {
          const { done, value } = await octets.next();
          if (!isOpen) return;
          if (done) {
            controller.close();
            end(null);
            return;
          }
          controller.enqueue(value);
          cancelTimer = clock.after(pieceTakenMs, () => {
            const error = new Error('The client took too long for a piece of an export');
            controller.error(error);
            end(error);
          });
        } catch (error) {
          end(error);
          throw error;
        }
      },
      cancel: (reason) => end(reason ?? new Error('The client left')),
    },
    { highWaterMark: 0 },
  );
}
