/** A mail has exactly one body. */
export type OneBody =
  | { html: string; markdown?: never; tiptap?: never }
  | {
      /** `{{firstName|there}}` and `{{attributes.plan}}` are filled from the subscriber. */
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

/** Fields that other platforms have, with what to do here. */
export type SendLimits = {
  /** Render it first: `...(await renderEmail(<Welcome />))` from `posthouse/react-email`. */
  react?: never;
  /** The text part is made from the body. */
  text?: never;
  /** Link to the file, or submit the mail over SMTP. */
  attachments?: never;
  /** One mail has one recipient: send another to them with `emails.batch`. */
  cc?: never;
  /** One mail has one recipient: send another to them with `emails.batch`. */
  bcc?: never;
  /** Send it when it is due, or use a campaign or a workflow, which can wait. */
  scheduled_at?: never;
};
