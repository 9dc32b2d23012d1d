import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** What a session keeps of what it said, for a client whose line broke. */
const eventsMax = 500;
const charactersMax = 2 * 1024 * 1024;

/** The SDK's name for the stream on which a server speaks first. */
const standaloneStream = '_GET_stream';

export type KeptEvents = EventStore & {
  /**
   * What to do with a `Last-Event-ID`: `resume` what is kept; `listen` anew to what the server says first, where what was
   * missed is gone; or `gone`, when the answer that it waits for went with the process or the session that had it.
   */
  standingOf(id: string): 'resume' | 'listen' | 'gone';
};

/**
 * The last messages of one session's streams, so that a client that comes back with `Last-Event-ID` misses none of them
 * (MCP 2025-11-25, resumability). In memory: a session lives in one process, and what it lost by a restart it asks again.
 *
 * @param name of this store among those that one session has in its life, in letters, digits and `_`: an event of one is
 *   none of another
 */
export function eventStore(name: string): KeptEvents {
  let events: { number: number; stream: string; message: JSONRPCMessage; characters: number }[] = [];
  let last = 0;
  let held = 0;
  const idOf = ({ number, stream }: { number: number; stream: string }): string =>
    `${name}${stream === standaloneStream ? said : answered}${number}`;
  const find = (id: string) => events.find((event) => idOf(event) === id);
  return {
    async storeEvent(stream, message) {
      last += 1;
      const characters = JSON.stringify(message).length;
      const event = { number: last, stream, message, characters };
      events.push(event);
      held += characters;
      let gone = 0;
      while (events.length - gone > eventsMax || (held > charactersMax && events.length - gone > 1)) {
        held -= events[gone]!.characters;
        gone += 1;
      }
      if (gone > 0) events = events.slice(gone);
      return idOf(event);
    },
    async replayEventsAfter(id, { send }) {
      const from = find(id);
      if (!from) throw new Error('The event is not kept any more');
      // What is said meanwhile is found too: it would otherwise fall between what is replayed and what comes next.
      const after = (number: number) =>
        events.find((event) => event.stream === from.stream && event.number > number);
      for (let next = after(from.number); next; next = after(next.number)) {
        await send(idOf(next), next.message);
      }
      return from.stream;
    },
    standingOf(id) {
      if (find(id)) return 'resume';
      return id.includes(said) ? 'listen' : 'gone';
    },
  };
}

/** Between the name and the number of an event, by the kind of its stream. */
const said = '.s.';
const answered = '.a.';
