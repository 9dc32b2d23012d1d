import { excessOfJson } from '../../../contract/json-text.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { type Fields, isFields } from '../protocol/fields.ts';
import type { LineWriter } from './line-framing.ts';

/** Messages under way at once: each adds an answer to those that wait for the client, however many these are. */
const underWayMax = 64;
/** Lines that wait for their turn may cost so many characters together, before the last of them. */
export const waitingCharactersMax = 16 * 1024 * 1024;
/** What a line that waits costs beside its own characters: the shortest is one character long. */
const lineCostCharacters = 128;

/** The lines of a client on a pair of streams, each begun as soon as there is room for it. */
type Intake = {
  take(line: string): void;
  /** To be called when something that was begun has ended. */
  next(): void;
  /** Leaves requests out that wait. False when none of them is meant. */
  drop(isMeant: (request: Fields) => boolean): boolean;
  /** Once nothing waits. */
  emptied(): Promise<void>;
};

type IntakeTerms = {
  input: NodeJS.ReadableStream;
  writer: Pick<LineWriter, 'isFull' | 'room'>;
  /** Messages that were begun and have not ended, requests that are not answered among them. */
  underWay(): number;
  /** What is begun tells its end by `next`, later and not from within. */
  begin(line: string): void;
  /**
   * Where what is under way may wait for its own client, reading must go on; a request too many is then refused. Left out:
   * the input is paused.
   */
  refuse?(id: unknown): void;
};

/** A line that waits, with the id and the method of its request where it is one. */
type Held = { line: string; request: Fields | null };

/**
 * Begins lines in their order, and holds them back while as many requests as may are under way, or while the client does
 * not read what it was answered: its answers then wait in our memory, and what is not begun adds none.
 *
 * Held lines are looked at all the same. A cancellation and the answer to a question of ours pass by, since they free what
 * others wait for; and what is cancelled before it was begun is left out, unanswered. (Was it answered already, and not
 * read, then the answer stands: a cancellation may always come too late.) Once more than `waitingCharactersMax` is held,
 * nothing more is read until the client reads, a cancellation neither. Who waits for an answer reads, and by that the
 * lines go on; only a client that writes on and on and never reads stops itself.
 */
export function intake({ input, writer, underWay, begin, refuse }: IntakeTerms): Intake {
  const waiting = new Set<Held>();
  let characters = 0;
  let paused = false;
  let emptied = (): void => {};
  const hasRoom = (): boolean => underWay() < underWayMax && !writer.isFull();

  let wantsRoom = false;
  const nextWhenRead = async (): Promise<void> => {
    if (wantsRoom) return;
    wantsRoom = true;
    await writer.room();
    wantsRoom = false;
    next();
  };
  const next = (): void => {
    for (const one of waiting) {
      if (!hasRoom()) break;
      leave(one);
      begin(one.line);
    }
    if (paused && (characters <= waitingCharactersMax || (refuse && !writer.isFull()))) {
      paused = false;
      input.resume();
    }
    if (waiting.size === 0) emptied();
    else if (writer.isFull()) void nextWhenRead();
  };
  const leave = (one: Held): void => {
    waiting.delete(one);
    characters -= costOf(one.line);
  };
  const drop = (isMeant: (request: Fields) => boolean): boolean => {
    const meant = [...waiting].filter(({ request }) => request !== null && isMeant(request));
    for (const one of meant) leave(one);
    return meant.length > 0;
  };
  /** Whether a message cancels a request that waits, which is then left out. */
  const takesBack = (message: Fields): boolean => {
    const cancelled = cancelledId(message);
    return cancelled !== undefined && cancelled !== null && drop(({ id }) => id === cancelled);
  };
  const hold = (line: string, request: Fields | null): void => {
    waiting.add({ line, request });
    characters += costOf(line);
    if (characters > waitingCharactersMax && !paused) {
      paused = true;
      input.pause();
    }
    if (writer.isFull()) void nextWhenRead();
  };

  return {
    take(line) {
      if (line === '') return;
      if (waiting.size === 0 && hasRoom()) return begin(line);
      const messages = messagesIn(line);
      const dropped = messages.filter(takesBack);
      if (messages.length > 0 && dropped.length === messages.length) return;
      if (messages.length > 0 && messages.every(frees)) return begin(line);
      const isTooMuch = waiting.size > 0 && characters + costOf(line) > waitingCharactersMax;
      if (isTooMuch && refuse && !writer.isFull()) {
        for (const each of messages) if ('id' in each) refuse(each.id);
        return;
      }
      const [message] = messages.length === 1 ? messages : [];
      hold(line, message && 'id' in message ? { id: message.id, method: message.method } : null);
    },
    next,
    drop,
    emptied: () => (waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => (emptied = resolve))),
  };
}

function costOf(line: string): number {
  return line.length + lineCostCharacters;
}

/** Whether a message lets something end that is under way: the answer to a question, or a cancellation. */
function frees(message: Fields): boolean {
  if (message.method === 'notifications/cancelled') return true;
  return !('method' in message) && 'id' in message && ('result' in message || 'error' in message);
}

/** Its message, or those of its array; none where it has something else, which is looked at when its turn has come. */
function messagesIn(line: string): readonly Fields[] {
  if (excessOfJson(line) !== null) return [];
  try {
    const message: unknown = JSON.parse(line);
    const messages = Array.isArray(message) ? message : [message];
    return messages.every(isFields) ? messages : [];
  } catch {
    return [];
  }
}
