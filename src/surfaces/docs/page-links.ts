import { addressOf, type DocsPage, docsPrefix } from './page.ts';

/** Where the links of a page lead: apart from what renders it, which only a browser's visit needs. */

/** What is not part of the documentation is shown where the source is. */
const sourceUrl = 'https://github.com/posthouse/posthouse/blob/main';

/** Blocks and spans of code: what looks like a link in them is a part of what they show. */
const code = /(^```[\s\S]*?^```$|`[^`\n]+`)/m;

/** The page as Markdown, with links that work beside it. */
export function twinOf(page: DocsPage, known: ReadonlySet<string>): string {
  const pieces = page.markdown().split(code);
  const rewritten = pieces.map((piece) =>
    piece.startsWith('`')
      ? piece
      : piece.replaceAll(/\]\(([^)\s]+)\)/g, (link, target: string) => {
          const leads = targetOf(target, page.name, known);
          return leads.startsWith('http') && !target.startsWith('http') ? `](${leads})` : link;
        }),
  );
  return rewritten.join('');
}

/** Where a link of a page leads in the browser. */
export function targetOf(target: string, from: string, known: ReadonlySet<string>): string {
  if (/^(?:[a-z][a-z+.-]*:|#)/i.test(target)) return target;
  const { pathname, hash } = new URL(target, `http://docs.invalid${addressOf(from)}.md`);
  const name = pathname.startsWith(docsPrefix)
    ? pathname.slice(docsPrefix.length).replace(/\.md$/, '')
    : null;
  if (name !== null && known.has(name)) return addressOf(name) + hash;
  return target.startsWith('/') ? target : `${sourceUrl}${pathname}${hash}`;
}

/** As code hosts make it of a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
