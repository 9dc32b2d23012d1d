import { z } from 'zod';
import type { ApprovedPeople } from '../campaign/approved-people.ts';
import type { Failure } from '../failure.ts';
import { Instant } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import { Badge } from '../verification/content/verdict.ts';
import { Skipped } from './skipped.ts';

/** Maximum entries of each list in a preview, and characters of each text. Counts are always complete. */
export const previewLimits = { subjects: 5, recipients: 10, skipped: 20, warnings: 10, textCharacters: 500 };

/** The effect of a send, for the person or program that decides about it. A preview writes and sends nothing. */
export const SendPreview = z.object({
  object: z.literal('send_preview'),
  tool: z.string(),
  from: untrusted(z.string().nullable()),
  /** The reply address of the first mail; left out if it is the sender. */
  reply_to: untrusted(z.string()).optional(),
  /** The first few different subjects. Untrusted, because a retried mail may have come over SMTP. */
  subjects: z.array(untrusted(z.string())),
  /** Number of different subjects beyond those; left out if zero. */
  subjects_more: z.int().optional(),
  /**
   * The beginning of the first mail as plain text; truncation is marked. Null if the send would be refused, if the mail
   * could not be rendered in time, or if the caller may not read it.
   */
  text: untrusted(z.string().nullable()),
  /**
   * The person whose values fill the text and the subjects. Left out if there is no single person or the caller may not read
   * people. Merge fields then show their defaults, or stay unfilled.
   */
  text_for: untrusted(z.string()).optional(),
  /** Number of different people who would be mailed, without skipped people. */
  recipients: z.int(),
  /** True if the count stopped early and `recipients` is a lower bound. */
  at_least: z.boolean(),
  /** The addresses of the first few mails, if the send names them. A person occurs once per mail. */
  to: z.array(untrusted(z.string())),
  skipped: z.array(Skipped),
  /** Whether mail really leaves, as far as is known: `live`, `test` (fixtures only), `captured`, or `mixed`. */
  delivery: z.enum(['live', 'test', 'captured', 'mixed']),
  scheduled_at: Instant.nullable(),
  /** The same instant in the time zone of the call. */
  scheduled_local: z.string().optional(),
  /** Campaigns only: description of the audience. */
  audience: untrusted(z.string()).optional(),
  /** Campaigns with an A/B test only: the variants, the number of people who get each, and the variant for the rest. */
  ab_test: untrusted(z.string()).optional(),
  badges: z.array(Badge.omit({ path: true })),
  /** Sentences about anything unusual. If the send would be refused, the first one gives the reason. */
  warnings: z.array(z.string()),
});
export type SendPreview = z.infer<typeof SendPreview>;

/** The effect of a call that mails no person and still needs an approval. */
const ChangePreview = z.object({
  object: z.literal('change_preview'),
  tool: z.string(),
  /** A sentence for each change. */
  changes: z.array(z.string()),
});

export const Preview = z.discriminatedUnion('object', [SendPreview, ChangePreview]);
export type Preview = z.infer<typeof Preview>;

/** A mail as its recipient would get it. */
export type ShownMail = {
  /** Name among several mails, for example the step of a workflow. */
  name?: string;
  from: string;
  /** Null if the mail is not rendered for a real person. Merge fields then show their defaults. */
  to: string | null;
  /** Left out for a recipient who is no subscriber. Their erasure finds a kept mail by it after their address has changed. */
  subscriberId?: string;
  /** Left out if replies go to the sender. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
};

/** A change as shown to the person who decides about it. */
export type AskedChange = {
  /** A sentence for each change. */
  sentences: readonly string[];
  /** All affected addresses or names, if the sentences name only a few. */
  list?: readonly string[] | undefined;
  /** Mails caused later by the change. */
  mails?: NonNullable<PreviewedSend['mails']>;
};

/** A preview and the facts to which its approval is bound. */
export type PreviewedSend = {
  preview: SendPreview;
  /** True for more than one person, a batch or a campaign. `POSTHOUSE_MCP_CONFIRM=bulk` requires an approval for these. */
  bulk: boolean;
  /** Everything that determines the recipients and their mail, as a JSON value. An approval covers exactly this. */
  about: unknown;
  /**
   * Campaigns only: maximum number of people that its mail may reach, including people who are skipped only temporarily.
   * An approval allows this many. Left out if it equals the recipients.
   */
  reachable?: number;
  /** Campaigns only: the people that the approval is bound to; null if not all of them were read. */
  people?: ApprovedPeople | null;
  /** True if the call mails after its answer. Sending may be switched on by then, so the mail may really leave. */
  later?: true;
  /** All affected addresses or names, if the preview names only a few. */
  list?: readonly string[] | undefined;
  /** The mails. `show` returns null for a mail that is stored only as a raw message. */
  mails?: {
    count: number;
    /** Says whose mails these are, if they are not all mails of the send. */
    note?: string;
    /** @param index from 0 */
    show(index: number, signal: AbortSignal): Promise<ShownMail | null>;
  };
  /** True for a change that mails no person. `warnings` then holds its sentences. */
  isChange?: true | undefined;
  /** When it was shown: every change by an assistant is either in it or at this instant or later. Epoch milliseconds. */
  shownAt?: number;
  /** The failure with which the send would end now. No approval is then requested. */
  refusal?: Failure;
};

/** Checks whether a preview shows a change that mails no person. */
export function isChangeAlone({ from, subjects, recipients }: SendPreview): boolean {
  return from === null && subjects.length === 0 && recipients === 0;
}

/** The people that a preview counts: those of one send, of a workflow from now on, or of mail that was sent before. */
export function reachOf({ tool }: Pick<SendPreview, 'tool'>): 'sent' | 'fromNowOn' | 'sentBefore' {
  if (tool === 'activate_workflow') return 'fromNowOn';
  return tool === 'redirect_link' ? 'sentBefore' : 'sent';
}

/** Returns the preview as doors show it. A change is shown without the fields of a send. */
export function shownPreview({ preview, isChange }: Pick<PreviewedSend, 'preview' | 'isChange'>): Preview {
  if (!isChange) return preview;
  return { object: 'change_preview', tool: preview.tool, changes: preview.warnings };
}
