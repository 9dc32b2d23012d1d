/** The answers of a connection on their way out. */
export type Answers = {
  /** From now on the answers to these requests, which came as an array, wait for each other. */
  together(ids: readonly unknown[]): void;
  /** @param line the answer to the request with this id, as JSON text */
  write(id: unknown, line: string): void;
  /** No answer comes to a request: it was cancelled. */
  none(id: unknown): void;
  /** No more answers come at all. */
  end(): void;
};

type Together = { due: number; lines: string[] };

/**
 * Writes answers as they come, but those to the requests of one array as one array, once all of them are there (JSON-RPC 2.0
 * section 6).
 */
export function answersTo(write: (line: string) => void): Answers {
  const waiting = new Map<unknown, Together>();
  const writeArray = ({ lines }: Together): void => {
    if (lines.length > 0) write(`[${lines.join(',')}]`);
  };
  /** False when the request did not come in an array. */
  const settle = (id: unknown, line: string | null): boolean => {
    const together = waiting.get(id);
    if (!together) return false;
    waiting.delete(id);
    together.due -= 1;
    if (line !== null) together.lines.push(line);
    if (together.due === 0) writeArray(together);
    return true;
  };
  return {
    together(ids) {
      const together = { due: ids.length, lines: [] };
      for (const id of ids) {
        // An id that is used again before it is answered is a fault of the client, and delays no other response.
        settle(id, null);
        waiting.set(id, together);
      }
    },
    write(id, line) {
      if (!settle(id, line)) write(line);
    },
    none(id) {
      settle(id, null);
    },
    end() {
      for (const together of new Set(waiting.values())) writeArray(together);
      waiting.clear();
    },
  };
}
