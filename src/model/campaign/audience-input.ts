import { z } from 'zod';
import { IdInput } from '../id.ts';
import { RuleInput } from '../segment/rule-input.ts';
import { TagName, tagsPerCallMax } from '../subscriber/tag.ts';
import { shownAs } from '../text/alias.ts';
import type { Audience } from './campaign.ts';

/** Individual people are for tests and small groups; larger audiences use tags and segments. */
const subscriberIdsMax = 1_000;

/** Without the fields of a rule, because a segment is the usual way and a tool has at most 600 tokens. */
const filterShown = 'Rule as in posthouse://docs/segments';

/** Checked here and not by zod, to keep limits out of the JSON Schema for models. */
const TagList = z.array(TagName).check(atMost(tagsPerCallMax)).optional();

/** Tags by id or name. An omitted field sets no condition. */
export const AudienceInput = z
  .strictObject({
    tags: z
      .strictObject({ any: TagList, all: TagList, none: TagList })
      .optional()
      .describe('Names or ids of tags'),
    segmentId: IdInput.nullish(),
    filter: RuleInput.nullish().meta(shownAs({ type: 'object', description: filterShown })),
    notReachedBy: IdInput.nullish()
      .describe(
        'Campaign id. Selects only people whose mail from that campaign was not accepted, bounced, failed or was canceled',
      )
      .meta(shownAs({ type: 'string', description: 'Campaign id: only people it did not reach' })),
    subscriberIds: z.array(IdInput).check(atMost(subscriberIdsMax)).optional(),
  })
  .describe('All conditions must match. Default: all ACTIVE subscribers');

function atMost(entriesMax: number) {
  return (ctx: z.core.ParsePayload<string[]>): void => {
    if (ctx.value.length <= entriesMax) return;
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      message: `must have at most ${entriesMax.toLocaleString('en')} entries`,
    });
  };
}

export type AudienceRequest = z.output<typeof AudienceInput>;

export const AudienceAnswer = z.object({
  tags: z.object({ any: z.array(z.string()), all: z.array(z.string()), none: z.array(z.string()) }),
  segmentId: z.string().nullable(),
  filter: z.record(z.string(), z.unknown()).nullable(),
  subscriberIds: z.array(z.string()),
  notReachedBy: z.string().nullable(),
});

export function audienceAnswer({ tags, ...audience }: Audience): z.infer<typeof AudienceAnswer> {
  return {
    tags: { any: [...tags.any], all: [...tags.all], none: [...tags.none] },
    segmentId: audience.segmentId,
    filter: audience.filter,
    subscriberIds: [...audience.subscriberIds],
    notReachedBy: audience.notReachedBy ?? null,
  };
}
