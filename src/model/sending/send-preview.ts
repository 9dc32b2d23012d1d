import { z } from 'zod';
import type { ApprovedPeople } from '../campaign/approved-people.ts';
import type { Failure } from '../failure.ts';
import { Instant } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import { Badge } from '../verification/content/verdict.ts';

/** How many subjects, recipients and reasons a preview shows, and of a text how much; the counts are whole. */
export const previewLimits = { subjects: 5, recipients: 10, skipped: 20, warnings: 10, textCharacters: 500 };

/** What a send would do, for the person or program that decides about it. A preview writes and sends nothing. */
export const SendPreview = z.object({
  object: z.literal('send_preview'),
  tool: z.string(),
  from: untrusted(z.string().nullable()),
  /** The first few different ones. A mail that is tried again may have come over SMTP. */
  subjects: z.array(untrusted(z.string())),
  /**
   * How the first of them begins, as plain text; one that is cut says so. Merge fields stand open in it, but in a mail that
   * is tried again. Null where the send would be refused, where it could not be rendered in time, and where the caller may
   * not read it.
   */
  text: untrusted(z.string().nullable()),
  /** How many different people would be mailed, each counted once; those who would be skipped are not. */
  recipients: z.int(),
  /** The count stopped there: there may be more. */
  at_least: z.boolean(),
  /** The addresses of the first few mails, where the send names them: of one person as often as they get one. */
  to: z.array(untrusted(z.string())),
  skipped: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Whether mail really leaves, as far as one can tell: `live`, `test` (fixtures only), `captured`, or `mixed`. */
  delivery: z.enum(['live', 'test', 'captured', 'mixed']),
  scheduled_at: Instant.nullable(),
  badges: z.array(Badge.omit({ path: true })),
  /** Sentences about what is unusual; and, first, why it would be refused, when it would. */
  warnings: z.array(z.string()),
});
export type SendPreview = z.infer<typeof SendPreview>;

/** A preview with what a confirmation of it is bound to. */
export type PreviewedSend = {
  preview: SendPreview;
  /** More than one person, a batch, or a campaign: `POSTHOUSE_MCP_CONFIRM=bulk` asks for these. */
  bulk: boolean;
  /** Everything that decides who is mailed what, as a JSON value: a confirmation holds for exactly this. */
  about: unknown;
  /**
   * Of a campaign, how many its mail may reach at most: beside those who would be mailed, everybody who would be skipped for
   * no longer than a while. A confirmation lets so many be mailed; left out where nobody else is.
   */
  reachable?: number;
  /** Of a campaign, who may be mailed, as far as a confirmation holds to it; null where not all of them were looked at. */
  people?: ApprovedPeople | null;
  /** What the send would be refused with as things stand: then nobody is asked to confirm it. */
  refusal?: Failure;
};
