import type { Body } from '../../content/body.ts';
import { escapeHtml } from '../../content/escape-html.ts';
import { splitAddressLines } from '../../content/postal-address.ts';
import { type OnLoop, runStep } from '../../content/run-within-limit.ts';
import { putMarkdownSlots, slotTable, takeSlotsOut } from '../../content/slots.ts';
import { tiptapToHtml } from '../../content/tiptap.ts';

/** Unsanitized, without the footer. Merge fields are hidden from the Markdown parser, as in sending. @throws TookTooLong */
export async function htmlOfBody(body: Body, on: OnLoop | null = null): Promise<string> {
  const { kind, source } = body;
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

/** The position of the footer is irrelevant, because the recipient reads the address anywhere. */
export function htmlOfFooter({ postalAddress = '' }: Pick<Body, 'postalAddress'>): string {
  return `\n<p>${splitAddressLines(postalAddress).map(escapeHtml).join('<br>')}</p>`;
}
