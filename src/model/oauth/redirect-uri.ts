import { isLoopback } from '../loopback.ts';

/** Listed individually, because a browser's own scheme (`javascript:`, `data:`) also lacks a dot (RFC 8252 7.1). */
const knownAppSchemes: readonly string[] = ['cursor', 'vscode', 'vscode-insiders'];

/** Schemes that browsers or systems handle themselves, so that a redirect could run code or read a file. */
const systemSchemes: readonly string[] = [
  ...[
    'about',
    'blob',
    'chrome',
    'chrome-extension',
    'content',
    'data',
    'devtools',
    'edge',
    'file',
    'filesystem',
  ],
  ...[
    'ftp',
    'http',
    'https',
    'intent',
    'jar',
    'javascript',
    'ldap',
    'mailto',
    'moz-extension',
    'ms-msdt',
    'nfs',
  ],
  ...['resource', 'search', 'search-ms', 'sftp', 'shell', 'sip', 'smb', 'sms', 'ssh', 'tel', 'telnet', 'urn'],
  ...['vbscript', 'view-source', 'ws', 'wss'],
];
const schemeCharactersMax = 50;

/** Returns why an operator cannot list a scheme, or null (RFC 3986 3.1, in lower case). */
export function schemeFault(scheme: string): string | null {
  if (scheme.length > schemeCharactersMax || !/^[a-z][a-z0-9+.-]*$/.test(scheme)) {
    return `must be URI schemes of apps in lower case, without a colon, such as claude; ${JSON.stringify(scheme.slice(0, schemeCharactersMax))} is none`;
  }
  return systemSchemes.includes(scheme)
    ? `must be URI schemes of apps; ${scheme} belongs to browsers and systems`
    : null;
}

/**
 * Allows https, a loopback address (RFC 8252 7.3, 8.3), or an app's own scheme (7.1).
 * @param schemes listed by the operator, besides the known ones
 */
export function isRedirectTarget(uri: string, schemes: readonly string[]): boolean {
  // The parser silently ignores these characters, which no URI may contain (RFC 3986 2).
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\')) return false;
  const url = URL.parse(uri);
  if (!url || uri.includes('#') || url.username !== '' || url.password !== '' || hasDotSegment(uri))
    return false;
  if (isListed(url.protocol.slice(0, -1), schemes)) return uri.startsWith(`${url.protocol}/`);
  // The parser also inserts missing slashes and ignores extra ones, which others read as a path (RFC 3986 3.2).
  if (!/^https?:\/\/[^/]/.test(uri) || !isPlainHost(url.hostname)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** The parser also accepts `;` and `*`, which the consent page's policy would read as a directive or a wildcard. */
function isPlainHost(hostname: string): boolean {
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(hostname);
}

/** Accepts reversed domain names, because an app's maker owns the domain. */
function isListed(scheme: string, schemes: readonly string[]): boolean {
  return (
    knownAppSchemes.includes(scheme) ||
    schemes.includes(scheme) ||
    /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/.test(scheme)
  );
}

/** @param protocol of an accepted redirect target, as written by `URL` */
export function isAppScheme(protocol: string): boolean {
  return protocol !== 'https:' && protocol !== 'http:';
}

/** RFC 9700 2.1. A desktop program only knows its loopback port once it listens (RFC 8252 7.3). */
export function isRegistered(
  uri: string,
  registered: readonly string[],
  schemes: readonly string[],
): boolean {
  return (
    isRedirectTarget(uri, schemes) &&
    (registered.includes(uri) || registered.some((one) => sameLoopback(uri, one)))
  );
}

function sameLoopback(uri: string, registered: string): boolean {
  if (!isRedirectTarget(registered, [])) return false;
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
