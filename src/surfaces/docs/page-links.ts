import { addressOf, type DocsPage, docsPrefix } from './page.ts';

/** Files outside the documentation link to the source repository. */
const sourceUrl = 'https://github.com/posthouse/posthouse/blob/main';

/** Code blocks and spans, in which links are not rewritten. */
const code = /(^```[\s\S]*?^```$|`[^`\n]+`)/m;

export function renderMarkdownPage(page: DocsPage, known: ReadonlySet<string>): string {
  const pieces = page.markdown().split(code);
  const rewritten = pieces.map((piece) =>
    piece.startsWith('`')
      ? piece
      : piece.replaceAll(/\]\(([^)\s]+)\)/g, (link, target: string) => {
          const leads = resolveTarget(target, page.name, known);
          return leads.startsWith('http') && !target.startsWith('http') ? `](${leads})` : link;
        }),
  );
  return rewritten.join('');
}

export function resolveTarget(target: string, from: string, known: ReadonlySet<string>): string {
  if (/^(?:[a-z][a-z+.-]*:|#)/i.test(target)) return target;
  const { pathname, hash } = new URL(target, `http://docs.invalid${addressOf(from)}.md`);
  const name = pathname.startsWith(docsPrefix)
    ? pathname.slice(docsPrefix.length).replace(/\.md$/, '')
    : null;
  if (name !== null && known.has(name)) return addressOf(name) + hash;
  return target.startsWith('/') ? target : `${sourceUrl}${pathname}${hash}`;
}

export function plainHeading(heading: string): string {
  return heading.replaceAll(/\[([^\]]*)\]\([^)]*\)|`/g, '$1');
}

export function slugifyHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
