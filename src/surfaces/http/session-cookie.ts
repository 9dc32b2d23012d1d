import { secondMs } from '../../model/instant.ts';
import { signInLimits } from '../../model/person/session.ts';

/** `Lax`, because with `Strict` people seem to be signed out after a link from a chat or mail. */

/** RFC 6265bis section 4.1.3: the prefix requires a `Secure` cookie, which not every browser keeps over plain http. */
function nameFor(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-posthouse' : 'posthouse';
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}

export function readCookie(header: string | undefined, baseUrl: string): string | null {
  return readNamedCookie(header, nameFor(baseUrl));
}

export function readNamedCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

export function sessionCookie(secret: string, baseUrl: string): string {
  return setCookie(secret, signInLimits.sessionMs / secondMs, baseUrl);
}

export function noCookie(baseUrl: string): string {
  return setCookie('', 0, baseUrl);
}

function setCookie(value: string, maxAgeSeconds: number, baseUrl: string): string {
  const secure = isSecure(baseUrl) ? '; Secure' : '';
  return `${nameFor(baseUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
