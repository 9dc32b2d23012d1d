/**
 * What a tool does to the world; the four MCP hints follow from it.
 * `read` changes nothing; `write` makes or changes records; `destroy` removes something that cannot be brought
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
 * The hints of a tool, in the sense of the protocol (ToolAnnotations of MCP 2025-11-25): not destructive is what only
 * adds or undoes, and here what stops mail, which is never held back. A `write` that may put a mail on the wire is a send
 * to the person who decides about it; one that makes a credential is destructive, because its holder can do what cannot be
 * undone.
 */
export function hintsOf({
  effect,
  idempotent = false,
  mails,
  adds,
  stops,
  undoes,
  mintsPower,
  looksOutside = false,
}: {
  effect: Effect;
  idempotent?: boolean;
  mails?: true;
  adds?: true;
  stops?: true;
  undoes?: true;
  mintsPower?: true;
  looksOutside?: boolean;
}): Hints {
  switch (mails ? 'send' : effect) {
    case 'read':
      return {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: looksOutside,
      };
    case 'write':
      return {
        readOnlyHint: false,
        destructiveHint: mintsPower === true || !(adds || stops || undoes),
        idempotentHint: idempotent,
        openWorldHint: looksOutside,
      };
    case 'destroy':
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };
    case 'send':
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
  }
}
