import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';
import type { EventQuota } from './event-quota.ts';

/** What a session keeps of what it said, for a client whose line broke. */
const eventsMax = 500;
const sessionBytesMax = 2 * 1024 * 1024;
/** A longer message is said and not kept: a client that missed it asks again. */
const eventBytesMax = 256 * 1024;
/** A letter outside Latin-1 makes all letters of a text as wide. */
const bytesPerCharacter = 2;
/** What an event takes up besides its text, roughly. */
const bytesBesideText = 256;

/** The SDK's name for the stream on which a server speaks first. */
const standaloneStream = '_GET_stream';

type KeptEvents = EventStore & {
  /**
   * What to do with a `Last-Event-ID`: `resume` what is kept; `listen` from the start, where what was
   * missed is gone; or `gone`, when the answer that it waits for is not kept: it was too long, had to make room, or went
   * with the process or the session that had it.
   */
  progressOf(id: string): 'resume' | 'listen' | 'gone';
  /** Forgets everything and keeps nothing more: the session is over. */
  close(): void;
};

type KeptEvent = {
  stream: string;
  /** The message as JSON; null where it was too long to be kept. */
  text: string | null;
  bytes: number;
  giveBack(): void;
};

/**
 * The last messages of one session's streams, so that a client that comes back with `Last-Event-ID` misses none of them
 * (MCP 2025-11-25, resumability). In memory: a session lives in one process, and what it lost by a restart it asks again.
 *
 * @param name of this store among those that one session has in its life, in letters, digits and `_`: an event of one is
 *   none of another
 * @param organization whose session it is, by its key
 */
export function eventStore(name: string, room: EventQuota, organization: number): KeptEvents {
  /** By their ids, oldest first. What goes is always the oldest, so nothing is missing between two that are here. */
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
  /** What was said after an event on its stream. */
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
      if (!from) throw new Error('The event is not kept any more');
      // What is said meanwhile is found too: it would otherwise fall between what is replayed and what comes next.
      for (let next = following(id)[0]; next; next = following(next[0])[0]) {
        const [nextId, { text }] = next;
        if (text === null) throw new Error('What came after this event is not kept');
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

/** Between the name and the number of an event, by the kind of its stream. */
const said = '.s.';
const answered = '.a.';
