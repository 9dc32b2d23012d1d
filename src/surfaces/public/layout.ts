import { hash } from 'node:crypto';
import { type Language, languages } from '../../model/text/language.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { type Html, html } from './html.ts';
import { wordsIn } from './locales/index.ts';
import { stylesheet } from './stylesheet.ts';

/** The organization a page belongs to; null where it is unknown, because a link leads nowhere. */
export type PageOwner = { name: string; postalAddress: string | null } | null;

/**
 * The address of a page is a secret between one mailbox and us, so no browser may report or keep it, no site may frame it,
 * and nothing but its one form can be sent anywhere.
 */
const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': pagePolicy(stylesheet),
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
  const content = html`<main>
<h1>${title}</h1>
${body}
</main>
<footer>
${owner && html`<p>${lines([owner.name, ...(owner.postalAddress?.split(/\r?\n/) ?? [])].map(straight))}</p>`}
${languageLinks(language)}
</footer>`;
  const owned = owner ? `${title} – ${straight(owner.name)}` : title;
  return {
    status,
    headers: { ...pageHeaders, 'Content-Language': language },
    body: pageDocument(language, owned, stylesheet, content),
  };
}

/** A whole page: what a reader sees of it, in one style. */
export function pageDocument(language: string, title: string, style: string, content: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${content}
</body>
</html>
`.markup;
}

/**
 * What a browser may do with a page: show it in its style and send its form here, and nothing else.
 * @param formTarget where else the answer to the form may lead: browsers hold the redirect after a form to this as well
 */
export function pagePolicy(style: string, formTarget: string | null = null): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    `form-action 'self'${formTarget === null ? '' : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
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
