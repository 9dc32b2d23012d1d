import { type Mailbox, parseMailbox } from '../src/model/address.ts';
import { renderEmail } from '../src/model/content/render.ts';

const paragraph =
  'A paragraph of an ordinary transactional mail, with **some** weight and a [link](https://acme.dev/). ';

export const domain = 'acme.dev';
export const subject = 'Your order is on its way';
/** As a message it has about 10 KB. */
export const markdown = `# Thank you\n\n${paragraph.repeat(40)}`;

/** Renders the mail once, so that all senders send equal bytes. */
export async function mailOf(): Promise<{ html: string; text: string }> {
  return await renderEmail({ body: { kind: 'markdown', source: markdown }, preview: null, values: {} });
}

export function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.mailbox;
}
