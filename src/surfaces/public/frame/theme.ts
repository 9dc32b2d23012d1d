import type { HttpAnswer, HttpRequest } from '../../http/request-response.ts';
import { readNamedCookie } from '../../http/session-cookie.ts';

/** Light or dark pages of the console, which a person chooses for a browser. `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const cookieName = 'posthouse_theme';
const cookieSeconds = 365 * 24 * 60 * 60;

export function isTheme(text: string): text is Theme {
  return themes.some((theme) => theme === text);
}

export function readTheme({ cookie }: HttpRequest['headers']): Theme {
  const chosen = readNamedCookie(cookie, cookieName) ?? '';
  return isTheme(chosen) ? chosen : 'system';
}

/** A cookie without a secret. It needs no `Secure`, and `Lax` so that a page opened from a mail has the theme too. */
export function themeCookie(theme: Theme): string {
  const age = theme === 'system' ? 0 : cookieSeconds;
  return `${cookieName}=${theme}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax`;
}

/** Attribute of every page with `look.css`, which `withTheme` changes. */
export const themeAttribute = 'data-theme="system"';

/** Sets the theme of a page on the server, so that the page never flashes in the other one. */
export function withTheme(answer: HttpAnswer, { headers }: Pick<HttpRequest, 'headers'>): HttpAnswer {
  const theme = readTheme(headers);
  if (theme === 'system' || typeof answer.body !== 'string') return answer;
  return { ...answer, body: answer.body.replace(themeAttribute, `data-theme="${theme}"`) };
}
