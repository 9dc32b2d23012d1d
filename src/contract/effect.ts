import { canMail, findOperationClass, operationClasses } from '../model/approval/operation-classes.ts';

/** `read` changes nothing, `write` creates or changes records, `destroy` removes records for good, and `send` can send mail. */
export type Effect = 'read' | 'write' | 'destroy' | 'send';

export type Hints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/**
 * ToolAnnotations (MCP 2025-11-25). A tool that only adds, undoes or stops mail is not destructive.
 * A tool that may mail is, because mail cannot be recalled, and a tool that creates a credential.
 */
export function deriveHints({ name, effect, idempotent = false, adds, undoes }: HintedTool): Hints {
  const operation = findOperationClass(name);
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
