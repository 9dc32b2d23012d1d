import type { Tool } from '../../../contract/tool.ts';
import { type Failure, failures, type ToolError, toToolError } from '../../../model/failure.ts';
import { isFields } from '../../../model/text/fields.ts';
import { withBadgesOnce } from './badges.ts';
import { nextStep, type Situation } from './next-step.ts';

export function toolError(situation: Situation): ToolError & { next?: string } {
  const { failure, tool } = situation;
  const error = toToolError(failure);
  const { explanation } = failure;
  const next = nextStep(situation);
  return {
    ...withBadgesOnce(error),
    message: messageOf(failure, tool),
    ...(explanation !== undefined && {
      details: { ...(isFields(error.details) && error.details), explanation },
    }),
    ...(next !== undefined && { next }),
  };
}

function messageOf({ failure, message }: Failure, tool: Tool): string {
  const isUnexplained = failure === 'not_found' && message === failures.not_found.sentence;
  return (isUnexplained && nothingOfItsKind(tool)) || message;
}

/** Fields that identify an object of each kind. The default is the id. */
const namedBy: Readonly<Record<string, string>> = {
  subscriber: 'id, email or externalId',
  tag: 'id or name',
  domain: 'id or name',
  suppression: 'id or address',
};

/** Object kind by field name. For `id`, the tool name (verb_noun) gives the kind. */
const namesKind: Readonly<Record<string, string>> = {
  campaignId: 'campaign',
  segmentId: 'segment',
  subscriber: 'subscriber',
  subscriberId: 'subscriber',
  tag: 'tag',
  suppression: 'suppression',
};

/** The first such field of a tool names the object it looks up. */
function nothingOfItsKind({ name, input }: Tool): string | undefined {
  const fields = Object.keys(input.shape);
  const first = fields.find((field) => field === 'id' || Object.hasOwn(namesKind, field));
  const kind = first === 'id' ? name.replace('_for_', '_').split('_')[1] : first && namesKind[first];
  return kind && `No ${kind} has this ${namedBy[kind] ?? 'id'}`;
}
