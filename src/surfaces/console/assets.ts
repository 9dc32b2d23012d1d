import { hash } from 'node:crypto';
import type { HttpAnswer } from '../http/request-response.ts';
import { script } from './script.ts';
import { stylesheet } from './stylesheet.ts';

type Asset = { type: string; text: string; url: string };

export const assetsPath = '/console/assets/';

/** Puts a content hash into the URL, so that browsers can cache the file forever. */
function asset(name: string, type: string, text: string): Asset {
  return { type, text, url: `${assetsPath}${hash('sha256', text, 'hex').slice(0, 12)}/${name}` };
}

export const consoleStyle = asset('console.css', 'text/css; charset=utf-8', stylesheet);
export const consoleScript = asset('console.js', 'text/javascript; charset=utf-8', script);

export function assetAt(path: string): HttpAnswer | null {
  const found = [consoleStyle, consoleScript].find(({ url }) => url === path);
  if (!found) return null;
  return {
    status: 200,
    headers: { 'Content-Type': found.type, 'Cache-Control': 'public, max-age=31536000, immutable' },
    body: found.text,
  };
}
