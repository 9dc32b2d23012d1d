/** Maximum events for a slow reader. Changes take some hundred bytes; a batch has an event per message. */
export const eventsWaitingMax = 1_000;

/** The SDK writes regardless of the reader. A reader too far behind loses the stream and resumes at the last event. */
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
