import { expect, it } from 'vitest';
import { boundedEvents, eventsWaitingMax } from '../../../../src/surfaces/mcp/sessions/sdk-endpoint.ts';

function source() {
  let tell!: ReadableStreamDefaultController<Uint8Array>;
  let cancelled = false;
  const events = new ReadableStream<Uint8Array>({
    start(controller) {
      tell = controller;
    },
    cancel() {
      cancelled = true;
    },
  });
  return { events, tell, isCancelled: () => cancelled };
}

const event = new TextEncoder().encode('data: x\n\n');
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('an event stream reaches its reader completely and ends', async () => {
  const { events, tell } = source();
  const bounded = boundedEvents(events)!;
  for (let count = 0; count < eventsWaitingMax; count += 1) tell.enqueue(event);
  await turn();
  const reader = bounded.getReader();
  for (let count = 0; count < eventsWaitingMax; count += 1) expect((await reader.read()).value).toBe(event);
  tell.enqueue(event);
  tell.close();
  expect((await reader.read()).value).toBe(event);
  expect((await reader.read()).done).toBe(true);
});

it('a reader that falls too far behind loses the stream and its pending events', async () => {
  const { events, tell, isCancelled } = source();
  const reader = boundedEvents(events)!.getReader();
  for (let count = 0; count <= eventsWaitingMax; count += 1) tell.enqueue(event);
  await turn();
  expect(isCancelled()).toBe(true);
  await expect(reader.read()).rejects.toThrow('too far behind');
});

it('a client that disconnects ends the stream at its source', async () => {
  const { events, tell, isCancelled } = source();
  const reader = boundedEvents(events)!.getReader();
  tell.enqueue(event);
  await reader.read();
  await reader.cancel();
  expect(isCancelled()).toBe(true);
});
