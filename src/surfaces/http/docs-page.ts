import { hash } from 'node:crypto';
import type { HttpAnswer } from './request-response.ts';

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}:target{background:#ffc}';

/**
 * A page for readers, with no script and nothing from elsewhere.
 * @param html what stands under the heading; its author escapes
 * @param isHome whether it is the page that all others lead back to
 */
export function docsPage(title: string, html: string, isHome = false): HttpAnswer {
  const wayHome = isHome ? '' : '<nav><a href="/docs">Documentation</a></nav>\n';
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'public, max-age=3600',
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${wayHome}<h1>${title}</h1>
${html}
</body>
</html>
`,
  };
}
