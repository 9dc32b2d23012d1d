import { canMail, classOf, operationClasses } from '../model/approval/operation-classes.ts';

/**
 * Effect of a tool, from which its MCP hints follow. `read` changes nothing, `write` creates or changes records, `destroy` removes records for
 * good, and `send` can put mail on the wire.
 */
export type Effect = 'read' | 'write' | 'destroy' | 'send';

export type Hints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/**
 * Returns the hints of a tool (ToolAnnotations of MCP 2025-11-25). A tool is not destructive if it only adds, undoes or stops mail. One that
 * may put mail on the wire has the hints of a send, because mail cannot be recalled. One that creates a credential is
 * destructive, because its holder can do what cannot be undone.
 */
export function hintsOf({ name, effect, idempotent = false, adds, undoes }: HintedTool): Hints {
  const operation = classOf(name);
  const openWorldHint = operation !== undefined && operationClasses[operation].openWorld;
  const isSend = effect === 'send' || canMail(name);
  switch (isSend ? 'send' : effect) {
    case 'read':
      return { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint };
    case 'write': {
      const isHarmless = adds || undoes || operation === 'stops_mail';
      const destructiveHint = operation === 'gives_power' || !isHarmless;
      return { readOnlyHint: false, destructiveHint, idempotentHint: idempotent, openWorldHint };
    }
    case 'destroy':
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint };
    case 'send':
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
  }
}

type HintedTool = {
  name: string;
  effect: Effect;
  idempotent?: boolean | undefined;
  adds?: true | undefined;
  undoes?: true | undefined;
};
