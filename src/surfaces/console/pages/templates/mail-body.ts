/** The body of an email in an editor, of a template or a campaign. */
import { contentTypes } from '../../../../model/campaign/campaign-body.ts';
import { type Html, html } from '../../../public/html.ts';
import { textArea } from '../../fields.ts';

/** `TIPTAP` keeps the body of a visual editor, which the console does not show as text. */
type BodyKind = (typeof contentTypes)[number];

export type MailBody = { kind: BodyKind; body: string };

/** Fits about 300 kB of text, because forms encode each other character with three. */
export const editorFormBytesMax = 1024 * 1024;

/** @param placeholders how to write them */
export function bodyField(
  { kind, body }: MailBody,
  { placeholders, rows, fault }: { placeholders: string; rows: number; fault: string | null },
): Html {
  const kinds = [
    ['MARKDOWN', 'Markdown'],
    ['HTML', 'HTML'],
    ...(kind === 'TIPTAP' ? [['TIPTAP', 'Keep as it is'] as const] : []),
  ] as const;
  const hint =
    kind === 'TIPTAP'
      ? 'This email was written in a visual editor, so its text is not shown here. Choose Markdown or HTML to rewrite it.'
      : placeholders;
  return html`<fieldset class="field"><legend class="l">Written in</legend><div class="switch">${kinds.map(
    ([value, text]) =>
      html`<label><span>${text}</span><input type="radio" name="kind" value="${value}"${value === kind ? html` checked` : null}></label>`,
  )}</div></fieldset>${textArea({ name: 'body', label: 'Body', value: body, rows, isCode: true, hint, fault, isOptional: true })}`;
}

export function bodyIn(form: URLSearchParams): MailBody {
  return {
    kind: contentTypes.find((kind) => kind === form.get('kind')) ?? 'MARKDOWN',
    // Browsers send CRLF.
    body: (form.get('body') ?? '').replaceAll('\r\n', '\n'),
  };
}

/** The fields of a tool; none for a body that stays. */
export function bodyRequest({ kind, body }: MailBody): { html?: string; markdown?: string } {
  if (kind === 'TIPTAP') return {};
  return kind === 'HTML' ? { html: body } : { markdown: body };
}
