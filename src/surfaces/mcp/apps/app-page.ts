import { createHash } from 'node:crypto';
import { version } from '../../../version.ts';
import { hostLine } from './host-line.ts';

type App = {
  name: string;
  title: string;
  style: string;
  /** Elements that the script fills in. They contain only our own text. */
  body: string;
  script: string;
};

/** The page's own policy covers hosts that do not block the network, and an email shown in a frame. */
export function appPage({ name, title, style, body, script }: App): string {
  const program = `"use strict";const identity=${inScript({ name, title, version })};${hostLine}${script}`;
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(program).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<title>${title}</title><style>${appStyle}${style}</style></head>`,
    `<body>${body}<script>${program}</script></body></html>`,
  ].join('');
}

/** Encodes a value for a script. Escapes `<` so that no text can close the script. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

/** Contrast of at least 4.5 for text (WCAG 2.2 section 1.4.3) and 3 for graphics (1.4.11) in both color schemes. */
const light =
  'color-scheme:light;--sheet:#fff;--soft:#f4f5f7;--ink:#1c1e21;--quiet:#565d68;--line:#dcdfe5;--edge:#868d98;--strong:#1a4fb4;--on-strong:#fff;--warm:#a84300;--mute:#7c8490;--good:#14512f;--on-good:#e7f3ec;--warn:#5f3f05;--on-warn:#fdf1dc;--bad:#8a1f17;--on-bad:#fdeceb;--notice:#1c3d7a;--on-notice:#eaf1fd';
const dark =
  'color-scheme:dark;--sheet:#1e2126;--soft:#272b31;--ink:#e8eaed;--quiet:#b0b7c1;--line:#3a3f47;--edge:#7d8590;--strong:#8ab4f8;--on-strong:#10131a;--warm:#f2a35e;--mute:#8b939e;--good:#b5e3c6;--on-good:#1d3527;--warn:#f4d9a4;--on-warn:#3a2f18;--bad:#f7bdb8;--on-bad:#43211f;--notice:#c4d8fb;--on-notice:#1f2f4d';

const appStyle = `
:root{${light}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;background:var(--sheet)}
body{margin:0;padding:1rem;background:var(--sheet);color:var(--ink);font:.9375rem/1.5 var(--font-sans,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif);overflow-wrap:anywhere}
h1{margin:0;font-size:1.1875rem;line-height:1.3;font-weight:650;text-wrap:balance}
h2{margin:1.5rem 0 .5rem;font-size:.9375rem;font-weight:650}
p{margin:.25rem 0}
.quiet{color:var(--quiet);font-size:.875rem}
.pill{display:inline-block;padding:.0625rem .5rem;border-radius:1rem;background:var(--soft);color:var(--quiet);font-size:.75rem;font-weight:600;letter-spacing:.02em}
.good{background:var(--on-good);color:var(--good)}
.warn{background:var(--on-warn);color:var(--warn)}
.block{background:var(--on-bad);color:var(--bad)}
.info{background:var(--on-notice);color:var(--notice)}
.notice{margin:.75rem 0 0;padding:.5rem .75rem;border-radius:.5rem;background:var(--soft);list-style:none}
.notice li+li{margin-top:.25rem}
button{min-height:2.25rem;padding:.25rem .875rem;border:1px solid transparent;border-radius:.4375rem;background:none;color:var(--quiet);font:inherit;font-size:.875rem;font-weight:600;cursor:pointer}
button:hover{color:var(--ink)}
:focus-visible{outline:3px solid var(--strong);outline-offset:2px;border-radius:.25rem}
table{width:100%;border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.375rem .5rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
thead th{color:var(--quiet);font-weight:600;white-space:nowrap}
tbody th{font-weight:400}
td{overflow-wrap:normal}
th:first-child,td:first-child{padding-left:0;text-align:left}
th:last-child,td:last-child{padding-right:0}
.wide{overflow-x:auto}
@media (forced-colors:active){button[aria-pressed=true]{border-color:Highlight}}
@media (prefers-reduced-motion:no-preference){button{transition:color .12s}}
`;
