import type { Caller } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { Failure } from '../../model/failure.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { openDownload } from './download.ts';
import { pacedStream } from './paced-stream.ts';

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
        message: `At most ${organizationDownloadsMax} exports of an organization are downloaded at the same time`,
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
