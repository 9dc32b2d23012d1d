import { createHash } from 'node:crypto';
import { version } from '../../../version.ts';
import { appStyle } from './app-style.ts';
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
