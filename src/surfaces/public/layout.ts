import { hash } from 'node:crypto';
import { fitLogo, type Logo, logoFolder } from '../../model/organization/logo.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { type Language, languages } from '../../model/text/language.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { assetUrl } from './frame/assets.ts';
import { type Html, html } from './html.ts';
import { wordsIn } from './locales/index.ts';
import { mark } from './mark.ts';
import { stylesheet } from './stylesheet.ts';

/** The organization whose page it is; null for a page without one. */
export type PageOwner = Pick<OrganizationRecord, 'name' | 'postalAddress' | 'logo' | 'accentColor'> | null;

/** A page's URL is a secret of one mailbox: browsers must not leak or cache it, and sites must not frame it. */
const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

export function pageAnswer(
  status: number,
  language: Language,
  owner: PageOwner,
  { title, body }: { title: string; body: Html },
): HttpAnswer {
  const content = html`${owner && ownerHeader(owner)}<main>
<h1>${title}</h1>
${body}
</main>
<footer>
${owner && html`<p>${lines([owner.name, ...(owner.postalAddress?.split(/\r?\n/) ?? [])].map(straight))}</p>`}
${languageLinks(language)}
<p class="by">${mark}Posthouse</p>
</footer>`;
  const style = styleFor(owner);
  const owned = owner ? `${title} – ${straight(owner.name)}` : title;
  return {
    status,
    headers: { ...pageHeaders, ...policyFor(style), 'Content-Language': language },
    body: pageDocument(language, owned, iconFor(owner), style, content),
  };
}

function ownerHeader({ name, logo }: NonNullable<PageOwner>): Html {
  const shown = straight(name);
  if (!logo) return html`<header><bdi>${shown}</bdi></header>\n`;
  const { width, height } = fitLogo(logo, logoBox);
  return html`<header><img src="${logoPath(logo)}" alt="${shown}" width="${String(width)}" height="${String(height)}"></header>\n`;
}

/** Relative, so that it works behind any proxy prefix, as the other links of these pages do. */
function logoPath({ file }: Logo): string {
  return `..${logoFolder}/${file}`;
}

const logoBox = { width: 240, height: 64 };

function iconFor(owner: PageOwner): string {
  return owner?.logo ? logoPath(owner.logo) : assetUrl('mark.svg');
}

/** The color suits white text, so it fills buttons in both schemes. It colors links in the light scheme only. */
function styleFor(owner: PageOwner): string {
  const color = owner?.accentColor;
  return color
    ? `${stylesheet}:root{--accent:${color};--on-accent:#fff;--link:light-dark(${color},#a3b0ff)}\n`
    : stylesheet;
}

function pageDocument(language: string, title: string, icon: string, style: string, content: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${{ markup: style }}</style>
</head>
<body>
${content}
</body>
</html>
`.markup;
}

function policyFor(style: string): Record<string, string> {
  const sources = `style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src 'self'`;
  return { 'Content-Security-Policy': pagePolicy(sources) };
}

/** @param sources allowed styles and images @param formTarget other origin to which the form may redirect, because browsers apply the policy to redirects too */
export function pagePolicy(sources: string, formTarget: string | null = null): string {
  return [
    "default-src 'none'",
    sources,
    `form-action 'self'${formTarget === null ? '' : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function lines(texts: readonly string[]): Html[] {
  return texts.map((text, index) => (index === 0 ? html`${text}` : html`<br>${text}`));
}

/** Plain links to the page in other languages, so that a submitted form is not repeated. */
function languageLinks(language: Language): Html {
  const all = Object.entries(languages).map(([tag, name]) =>
    tag === language
      ? html`<li><a href="?lang=${tag}" lang="${tag}" hreflang="${tag}" aria-current="true">${name}</a></li>`
      : html`<li><a href="?lang=${tag}" lang="${tag}" hreflang="${tag}">${name}</a></li>`,
  );
  return html`<nav aria-label="${wordsIn[language].languages}"><ul>${all}</ul></nav>`;
}

/** Removes bidirectional controls, which would reorder the text around it (UAX #9 section 2). */
export function straight(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '');
}
