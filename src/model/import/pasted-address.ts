import { type Mailbox, parseMailbox } from '../address.ts';
import { trimCell, withoutSmartQuotes } from './padding.ts';

const straightQuotes = ["'", '"', '`'];
const scheme = 'mailto:';
/** A Markdown link: `[ada@acme.dev](mailto:ada@acme.dev)`. */
const markdownLink = /^\[[^[\]]*\]\(([^()]*)\)$/;

/** Does not change characters inside the address, because the erasure of a person searches files for it. */
export function readPastedAddress(
  cell: string,
): { ok: true; mailbox: Mailbox } | { ok: false; message: string } {
  const text = bareAddress(cell);
  const read = parseMailbox(text);
  if (read.ok) return read;
  // A name with a comma needs quotes, which exports omit. A name with an @ may be a second address.
  const opening = text.lastIndexOf('<');
  if (opening <= 0 || !text.endsWith('>')) return read;
  const name = text.slice(0, opening);
  const inner = parseMailbox(bareAddress(text.slice(opening + 1, -1)));
  if (!inner.ok) return read;
  const isSame = inner.mailbox.key === bareAddress(name).toLowerCase();
  return isSame || !name.includes('@') ? inner : read;
}

const coatsMax = 6;

function bareAddress(cell: string): string {
  let text = trimCell(cell);
  for (let coats = 0; coats < coatsMax; coats += 1) {
    const next = trimCell(withoutCoat(text));
    if (next === text) break;
    text = next;
  }
  return text;
}

function withoutCoat(text: string): string {
  if (/^[,;]|[,;]$/.test(text)) return text.slice(+/^[,;]/.test(text), /[,;]$/.test(text) ? -1 : undefined);
  if (text.slice(0, scheme.length).toLowerCase() === scheme) {
    const query = text.indexOf('?');
    return text.slice(scheme.length, query < 0 ? undefined : query);
  }
  if (text.startsWith('<') && text.endsWith('>') && !text.includes('<', 1)) return text.slice(1, -1);
  const isQuoted = straightQuotes.some(
    (mark) => text.length > 2 && text.startsWith(mark) && text.indexOf(mark, 1) === text.length - 1,
  );
  if (isQuoted) return text.slice(1, -1);
  return withoutSmartQuotes(text).replace(markdownLink, '$1');
}
