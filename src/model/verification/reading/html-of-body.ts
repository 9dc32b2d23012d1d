import type { Body } from '../../content/body.ts';
import { escapeHtml } from '../../content/escape-html.ts';
import { splitAddressLines } from '../../content/postal-address.ts';
import { type OnLoop, runStep } from '../../content/run-within-limit.ts';
import { putMarkdownSlots, slotTable, takeSlotsOut } from '../../content/slots.ts';
import { tiptapToHtml } from '../../content/tiptap.ts';

/** Unsanitized. Merge fields are hidden from the Markdown parser, as in sending. @throws TookTooLong */
export async function htmlOfBody(body: Body, on: OnLoop | null = null): Promise<string> {
  const written = await htmlOfSource(body, on);
  if (body.postalAddress === undefined) return written;
  // The position is irrelevant here, because the recipient reads the address anywhere.
  return `${written}\n<p>${splitAddressLines(body.postalAddress).map(escapeHtml).join('<br>')}</p>`;
}

async function htmlOfSource({ kind, source }: Body, on: OnLoop | null): Promise<string> {
  switch (kind) {
    case 'html':
      return source;
    case 'tiptap':
      return runStep(on, () => tiptapToHtml(source));
    case 'markdown': {
      const { markdownToHtml } = await import('../../content/markdown.ts');
      const slots = slotTable(source);
      return runStep(on, () =>
        takeSlotsOut(slots, markdownToHtml(putMarkdownSlots(slots, source), { strict: true })),
      );
    }
  }
}
