import type { HttpRequest } from './request-response.ts';

/** The fields of a URL-encoded body; null for a body of another kind, or one that names a field twice. */
export function readForm(
  { headers, body }: HttpRequest,
  several: readonly string[] = [],
): URLSearchParams | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return null;
  const form = new URLSearchParams(body?.toString('utf8') ?? '');
  // OAuth 2.1 3.2: parameters may not be included more than once.
  const names = new Set<string>();
  for (const name of form.keys()) {
    if (names.has(name) && !several.includes(name)) return null;
    names.add(name);
  }
  return form;
}
