import { z } from 'zod';
import { Instant, isoInstant } from '../instant.ts';
import { oneLine, someLinesOrNull } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';

export const tagNameLengthMax = 64;
export const tagsPerCallMax = 100;
export const tagsPerOrganizationMax = 10_000;
/** Recipients choose among all topics on one page. */
export const topicsPerOrganizationMax = 100;

export type TagRecord = {
  key: number;
  id: string;
  name: string;
  description: string | null;
  color: string | null;
  /** Shown on preference pages, where people add and remove the topic. */
  topic: boolean;
  subscriberCount: number;
  createdAt: number;
};

export type TagLabel = { id: string; name: string };

/** A tag's name; its id where a tag is referenced. */
export const TagName = oneLine(tagNameLengthMax).min(1);

export const TagNames = z.array(TagName).max(tagsPerCallMax);

/** A malformed reference is not found, like any unknown one. */
export const TagRefInput = z.string().min(1).max(256).describe('Id or name');

export const tagFields = {
  name: TagName.check((ctx) => {
    if (looksLikeTagId(ctx.value)) {
      ctx.issues.push({ code: 'custom', input: ctx.value, message: 'must not look like the id of a tag' });
    }
  }),
  description: someLinesOrNull(500),
  color: z
    .string()
    .check((ctx) => {
      if (/^#[0-9a-f]{6}$/i.test(ctx.value)) return;
      ctx.issues.push({ code: 'custom', input: ctx.value, message: 'must be a color such as #1f6feb' });
    })
    .nullable()
    .describe('#rrggbb'),
  topic: z.boolean().describe('Show on the preference page'),
};

export const tagQuery = oneLine(tagNameLengthMax).min(1).describe('Part of the name');

/** Equal keys mean the same tag: case and the encoding of accents are ignored. */
export function tagNameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Such a text is never a new tag's name: it is the id of a deleted tag, or of another organization's. */
export function looksLikeTagId(text: string): boolean {
  return /^tag_[0-9a-z]{26}$/.test(text);
}

export const Tag = z.object({
  object: z.literal('tag'),
  id: z.string(),
  name: untrusted(z.string()),
  description: z.string().nullable(),
  color: z.string().nullable(),
  topic: z.boolean(),
  subscriberCount: z.int(),
  createdAt: Instant,
});

export const SavedTag = Tag.extend({ warnings: z.array(z.string()).optional() });

export function tagAnswer(tag: TagRecord): z.infer<typeof Tag> {
  return {
    object: 'tag',
    id: tag.id,
    name: tag.name,
    description: tag.description,
    color: tag.color,
    topic: tag.topic,
    subscriberCount: tag.subscriberCount,
    createdAt: isoInstant(tag.createdAt),
  };
}
