import { excessOfJson } from '../../../contract/json-text.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import type { LineWriter } from './line-framing.ts';

/** Maximum number of messages in progress. Each may add a response to the output buffer. */
const underWayMax = 64;
/** Limit of buffered input, in characters. The last line may exceed it. */
export const waitingCharactersMax = 16 * 1024 * 1024;
/** Overhead of a buffered line, because a line may have a single character. */
const lineCostCharacters = 128;

export type Intake = {
  take(line: string): void;
  /** Must be called when a started message has finished. */
  next(): void;
  drop(isMeant: (request: Fields) => boolean): boolean;
  emptied(): Promise<void>;
};

type IntakeTerms = {
  input: NodeJS.ReadableStream;
  writer: Pick<LineWriter, 'isFull' | 'room'>;
  underWay(): number;
  /** Starts a message. Its completion must be reported with `next`, not synchronously. */
  begin(line: string): void;
  /** Needed if messages in progress wait for input of the same client. If undefined, the input is paused instead. */
  refuse?(id: unknown): void;
};

type Held = { line: string; request: Fields | null };

/**
 * Queues lines while many requests are in progress, or while the client does not read. Cancellations and
 * responses skip the queue, because they free capacity. Beyond `waitingCharactersMax`, the input is not read.
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

/** Returns true for a message that can end a request in progress: a response or a cancellation. */
function frees(message: Fields): boolean {
  if (message.method === 'notifications/cancelled') return true;
  return !('method' in message) && 'id' in message && ('result' in message || 'error' in message);
}

/** Returns the messages of a line or batch. Returns none for an invalid line, which is rejected when its turn comes. */
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
