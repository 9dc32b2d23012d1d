import { escapeHtml } from './escape-html.ts';
import { type SlotTable, unfilledSlot } from './slots.ts';

/** The author places the organization's address with this placeholder. */
export const postalAddressField = 'postalAddress';

/** Merge value that holds the footer's address. No author can write this name. */
export const footField = '/foot';

export function addressLine(postalAddress: string): string {
  return splitAddressLines(postalAddress).join(', ');
}

/** Removes bidirectional controls, which reorder surrounding text (UAX #9 section 2). */
export function splitAddressLines(postalAddress: string): string[] {
  const straight = postalAddress.replace(/\p{Bidi_Control}/gu, '');
  return straight
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Readable on white and on black. */
const style = 'margin:0;padding:24px 0 0;font-size:12px;line-height:1.5;color:#767676';
const ownStyle = `${style};padding:24px 16px;text-align:center;font-family:Helvetica,Arial,sans-serif`;

/** Returns the footer for both parts. Its lines are slots that no value can fill. */
export function renderFooter(
  postalAddress: string,
  slots: SlotTable,
  { framed }: { framed: boolean },
): { html: string; text: string } {
  const lines = splitAddressLines(postalAddress).map((line) => unfilledSlot(slots, escapeHtml(line)));
  const html = `<div dir="auto" style="${framed ? style : ownStyle}">${lines.join('<br>')}</div>`;
  return { html, text: lines.join('\n') };
}
