/**
 * Events that wait for a slow reader, at most. A stream that lives on tells of changes in some hundred octets each; one
 * that answers an array has an event for each message of it and for each notification meanwhile.
 */
export const eventsWaitingMax = 1_000;

/**
 * The events of a stream of the SDK, which makes them however slowly they are read: a reader who is too many of them
 * behind loses the stream, and its client takes it up again where it broke.
 */
export function boundedEvents(events: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null {
  if (events === null) return null;
  const reader = events.getReader();
  return new ReadableStream<Uint8Array>(
    {
      start(waiting) {
        const takeAll = async (): Promise<void> => {
          for (let next = await reader.read(); !next.done; next = await reader.read()) {
            if (waiting.desiredSize === 0) throw new Error('the reader of an event stream is too far behind');
            waiting.enqueue(next.value);
          }
          waiting.close();
        };
        takeAll().catch((error) => {
          waiting.error(error);
          reader.cancel(error).catch(() => {});
        });
      },
      async cancel(reason) {
        await reader.cancel(reason);
      },
    },
    { highWaterMark: eventsWaitingMax },
  );
}
