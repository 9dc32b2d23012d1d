import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { HttpAnswer, HttpRequest } from '../../http/request-response.ts';
import { markFile } from '../mark.ts';
import { tokens } from './tokens.ts';

type Asset = { type: string; text: string; compressed: Buffer | null };

export const assetsPath = '/console/assets/';

const types = {
  'look.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'mark.svg': 'image/svg+xml',
} as const;

const assets = new Map<string, Asset>();
const urls = new Map<string, string>();

/** The URL has a content hash, so that browsers can cache the file forever. Read once, on first use. */
export function assetUrl(name: keyof typeof types): string {
  let url = urls.get(name);
  if (url === undefined) {
    const text = name === 'mark.svg' ? markFile : readAsset(name);
    url = `${assetsPath}${hash('sha256', text, 'hex').slice(0, 12)}/${name}`;
    assets.set(url, { type: types[name], text, compressed: null });
    urls.set(name, url);
  }
  return url;
}

function readAsset(name: string): string {
  const text = readFileSync(placeOf(name), 'utf8');
  return name === 'look.css' ? tokens + text : text;
}

/** The build puts the files next to the program. */
function placeOf(name: string): URL {
  const beside = new URL(`./${name}`, import.meta.url);
  return existsSync(beside) ? beside : new URL(`./look/${name}`, import.meta.url);
}

export function assetAt({ path, headers }: Pick<HttpRequest, 'path' | 'headers'>): HttpAnswer | null {
  for (const name of Object.keys(types)) assetUrl(name as keyof typeof types);
  const found = assets.get(path);
  if (!found) return null;
  const common = {
    'Content-Type': found.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  };
  if (!/\bbr\b/.test(String(headers['accept-encoding'] ?? ''))) {
    return { status: 200, headers: common, body: found.text };
  }
  found.compressed ??= brotliCompressSync(found.text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: assetQuality },
  });
  return { status: 200, headers: { ...common, 'Content-Encoding': 'br' }, body: found.compressed };
}

/** Of 11; each file is compressed once. */
const assetQuality = 9;
