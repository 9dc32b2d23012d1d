import type { Body } from '../../content/body.ts';
import { escapeHtml } from '../../content/escape-html.ts';
import { linesOf } from '../../content/postal-address.ts';
import { putSlots, slotTable, takeSlotsOut } from '../../content/slots.ts';
import { tiptapToHtml } from '../../content/tiptap.ts';

/**
 * A body as unsanitized HTML: its author's own, or the conversion of Markdown or Tiptap. Merge fields are unfilled and
 * hidden from the Markdown parser, as when it is sent.
 */
export async function htmlOfBody(body: Body): Promise<string> {
  const written = await htmlOfSource(body);
  if (body.postalAddress === undefined) return written;
  // Appended at the end here: its place does not matter, since the recipient reads it anywhere.
  return `${written}\n<p>${linesOf(body.postalAddress).map(escapeHtml).join('<br>')}</p>`;
}

async function htmlOfSource({ kind, source }: Body): Promise<string> {
  switch (kind) {
    case 'html':
      return source;
    case 'tiptap':
      return tiptapToHtml(source);
    case 'markdown': {
      const { markdownToHtml } = await import('../../content/markdown.ts');
      const slots = slotTable(source);
      return takeSlotsOut(slots, markdownToHtml(putSlots(slots, source)));
    }
  }
}
