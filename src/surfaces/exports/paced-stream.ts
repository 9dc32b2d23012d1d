import type { Clock } from '../../concurrency/clock.ts';
import { minuteMs } from '../../model/instant.ts';

/**
 * How long a client may take for one piece of a file. A client that reads an octet a second would otherwise keep its place for
 * months; this one is cut off and begins again.
 */
export const pieceTakenMs = minuteMs;

/**
 * A file as a stream that is made no faster than it is taken. Its end, whether it was taken whole, given up or cut off, ends
 * what makes it.
 * @param onEnd called once, with why it was not taken whole
 */
export function pacedStream(
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
    // Waits for the page that is being read, and no caller waits for this.
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
