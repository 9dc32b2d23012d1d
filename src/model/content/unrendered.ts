import type { Body } from './body.ts';
import { escapeHtml } from './escape-html.ts';
import { fillMergeFields, type MergeFields } from './merge-fields.ts';
import { splitAddressLines } from './postal-address.ts';
import { hiddenPreview } from './preview.ts';
import type { RenderedEmail } from './render.ts';

const sourceCharactersMax = 100_000;
const textCharactersMax = 200_000;

/** Never throws, takes linear time, and avoids the parsers that timed out. */
export function unrenderedEmail(email: {
  body: Body;
  preview: string | null;
  values: MergeFields;
}): RenderedEmail {
  const source = email.body.source.slice(0, sourceCharactersMax);
  const filled = fillMergeFields(source, email.values, 'text').slice(0, textCharactersMax).toWellFormed();
  const { postalAddress } = email.body;
  const text =
    postalAddress === undefined ? filled : `${filled}\n\n${splitAddressLines(postalAddress).join('\n')}`;
  const html = `<!doctype html><html><head><meta charset="utf-8"></head><body>${hiddenPreview(email.preview)}<pre style="white-space:pre-wrap">${escapeHtml(text)}</pre></body></html>`;
  return { html, text };
}
