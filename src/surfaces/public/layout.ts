import { hash } from 'node:crypto';
import { type Language, languages } from '../../model/language.ts';
import type { HttpAnswer } from '../http/exchange.ts';
import { type Html, html } from './html.ts';
import { stylesheet } from './stylesheet.ts';
import { wordsIn } from './words/index.ts';

/** Whose page it is; null where nobody knows, because a link leads nowhere. */
export type PageOwner = { name: string; postalAddress: string | null } | null;

/**
 * The address of a page is a secret between one mailbox and us, so no browser may tell or keep it, nobody may frame it,
 * and nothing but its one form can be sent anywhere.
 */
const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', stylesheet, 'base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

/** The answer with one page. */
export function pageAnswer(
  status: number,
  language: Language,
  owner: PageOwner,
  { title, body }: { title: string; body: Html },
): HttpAnswer {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${owner ? `${title} – ${straight(owner.name)}` : title}</title>
<style>${{ markup: stylesheet }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>
${owner && html`<p>${lines([owner.name, ...(owner.postalAddress?.split(/\r?\n/) ?? [])].map(straight))}</p>`}
${languageLinks(language)}
</footer>
</body>
</html>
`;
  return { status, headers: { ...pageHeaders, 'Content-Language': language }, body: page.markup };
}

function lines(texts: readonly string[]): Html[] {
  return texts.map((text, index) => (index === 0 ? html`${text}` : html`<br>${text}`));
}

/** The same page in the other languages. What a form did is not done again: these are plain links. */
function languageLinks(language: Language): Html {
  const all = Object.entries(languages).map(([tag, name]) =>
    tag === language
      ? html`<li><a href="?lang=${tag}" lang="${tag}" hreflang="${tag}" aria-current="true">${name}</a></li>`
      : html`<li><a href="?lang=${tag}" lang="${tag}" hreflang="${tag}">${name}</a></li>`,
  );
  return html`<nav aria-label="${wordsIn[language].languages}"><ul>${all}</ul></nav>`;
}

/** Text of others without the marks that would turn what stands around it (UAX #9 2). */
export function straight(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '');
}
