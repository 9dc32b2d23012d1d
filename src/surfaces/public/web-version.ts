import { escapeHtml } from '../../model/content/escape-html.ts';
import { withoutUnpairedBidi } from '../../model/text/bidi.ts';
import type { Language } from '../../model/text/language.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { wordsIn } from './locales/index.ts';

/** Sandboxes the sender's content; only images and inline styles load. Links open without a referrer. */
const headers: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    'img-src https: http: data:',
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

/** @param mail.html empty for a text-only mail */
export function webVersion(language: Language, { html, text }: { html: string; text: string }): HttpAnswer {
  return { status: 200, headers, body: html === '' ? textDocument(language, text) : html };
}

export const webVersionHead: HttpAnswer = { status: 200, headers, body: null };

function textDocument(language: Language, text: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${wordsIn[language].webVersion}</title>
</head>
<body style="color-scheme:light dark;margin:1rem">
<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font:1rem/1.5 system-ui,sans-serif">${escapeHtml(withoutUnpairedBidi(text))}</pre>
</body>
</html>
`;
}
