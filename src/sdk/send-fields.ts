/** A mail has exactly one body. */
export type OneBody =
  | { html: string; markdown?: never; tiptap?: never }
  | {
      /** Merge fields such as `{{firstName|there}}` and `{{attributes.plan}}` are filled from the subscriber. */
      markdown: string;
      html?: never;
      tiptap?: never;
    }
  | {
      /** A Tiptap document: `{ type: 'doc', content: […] }`. */
      tiptap: Record<string, unknown>;
      html?: never;
      markdown?: never;
    };

/** Unsupported fields known from other platforms, with their alternatives. */
export type SendLimits = {
  /** Render it first: `...(await renderEmail(<Welcome />))` from `posthouse/react-email`. */
  react?: never;
  /** The text part is generated from the body. */
  text?: never;
  /** Link to the file, or submit the mail over SMTP. */
  attachments?: never;
  /** A mail has one recipient. Send one mail to each with `emails.batch`. */
  cc?: never;
  /** A mail has one recipient. Send one mail to each with `emails.batch`. */
  bcc?: never;
  /** Call this when the mail is due, or use a campaign or a workflow, which can wait. */
  scheduled_at?: never;
};
