import { secondMs } from '../../model/instant.ts';
import { signInLimits } from '../../model/person/session.ts';

/**
 * The cookie of a session. `Lax`, because a link to a page in a chat or a mail is followed from another site, and with `Strict`
 * its reader would seem to be signed out. What changes something checks for itself where it came from.
 */

/** Over plain http no browser keeps a `Secure` cookie everywhere, and the prefix asks for one (RFC 6265bis 4.1.3). */
function nameFor(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-posthouse' : 'posthouse';
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}

/** The secret in the cookie of a request; null where there is none. */
export function cookieOf(header: string | undefined, baseUrl: string): string | null {
  const name = nameFor(baseUrl);
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** `Set-Cookie` of a session that begins. */
export function sessionCookie(secret: string, baseUrl: string): string {
  return setCookie(secret, signInLimits.sessionMs / secondMs, baseUrl);
}

/** `Set-Cookie` that takes it away. */
export function noCookie(baseUrl: string): string {
  return setCookie('', 0, baseUrl);
}

function setCookie(value: string, maxAgeSeconds: number, baseUrl: string): string {
  const secure = isSecure(baseUrl) ? '; Secure' : '';
  return `${nameFor(baseUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
