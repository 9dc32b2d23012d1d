import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';
import type { EventQuota } from './event-quota.ts';

/** Limits of the events that a session keeps for a client that reconnects. */
const eventsMax = 500;
const sessionBytesMax = 2 * 1024 * 1024;
/** A longer message is sent but not kept; a client that missed it must repeat its request. */
const eventBytesMax = 256 * 1024;
/** A single non-Latin-1 character makes V8 store the whole text with two bytes per character. */
const bytesPerCharacter = 2;
const bytesBesideText = 256;

const standaloneStream = '_GET_stream';

export type KeptEvents = EventStore & {
  /** `resume` if the events are kept, `listen` if messages are lost, `gone` if the response is lost. */
  progressOf(id: string): 'resume' | 'listen' | 'gone';
  close(): void;
};

type KeptEvent = {
  stream: string;
  /** JSON of the message; null if it was too long. */
  text: string | null;
  bytes: number;
  giveBack(): void;
};

/**
 * Serves reconnects with `Last-Event-ID` (MCP 2025-11-25), in memory, because a session lives in one process.
 * `name` (letters, digits and `_`) is unique within a session, so that event ids never collide.
 */
export function eventStore(name: string, room: EventQuota, organization: number): KeptEvents {
  /** Events by id, oldest first. Only the oldest are evicted, so there are no gaps between kept events. */
  const events = new Map<string, KeptEvent>();
  let last = 0;
  let held = 0;
  let over = false;

  const forget = (id: string): void => {
    const event = events.get(id);
    if (!event) return;
    events.delete(id);
    held -= event.bytes;
    event.giveBack();
  };
  const following = (id: string): [string, KeptEvent][] => {
    const from = events.get(id);
    const all = [...events];
    const after = all.findIndex(([each]) => each === id) + 1;
    return all.slice(after).filter(([, { stream }]) => stream === from?.stream);
  };
  return {
    async storeEvent(stream, message) {
      last += 1;
      const id = `${name}${stream === standaloneStream ? said : answered}${last}`;
      if (over) return id;
      const text = JSON.stringify(message);
      const isKept = text.length * bytesPerCharacter <= eventBytesMax;
      const bytes = bytesBesideText + (isKept ? text.length * bytesPerCharacter : 0);
      const giveBack = room.take(organization, bytes, () => forget(id));
      events.set(id, { stream, text: isKept ? text : null, bytes, giveBack });
      held += bytes;
      for (const oldest of events.keys()) {
        if (events.size <= eventsMax && held <= sessionBytesMax) break;
        forget(oldest);
      }
      return id;
    },
    async replayEventsAfter(id, { send }) {
      const from = events.get(id);
      if (!from) throw new Error('The event is no longer stored');
      // Includes messages sent during the replay, which would otherwise be lost.
      for (let next = following(id)[0]; next; next = following(next[0])[0]) {
        const [nextId, { text }] = next;
        if (text === null) throw new Error('Events after this one are no longer stored');
        await send(nextId, JSON.parse(text) as JSONRPCMessage);
      }
      return from.stream;
    },
    progressOf(id) {
      if (events.has(id) && following(id).every(([, { text }]) => text !== null)) return 'resume';
      return id.includes(said) ? 'listen' : 'gone';
    },
    close() {
      over = true;
      for (const id of [...events.keys()]) forget(id);
    },
  };
}

/** Separators between the name and the number in an event id, by kind of stream. */
const said = '.s.';
const answered = '.a.';
