export type Answers = {
  /** Groups the responses to the requests of a batch. */
  together(ids: readonly unknown[]): void;
  write(id: unknown, line: string): void;
  /** Marks a request that gets no response because it was cancelled. */
  none(id: unknown): void;
  /** Flushes incomplete batches when no more responses will come. */
  end(): void;
};

type Together = { due: number; lines: string[] };

/** JSON-RPC 2.0 section 6: the responses of a batch are written as one array, others immediately. */
export function answersTo(write: (line: string) => void): Answers {
  const waiting = new Map<unknown, Together>();
  const writeArray = ({ lines }: Together): void => {
    if (lines.length > 0) write(`[${lines.join(',')}]`);
  };
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
        // Reusing the id of an open request is a client error and must not delay other responses.
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
