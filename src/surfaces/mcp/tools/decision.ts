import type { ReadArguments } from '../../../contract/description/tool-description.ts';
import type { IdempotencyRequest } from '../../../contract/idempotency.ts';
import type { Tool } from '../../../contract/tool.ts';
import type { ApprovalProblem } from '../../../engine/approval/send-approvals.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import type { SendPermit } from '../../../engine/context/send-permit.ts';
import { Failure, failures } from '../../../model/failure.ts';
import { isChangeAlone, type PreviewedSend, shownPreview } from '../../../model/sending/send-preview.ts';
import type { Fields } from '../../../model/text/fields.ts';
import type { Conversation, InputWanted, NotAsked } from '../protocol/server-definition.ts';
import type { McpContext } from './context.ts';
import { heldCharactersMax } from './pending-elicitations.ts';

export type Decision =
  /** `permit` is undefined for a tool that never asks. `settle` records an approved call's outcome. */
  | {
      kind: 'go';
      permit?: SendPermit;
      idempotency?: IdempotencyRequest;
      settle?(outcome: string, answer?: unknown): Promise<void>;
    }
  /** The approval has already performed this call. */
  | { kind: 'done before'; result: Fields; note: string }
  | { kind: 'answer'; value: Fields }
  | { kind: 'input wanted'; wanted: InputWanted };

export type Reason = 'not_confirmed' | 'declined' | 'too_many_pending' | NotAsked | ApprovalProblem;

const sentences: Readonly<Record<Reason, string | undefined>> = {
  not_confirmed: undefined,
  declined: 'Nothing was sent: the person declined',
  too_many_questions:
    'Nothing was sent: it needs approval, but too many approval requests are already waiting, so the person was not asked',
  too_many_pending:
    'Nothing was sent: it needs approval, but the maximum number of approval requests is already waiting',
  too_large: `Nothing was sent: it needs approval, and a call that waits for approval can have at most ${heldCharactersMax.toLocaleString('en')} characters of arguments`,
  expired: 'Nothing was sent: the confirmation expired; it is valid for 15 minutes',
  used: 'Nothing was sent: this confirmation was already used or declined; it is valid once',
  changed: 'Nothing was sent: the content or the number of recipients changed after the person saw it',
  invalid: 'Nothing was sent: the confirmation does not belong to this send',
};

export type Call = {
  context: Pick<McpContext, 'engine' | 'tools' | 'confirm' | 'confirmBy'>;
  caller: Caller;
  tool: Tool;
  read: ReadArguments;
  conversation: Pick<
    Conversation,
    'elicits' | 'opensPages' | 'notAsked' | 'signal' | 'inputResponses' | 'requestState'
  >;
};

/** A send waiting for approval, with the reason if it usually needs none. */
export type Waiting = PreviewedSend & { because?: string };

/** Returns true if a call changes something and mails no person. Without a preview, answers for the tool in general. */
function isChangeCall(tool: Pick<Tool, 'effect' | 'preview'>, previewed: PreviewedSend | undefined): boolean {
  return previewed ? isChangeAlone(previewed.preview) : tool.effect !== 'send' && tool.preview === undefined;
}

export function refusedWith(
  tool: Tool,
  reason: Reason,
  previewed: Waiting | undefined,
  more: Fields,
): Failure {
  const isChange = isChangeCall(tool, previewed);
  const said =
    sentences[reason] ??
    previewed?.because ??
    (isChange ? failures.confirmation_required.sentence : undefined);
  const message = isChange
    ? said?.replace('Nothing was sent', 'Nothing was done').replace('this send', 'this call')
    : said;
  const details = { reason, ...(previewed && { preview: shownPreview(previewed) }), ...more };
  return new Failure('confirmation_required', { ...(message && { message }), details });
}
