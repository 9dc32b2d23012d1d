import type { Tool } from '../../../contract/tool.ts';
import { errorOf, type Failure, failures, type ToolError } from '../../../model/failure.ts';
import { isFields } from '../protocol/fields.ts';
import { withBadgesOnce } from './badges.ts';
import { nextStep, type Situation } from './next-step.ts';

/**
 * A refusal as a model reads it: of what kind the thing is that was not found, why in plain words, every badge once,
 * and what to do next.
 */
export function toolError(situation: Situation): ToolError & { next?: string } {
  const { failure, tool } = situation;
  const error = errorOf(failure);
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

/** By what a thing of each kind can be named; of every other it is the id alone. */
const namedBy: Readonly<Record<string, string>> = {
  subscriber: 'id, email or externalId',
  tag: 'id or name',
  domain: 'id or name',
  suppression: 'id or address',
};

/** What a field names; `id` is of what the tool's own name says, which is verb_noun. */
const namesKind: Readonly<Record<string, string>> = {
  campaignId: 'campaign',
  segmentId: 'segment',
  subscriber: 'subscriber',
  subscriberId: 'subscriber',
  tag: 'tag',
  suppression: 'suppression',
};

/** A tool looks for what the first such field of it names. */
function nothingOfItsKind({ name, input }: Tool): string | undefined {
  const fields = Object.keys(input.shape);
  const first = fields.find((field) => field === 'id' || Object.hasOwn(namesKind, field));
  const kind = first === 'id' ? name.replace('_for_', '_').split('_')[1] : first && namesKind[first];
  return kind && `No ${kind} here has this ${namedBy[kind] ?? 'id'}`;
}
