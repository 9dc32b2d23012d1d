import { type Html, html } from '../html.ts';
import { straight } from '../layout.ts';
import { mark } from '../mark.ts';
import { assetUrl } from './assets.ts';
import { themeAttribute } from './theme.ts';

/** A whole page with `look.css`, for the console and for the consent to an app. */
export function frameDocument({
  title,
  language = 'en',
  hasScript,
  body,
}: {
  title: string;
  language?: string;
  hasScript: boolean;
  body: Html;
}): string {
  return html`<!doctype html>
<html lang="${language}" ${{ markup: themeAttribute }}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${straight(title)} · Posthouse</title>
<link rel="icon" href="${assetUrl('mark.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetUrl('look.css')}">
${hasScript ? html`<script src="${assetUrl('console.js')}" defer></script>\n` : null}</head>
${body}
</html>
`.markup;
}

/** The body of a page without navigation, for signing in, for the consent to an app and for errors. */
export function gateBody({
  title,
  body,
  footer = null,
  foot,
}: {
  title: string;
  body: Html;
  /** At the end of the sheet. */
  footer?: Html | null;
  /** Below the sheet. */
  foot: Html;
}): Html {
  return html`<body class="gate">
<main id="main">
<p class="brand">${mark}Posthouse</p>
<section class="sheet"><div class="pad gap"><h1>${straight(title)}</h1>
${body}
</div>${footer && html`<footer>${footer}</footer>`}</section>
<div class="small quiet foot">${foot}</div>
</main>
</body>`;
}
