import { z } from 'zod';
import type { ApprovedPeople } from '../campaign/approved-people.ts';
import type { Failure } from '../failure.ts';
import { Instant } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import { Badge } from '../verification/content/verdict.ts';
import { Skipped } from './skipped.ts';

/** Entries per list and characters per text. Counts are always complete. */
export const previewLimits = { subjects: 5, recipients: 10, skipped: 20, warnings: 10, textCharacters: 500 };

/** Bounds the warnings of a preview. If any are left out, the last entry counts them. */
export function boundWarnings(warnings: readonly string[]): readonly string[] {
  if (warnings.length <= previewLimits.warnings) return warnings;
  const shown = warnings.slice(0, previewLimits.warnings - 1);
  return [...shown, `${warnings.length - shown.length} more warnings are not shown`];
}

/** The effect of a send, for the person or program that decides about it. A preview writes and sends nothing. */
export const SendPreview = z.object({
  object: z.literal('send_preview'),
  tool: z.string(),
  from: untrusted(z.string().nullable()),
  /** Absent if replies go to the sender. */
  reply_to: untrusted(z.string()).optional(),
  /** Untrusted, because a retried mail may have come over SMTP. */
  subjects: z.array(untrusted(z.string())),
  subjects_more: z.int().optional(),
  /** Null if the send would be refused, if rendering timed out, or if the caller may not read the text. */
  text: untrusted(z.string().nullable()),
  /** The person whose values fill the text. Absent without a single person, or if the caller may not read people. */
  text_for: untrusted(z.string()).optional(),
  recipients: z.int(),
  /** True if the count stopped early and `recipients` is a lower bound. */
  at_least: z.boolean(),
  /** A person occurs once per mail. */
  to: z.array(untrusted(z.string())),
  skipped: z.array(Skipped),
  /** Whether mail really leaves, as far as is known: `live`, `test` (fixtures only), `captured`, or `mixed`. */
  delivery: z.enum(['live', 'test', 'captured', 'mixed']),
  scheduled_at: Instant.nullable(),
  scheduled_local: z.string().optional(),
  audience: untrusted(z.string()).optional(),
  /** Variants of an A/B test with their numbers of people, and the variant for the rest. */
  ab_test: untrusted(z.string()).optional(),
  badges: z.array(Badge.omit({ path: true })),
  /** If the send would be refused, the first sentence gives the reason. */
  warnings: z.array(z.string()),
});
export type SendPreview = z.infer<typeof SendPreview>;

/** Preview of a call of `tool` that sends no mail. */
export function emptySendPreview(
  tool: string,
  { delivery, warnings }: Pick<SendPreview, 'delivery' | 'warnings'>,
): SendPreview {
  return {
    object: 'send_preview',
    tool,
    from: null,
    subjects: [],
    text: null,
    recipients: 0,
    at_least: false,
    to: [],
    skipped: [],
    delivery,
    scheduled_at: null,
    badges: [],
    warnings,
  };
}

/** For a call that mails no person, but needs an approval. */
const ChangePreview = z.object({
  object: z.literal('change_preview'),
  tool: z.string(),
  changes: z.array(z.string()),
});

export const Preview = z.discriminatedUnion('object', [SendPreview, ChangePreview]);
export type Preview = z.infer<typeof Preview>;

export type ShownMail = {
  /** Name among several mails, for example the step of a workflow. */
  name?: string;
  from: string;
  /** Null if the mail is not rendered for a real person. Merge fields then show their defaults. */
  to: string | null;
  /** Absent for a recipient without a subscriber record. An erasure finds a kept mail by it after an address change. */
  subscriberId?: string;
  /** Absent if replies go to the sender. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
};

export type AskedChange = {
  sentences: readonly string[];
  list?: readonly string[] | undefined;
  mails?: NonNullable<PreviewedSend['mails']>;
  /** Facts that an approval covers besides the input and the sentences. */
  about?: unknown;
};

/** Includes the facts to which the approval is bound. */
export type PreviewedSend = {
  preview: SendPreview;
  /** True for several people, a batch or a campaign: `POSTHOUSE_MCP_CONFIRM=bulk` requires an approval. */
  bulk: boolean;
  /** JSON value that determines the recipients and their mail. An approval covers exactly this. */
  about: unknown;
  /** Campaigns only: approved maximum, including temporarily skipped people. Absent if it equals the recipients. */
  reachable?: number;
  /** Campaigns only; null if not all people were read. */
  people?: ApprovedPeople | null;
  /** True if the call mails after its answer. Sending may be switched on by then, so the mail may really leave. */
  later?: true;
  /** True if facts that take long to count are left out. */
  partial?: true;
  list?: readonly string[] | undefined;
  /** `show` returns null for a mail that is stored only as a raw message. */
  mails?: {
    count: number;
    /** Sentence above the mails: the recipients whose data they show, or that they show default values. */
    note?: string;
    show(index: number, signal: AbortSignal): Promise<ShownMail | null>;
  };
  /** True for a change that mails no person. `warnings` then holds its sentences. */
  isChange?: true | undefined;
  /** Epoch ms of the display. It includes every change by an assistant before that instant. */
  shownAt?: number;
  /** The send would end with this failure, so no approval is requested. */
  refusal?: Failure;
};

export function isChangeAlone({ from, subjects, recipients }: SendPreview): boolean {
  return from === null && subjects.length === 0 && recipients === 0;
}

/** Counts people of one send, of a workflow from now on, or of mail sent before. */
export function classifyReach({ tool }: Pick<SendPreview, 'tool'>): 'sent' | 'fromNowOn' | 'sentBefore' {
  if (tool === 'activate_workflow') return 'fromNowOn';
  return tool === 'redirect_link' ? 'sentBefore' : 'sent';
}

/** Omits the fields of a send for a change. */
export function shownPreview({ preview, isChange }: Pick<PreviewedSend, 'preview' | 'isChange'>): Preview {
  if (!isChange) return preview;
  return { object: 'change_preview', tool: preview.tool, changes: preview.warnings };
}
