/**
 * What a tool does to the world; the four MCP hints follow from it.
 * `read` changes nothing; `write` makes or changes records; `destroy` takes something away that cannot be had
 * back; `send` can put a mail on the wire.
 */
export type Effect = 'read' | 'write' | 'destroy' | 'send';

export type Hints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/**
 * @param idempotent whether doing a `write` twice is the same as once
 * @param mails whether a `write` may put a mail on the wire: then it is a send to whoever decides about it
 */
export function hintsOf(effect: Effect, idempotent = false, mails = false): Hints {
  switch (mails ? 'send' : effect) {
    case 'read':
      return { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    case 'write':
      return {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: idempotent,
        openWorldHint: false,
      };
    case 'destroy':
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };
    case 'send':
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
  }
}
