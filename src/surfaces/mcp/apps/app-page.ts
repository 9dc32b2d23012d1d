import { createHash } from 'node:crypto';
import { version } from '../../../version.ts';
import { appStyle } from './app-style.ts';
import { hostLine } from './host-line.ts';

/** An app: what it looks like, and what it does with an answer. Both are written into its page. */
type App = {
  /** What it calls itself to the host. */
  name: string;
  title: string;
  style: string;
  /** The elements it fills in; they hold no text but ours. */
  body: string;
  /** A program for a browser; `hostLine` stands before it. */
  script: string;
};

/**
 * An app as one page that sends no request. The host closes the network by the policy in `ui-resources.ts`; the
 * page closes it once more for a host that does not: only this one script runs in it, and of images only those that stand
 * in it. A mail that is shown in a frame of it has this policy over its own.
 */
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

/** A value of ours as the text of a script: nothing in it can end the script. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
