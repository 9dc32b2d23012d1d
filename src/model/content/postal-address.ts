import { escapeHtml } from './escape-html.ts';
import { type SlotTable, unfilledSlot } from './slots.ts';

/** The placeholder for the organization's postal address; the author chooses where it appears. */
export const postalAddressField = 'postalAddress';

/** The merge value under which a mail keeps the footer's address. No author can write this name. */
export const footField = '/foot';

/** Its value in a text: on one line. */
export function addressLine(postalAddress: string): string {
  return linesOf(postalAddress).join(', ');
}

/** The lines of an address for the footer, without bidirectional controls, which reorder text around it (UAX #9 2). */
export function linesOf(postalAddress: string): string[] {
  const straight = postalAddress.replace(/\p{Bidi_Control}/gu, '');
  return straight
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A grey that is readable on white and on black. */
const style = 'margin:0;padding:24px 0 0;font-size:12px;line-height:1.5;color:#767676';
/** In the author's own document, which has no column of ours. */
const ownStyle = `${style};padding:24px 16px;text-align:center;font-family:Helvetica,Arial,sans-serif`;

/** The footer's address for the HTML and the text part; its lines are slots that nothing else fills. */
export function footOf(
  postalAddress: string,
  slots: SlotTable,
  { framed }: { framed: boolean },
): { html: string; text: string } {
  const lines = linesOf(postalAddress).map((line) => unfilledSlot(slots, escapeHtml(line)));
  const html = `<div dir="auto" style="${framed ? style : ownStyle}">${lines.join('<br>')}</div>`;
  return { html, text: lines.join('\n') };
}
