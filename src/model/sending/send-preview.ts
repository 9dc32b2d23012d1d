import { z } from 'zod';
import type { ApprovedPeople } from '../campaign/approved-people.ts';
import type { Failure } from '../failure.ts';
import { Instant } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import { Badge } from '../verification/content/verdict.ts';
import { Skipped } from './skipped.ts';

/** Entries of each list in a preview, and characters of each text; the counts are complete. */
export const previewLimits = { subjects: 5, recipients: 10, skipped: 20, warnings: 10, textCharacters: 500 };

/** What a send would do, for the person or program that decides about it. A preview writes and sends nothing. */
export const SendPreview = z.object({
  object: z.literal('send_preview'),
  tool: z.string(),
  from: untrusted(z.string().nullable()),
  /** Where replies to the first mail go; left out where that is the sender. */
  reply_to: untrusted(z.string()).optional(),
  /** The first few different ones. Untrusted: a mail that is retried may have come over SMTP. */
  subjects: z.array(untrusted(z.string())),
  /** How many different ones there are beside those; left out where there is none. */
  subjects_more: z.int().optional(),
  /**
   * The beginning of the first mail as plain text; truncation is marked. Null where the send would be refused, where it
   * could not be rendered in time, and where the caller may not read it.
   */
  text: untrusted(z.string().nullable()),
  /**
   * Who gets the text, and the subjects, as they are shown. Left out where that is no one person, or the caller may not read
   * people: then defaults are filled in, and merge fields without one stand open.
   */
  text_for: untrusted(z.string()).optional(),
  /** How many different people would be mailed, each counted once, without those who would be skipped. */
  recipients: z.int(),
  /** The count stopped there: there may be more. */
  at_least: z.boolean(),
  /** The addresses of the first few mails, where the send names them; a person occurs once per mail. */
  to: z.array(untrusted(z.string())),
  skipped: z.array(Skipped),
  /** Whether mail really leaves, as far as is known: `live`, `test` (fixtures only), `captured`, or `mixed`. */
  delivery: z.enum(['live', 'test', 'captured', 'mixed']),
  scheduled_at: Instant.nullable(),
  /** The same as clocks in the time zone of the call show it. */
  scheduled_local: z.string().optional(),
  /** Of a campaign: who is meant, in words. */
  audience: untrusted(z.string()).optional(),
  /** Of a campaign with an A/B test: what is tried on how many, and what the rest gets. */
  ab_test: untrusted(z.string()).optional(),
  badges: z.array(Badge.omit({ path: true })),
  /** Sentences about anything unusual; first, if the send would be refused, why. */
  warnings: z.array(z.string()),
});
export type SendPreview = z.infer<typeof SendPreview>;

/** What a call would do that mails no one, and that a person is asked about all the same. */
const ChangePreview = z.object({
  object: z.literal('change_preview'),
  tool: z.string(),
  /** A sentence for each thing it does. */
  changes: z.array(z.string()),
});

/** What a person or a program is shown before they decide. */
export const Preview = z.discriminatedUnion('object', [SendPreview, ChangePreview]);
export type Preview = z.infer<typeof Preview>;

/** One mail of a send, as its recipient would get it. */
export type ShownMail = {
  /** Which of several mails it is, such as the step of a workflow. */
  name?: string;
  from: string;
  /** Null where it is rendered for no real person: then its defaults are filled in. */
  to: string | null;
  /** Left out where replies go to the sender. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
};

/** What a person is asked about a change. */
export type AskedChange = {
  /** One for each thing that it does. */
  sentences: readonly string[];
  /** The whole list of the addresses or names that it concerns, where the sentences name a few. */
  list?: readonly string[] | undefined;
  /** The mails that it causes later. */
  mails?: NonNullable<PreviewedSend['mails']>;
};

/** A preview with what its approval is bound to. */
export type PreviewedSend = {
  preview: SendPreview;
  /** More than one person, a batch, or a campaign: `POSTHOUSE_MCP_CONFIRM=bulk` requires an approval for these. */
  bulk: boolean;
  /** Everything that decides who is mailed what, as a JSON value: an approval holds for exactly this. */
  about: unknown;
  /**
   * Campaigns only: the most people its mail may reach, that is, those who would be mailed and those who are only
   * skipped temporarily. An approval allows this many; left out where both are equal.
   */
  reachable?: number;
  /** Campaigns only: the people the approval is bound to; null where not all of them were read. */
  people?: ApprovedPeople | null;
  /** It mails after it was answered, and nothing holds that mail to not leaving: it may leave by then. */
  later?: true;
  /** The whole list of the addresses or names that it concerns, where the preview names a few. */
  list?: readonly string[] | undefined;
  /** Its mails, each as its recipient would get it; null for one that is only kept as a whole message. */
  mails?: {
    count: number;
    /** Whose mails these are, where they are not all of the send. */
    note?: string;
    /** @param index from 0 */
    show(index: number, signal: AbortSignal): Promise<ShownMail | null>;
  };
  /** It is a change that a person is asked about and that mails no one: its sentences are the warnings. */
  isChange?: true | undefined;
  /** The failure that the send would currently end with: then no approval is asked for. */
  refusal?: Failure;
};

/** Whether a preview is of a change that mails no one. */
export function isChangeAlone({ from, subjects, recipients }: SendPreview): boolean {
  return from === null && subjects.length === 0 && recipients === 0;
}

/** Whether a preview is of a workflow, which mails people who are not known yet. */
export function isFromNowOn({ tool }: Pick<SendPreview, 'tool'>): boolean {
  return tool === 'activate_workflow';
}

/** The preview as doors show it: of a change that mails no one, without all that is said of a send. */
export function shownPreview({ preview, isChange }: Pick<PreviewedSend, 'preview' | 'isChange'>): Preview {
  if (!isChange) return preview;
  return { object: 'change_preview', tool: preview.tool, changes: preview.warnings };
}
