import { isLoopback } from '../loopback.ts';

/**
 * Schemes of apps without a dot in their name, which RFC 8252 7.1 asks for: they were chosen before it was read. Only known
 * ones, because a scheme of the browser itself (`javascript:`, `data:`, `blob:`) looks just the same.
 */
const knownAppSchemes: readonly string[] = ['cursor:', 'vscode:', 'vscode-insiders:'];

/**
 * Allowed redirect targets: over TLS, to a program on the person's own machine (RFC 8252 7.3, 8.3), or to an app by a
 * scheme of its own (7.1).
 */
export function isRedirectTarget(uri: string): boolean {
  // The parser silently ignores these characters, but no URI contains them (RFC 3986 2).
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\')) return false;
  const url = URL.parse(uri);
  if (!url || uri.includes('#') || url.username !== '' || url.password !== '' || hasDotSegment(uri))
    return false;
  if (isAppScheme(url.protocol)) return uri.startsWith(`${url.protocol}/`);
  // The parser also inserts missing slashes and ignores extra ones, where others read a path (RFC 3986 3.2).
  if (!/^https?:\/\/[^/]/.test(uri)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether a scheme, as `URL` writes it, is an app's own: a domain name in reverse, or a known one. */
export function isAppScheme(protocol: string): boolean {
  return knownAppSchemes.includes(protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol);
}

/**
 * Whether a redirect_uri is registered: the same text (RFC 9700 2.1), except for the port of a loopback one, which a
 * desktop program only knows once it listens (RFC 8252 7.3).
 */
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

/** `.` and `..`, encoded too: URL parsers disagree about where they lead. */
export function hasDotSegment(uri: string): boolean {
  const [path = ''] = uri.split(/[?#]/);
  return path.split(/[/\\]/).some((segment) => /^\.{1,2}$/.test(segment.replaceAll(/%2e/gi, '.')));
}

/** The redirect_uri with the answer's parameters appended to its existing ones, which stay as written. */
export function redirectTo(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) added.append(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`;
}
