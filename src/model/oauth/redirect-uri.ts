import { isLoopback } from '../loopback.ts';

/** Listed individually, because a browser's own scheme (`javascript:`, `data:`) also lacks a dot (RFC 8252 7.1). */
const knownAppSchemes: readonly string[] = ['cursor:', 'vscode:', 'vscode-insiders:'];

/** Allows https, a loopback address (RFC 8252 7.3, 8.3), or an app's own scheme (7.1). */
export function isRedirectTarget(uri: string): boolean {
  // The parser silently ignores these characters, which no URI may contain (RFC 3986 2).
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\')) return false;
  const url = URL.parse(uri);
  if (!url || uri.includes('#') || url.username !== '' || url.password !== '' || hasDotSegment(uri))
    return false;
  if (isAppScheme(url.protocol)) return uri.startsWith(`${url.protocol}/`);
  // The parser also inserts missing slashes and ignores extra ones, which others read as a path (RFC 3986 3.2).
  if (!/^https?:\/\/[^/]/.test(uri)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Accepts reversed domain names and known schemes. @param protocol as written by `URL` */
export function isAppScheme(protocol: string): boolean {
  return knownAppSchemes.includes(protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol);
}

/** RFC 9700 2.1. A desktop program only knows its loopback port once it listens (RFC 8252 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return (
    isRedirectTarget(uri) && (registered.includes(uri) || registered.some((one) => sameLoopback(uri, one)))
  );
}

function sameLoopback(uri: string, registered: string): boolean {
  if (!isRedirectTarget(registered)) return false;
  const [asked, known] = [new URL(uri), new URL(registered)];
  if (asked.protocol !== 'http:' || !isLoopback(asked.hostname)) return false;
  asked.port = '';
  known.port = '';
  return asked.href === known.href;
}

/** Detects `.` and `..`, also encoded, which URL parsers resolve differently. */
export function hasDotSegment(uri: string): boolean {
  const [path = ''] = uri.split(/[?#]/);
  return path.split(/[/\\]/).some((segment) => /^\.{1,2}$/.test(segment.replaceAll(/%2e/gi, '.')));
}

export function redirectTo(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) added.append(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`;
}
