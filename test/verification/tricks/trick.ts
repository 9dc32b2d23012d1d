import { mailboxOf, type OwnMail } from '../own-mail/mail.ts';

/** One mail for one trick, in one of the forms in which a body can be given. */
export type Trick = {
  name: string;
  /** The feature that hides the lure or, in an honest twin, only seems to. */
  trick: string;
  subject: string;
  from: OwnMail['from'];
  html?: string;
  markdown?: string;
  tiptap?: TiptapNode;
  text?: string;
};

export type TiptapNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: TiptapNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
};

type Written = (trick: string, name: string, from: string, subject: string, body: string) => Trick;

export const inHtml: Written = (trick, name, from, subject, body) => ({
  name,
  trick,
  subject,
  from: mailboxOf(from),
  html: body.includes('{{unsubscribeUrl}}')
    ? body
    : `${body}\n<p><small><a href="{{unsubscribeUrl}}">Unsubscribe</a></small></p>`,
});

export const inMarkdown: Written = (trick, name, from, subject, body) => ({
  name,
  trick,
  subject,
  from: mailboxOf(from),
  markdown: `${body.trim()}\n\n[Unsubscribe]({{unsubscribeUrl}})\n`,
});

export const inText: Written = (trick, name, from, subject, body) => ({
  name,
  trick,
  subject,
  from: mailboxOf(from),
  text: `${body.trim()}\n\nUnsubscribe: {{unsubscribeUrl}}\n`,
});

export function inTiptap(
  trick: string,
  name: string,
  from: string,
  subject: string,
  content: TiptapNode[],
): Trick {
  const leave = paragraph(linked('Unsubscribe', '{{unsubscribeUrl}}'));
  return {
    name,
    trick,
    subject,
    from: mailboxOf(from),
    tiptap: { type: 'doc', content: [...content, leave] },
  };
}

export const paragraph = (...content: TiptapNode[]): TiptapNode => ({ type: 'paragraph', content });
export const said = (text: string): TiptapNode => ({ type: 'text', text });
export const marked = (text: string, type: string, attrs?: Record<string, unknown>): TiptapNode => ({
  type: 'text',
  text,
  marks: [attrs ? { type, attrs } : { type }],
});
export const linked = (text: string, href: string): TiptapNode => marked(text, 'link', { href });

/** Changes the text between the tags and leaves tags, placeholders and character references alone. */
export function onText(html: string, change: (text: string) => string): string {
  return html.replace(/<[^>]*>|\{\{[^}]*\}\}|&[#\w]+;|[^<{&]+/g, (part) =>
    /^[<{&]/.test(part) ? part : change(part),
  );
}
