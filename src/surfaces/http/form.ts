import type { HttpRequest } from './request-response.ts';

/** Returns null for another content type or a repeated field. */
export function readForm(
  { headers, body }: HttpRequest,
  several: readonly string[] = [],
): URLSearchParams | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return null;
  const form = new URLSearchParams(body?.toString('utf8') ?? '');
  // OAuth 2.1 section 3.2: parameters must not be repeated.
  const names = new Set<string>();
  for (const name of form.keys()) {
    if (names.has(name) && !several.includes(name)) return null;
    names.add(name);
  }
  return form;
}
