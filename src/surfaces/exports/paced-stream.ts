import type { Clock } from '../../concurrency/clock.ts';
import { minuteMs } from '../../model/instant.ts';

/** Without a limit, a client that reads an octet per second would keep its slot for months. */
export const pieceTakenMs = minuteMs;

/**
 * Ends the generator when the stream is completed, cancelled or timed out.
 * @param onEnd called once, with the error unless the file was read completely
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
