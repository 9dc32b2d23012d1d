import { linkPaths, readLinkToken } from '../../../src/engine/content/public-links.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';

/** Finds recipients' links in a text in any encoding, and tries them. */

const tokenShape = /1[1-9a-z][0-9a-z]{0,10}-(?:eml|sub)_[0-9a-z]{26}-[\w-]{22}/g;
const base64Run = /(?:[A-Za-z0-9+/]{4}(?:\r?\n|\\r\\n)?){12,}(?:[A-Za-z0-9+/]{2,3}={0,2})?/g;
const decodedDeep = 4;

/** Returns every link token in a text: plain, in quoted-printable, and in nested base64. */
export function tokensIn(text: string, depth = 0): Set<string> {
  const found = new Set<string>();
  const readable = text.replaceAll(/=(?:\r?\n|\\r\\n)/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => {
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
  const unescaped = readable.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex) => {
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
  for (const form of [text, readable, unescaped]) {
    for (const [token] of form.matchAll(tokenShape)) found.add(token);
  }
  if (depth < decodedDeep) {
    for (const [run] of text.matchAll(base64Run)) {
      const decoded = Buffer.from(run.replaceAll(/\\r\\n|\s/g, ''), 'base64').toString('latin1');
      for (const token of tokensIn(decoded, depth + 1)) found.add(token);
    }
  }
  return found;
}

/** Returns the tokens that a public page accepts, with the path of the page. */
export async function workingLinks(
  { platform, http }: Pick<SimulatedPlatform, 'platform' | 'http'>,
  tokens: Iterable<string>,
): Promise<string[]> {
  const working: string[] = [];
  for (const token of tokens) {
    for (const purpose of ['unsubscribe', 'preferences', 'view', 'open', 'click'] as const) {
      if (readLinkToken(platform.engine, purpose, token)) working.push(`/${linkPaths[purpose]}/${token}`);
    }
    const path = `/${linkPaths.confirm}/${token}`;
    if ((await http('GET', path, { token: null })).status === 200) working.push(path);
  }
  return working;
}
