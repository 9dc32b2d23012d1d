import { renderEmail } from '../src/model/content/render.ts';

const text =
  'A paragraph of an ordinary transactional mail, with **some** weight and a [link](https://acme.dev/). ';

/** The Markdown of the mail that the delivery benchmarks send. */
export const markdown = `# Thank you\n\n${text.repeat(40)}`;

/** The same mail rendered: both senders carry equal bytes. */
export async function mailOf(): Promise<{ html: string; text: string }> {
  return await renderEmail({ body: { kind: 'markdown', source: markdown }, preview: null, values: {} });
}
