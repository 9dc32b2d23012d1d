import { z } from 'zod';
import { markdownBytesMax } from '../content/body.ts';
import { invalidField } from '../failure.ts';
import { oneLine } from '../text/text.ts';
import { type AuthMailKind, authMailKinds } from './auth-mail.ts';
import { pathCharactersMax, readPath } from './payload-path.ts';
import { type ProviderName, providers } from './providers.ts';

const namesMax = 50;
const tagsMax = 20;
const eventsMax = 100;
/** Bytes of a mapping as JSON. Every event reads it. */
export const mappingOctetsMax = 256 * 1024;

const Path = z
  .string()
  .max(pathCharactersMax)
  .check((ctx) => {
    if (readPath(ctx.value) !== null) return;
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      message: 'must be a path into the payload, such as data.object.email',
    });
  });

const EventType = oneLine(200)
  .min(1)
  .refine((text) => !text.slice(0, -1).includes('*'), 'must be a type of event, or its beginning and *');

const Names = z.string().trim().min(1).max(100);

function pathsByName(name: z.ZodType<string>) {
  return z.record(name as z.ZodString, Path).check((ctx) => {
    if (Object.keys(ctx.value).length <= namesMax) return;
    ctx.issues.push({ code: 'custom', input: ctx.value, message: `must have at most ${namesMax} names` });
  });
}

const MailTemplate = z.strictObject({
  subject: oneLine(500).min(1),
  markdown: z
    .string()
    .min(1)
    .max(markdownBytesMax / 10),
});

/** An omitted field keeps the provider's path. */
export const MappingInput = z
  .strictObject({
    email: Path.optional(),
    externalId: Path.optional(),
    firstName: Path.optional(),
    lastName: Path.optional(),
    locale: Path.optional(),
    timezone: Path.optional(),
    attributes: pathsByName(Names).optional(),
    properties: pathsByName(Names).optional(),
    tags: z.array(oneLine(100).min(1)).max(tagsMax).optional(),
    events: z
      .array(EventType)
      .max(eventsMax)
      .optional()
      .describe('Event types to accept, such as customer.*. Default: all'),
    subscribers: z.enum(['save', 'known']).optional().describe('known: events do not create subscribers'),
    relay: oneLine(253)
      .min(1)
      .optional()
      .describe('Feedback: host of the mail relay, if not the provider’s default'),
    from: oneLine(320).min(1).optional().describe('Supabase: sender of the auth mails'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .describe('Supabase: project URL'),
    mails: z
      .partialRecord(z.enum(authMailKinds as unknown as [AuthMailKind, ...AuthMailKind[]]), MailTemplate)
      .optional()
      .describe('Supabase: subject and markdown for each type of auth mail'),
  })
  .check((ctx) => {
    if (Buffer.byteLength(JSON.stringify(ctx.value)) <= mappingOctetsMax) return;
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      message: `must have at most ${mappingOctetsMax} octets`,
    });
  })
  .describe('Paths in the payload, such as data.email');

export type Mapping = z.output<typeof MappingInput>;

const ofSupabase = {
  fits: (provider: ProviderName) => provider === 'supabase',
  says: 'is only for Supabase',
};

const fieldsOfFew = {
  relay: {
    fits: (provider: ProviderName) => providers[provider].sends === 'feedback',
    says: 'is only for feedback about mail',
  },
  from: ofSupabase,
  url: ofSupabase,
  mails: ofSupabase,
};

/** @throws Failure validation_error for a field that the provider does not support */
export function assertMappingFits(provider: ProviderName, mapping: Mapping): void {
  for (const name of Object.keys(fieldsOfFew) as (keyof typeof fieldsOfFew)[]) {
    const { fits, says } = fieldsOfFew[name];
    if (mapping[name] !== undefined && !fits(provider)) throw invalidField(`mapping.${name}`, says);
  }
}

export function matchesEventType({ events }: Mapping, type: string): boolean {
  if (events === undefined) return true;
  return events.some((wanted) =>
    wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted,
  );
}
