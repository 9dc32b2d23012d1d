import { z } from 'zod';
import type { Body } from '../content/body.ts';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import { type Variable, variableTypes } from './variables.ts';

export const templateLimits = {
  perOrganization: 1_000,
  versions: 1_000,
  nameLength: 100,
} as const;

/** Everything that a published version fixes. */
export type TemplateContent = {
  /** `Display <address>`; null for the organization's sender. */
  from: string | null;
  replyTo: string | null;
  subject: string;
  preview: string | null;
  body: Body;
  variables: readonly Variable[];
};

export type TemplateHead = {
  key: number;
  id: string;
  name: string;
  subject: string;
  /** The newest version; null before the first publication. */
  publishedVersion: number | null;
  /** Whether the draft differs from the newest version. */
  isChanged: boolean;
  /** Counts edits, so that an overtaken publication is noticed. */
  revision: number;
  createdAt: number;
  updatedAt: number;
};

/** A template with its draft. */
export type TemplateRecord = TemplateHead & TemplateContent;

export type TemplateVersion = TemplateContent & { version: number; publishedAt: number };

/** Template and version of a mail. */
export type MailTemplate = { id: string; version: number };

export const MailTemplateAnswer = z.object({ id: z.string(), version: z.int() });

const summaryFields = {
  object: z.literal('template'),
  id: z.string(),
  name: untrusted(z.string()),
  subject: z.string(),
  published_version: z.int().nullable().describe('Version that sends use. null: not published'),
  unpublished_changes: z.boolean().describe('Whether the draft differs from published_version'),
  created_at: Instant,
  updated_at: Instant,
};

export const TemplateSummary = z.object(summaryFields);

const VariableAnswer = z.object({
  name: z.string(),
  type: z.enum(variableTypes),
  required: z.boolean(),
  sample: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});

export const Template = z.object({
  ...summaryFields,
  version: z.int().nullable().describe('Version of the content below. null: the draft'),
  published_at: Instant.nullable().describe('Publication of that version'),
  from: z.string().nullable(),
  reply_to: z.string().nullable(),
  preview: z.string().nullable(),
  html: z.string().nullable(),
  markdown: z.string().nullable(),
  tiptap: z.record(z.string(), z.unknown()).nullable(),
  variables: z.array(VariableAnswer),
});

export function templateSummary(template: TemplateHead): z.infer<typeof TemplateSummary> {
  return {
    object: 'template',
    id: template.id,
    name: template.name,
    subject: template.subject,
    published_version: template.publishedVersion,
    unpublished_changes: template.isChanged,
    created_at: isoInstant(template.createdAt),
    updated_at: isoInstant(template.updatedAt),
  };
}

/** @param version whose content is shown; null for the draft */
export function templateAnswer(
  template: TemplateRecord,
  version: TemplateVersion | null = null,
): z.infer<typeof Template> {
  const { subject, from, replyTo, preview, body, variables } = version ?? template;
  return {
    ...templateSummary(template),
    subject,
    version: version?.version ?? null,
    published_at: isoInstantOrNull(version?.publishedAt ?? null),
    from,
    reply_to: replyTo,
    preview,
    html: body.kind === 'html' ? body.source : null,
    markdown: body.kind === 'markdown' ? body.source : null,
    tiptap: body.kind === 'tiptap' ? (JSON.parse(body.source) as Record<string, unknown>) : null,
    variables: variables.map(({ name, type, required, sample }) => ({ name, type, required, sample })),
  };
}

export function pickContent({
  from,
  replyTo,
  subject,
  preview,
  body,
  variables,
}: TemplateContent): TemplateContent {
  return { from, replyTo, subject, preview, body, variables };
}
