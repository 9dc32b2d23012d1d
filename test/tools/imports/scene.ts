import type { Place } from '../both-databases.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

/** Consent for the subscribers in test files. */
export const agreed = { consent: { source: 'the form of a test' } };

/** Uploads octets in parts, as a client does with a large file. */
export async function upload(place: Place, octets: Uint8Array, partOctets = 1_000_000): Promise<string> {
  const { id } = await place.use('import_subscribers', {});
  for (let at = 0, part = 1; at < octets.length || part === 1; at += partOctets, part += 1) {
    const content = Buffer.from(octets.subarray(at, at + partOctets)).toString('base64');
    await place.use('add_import_part', { importId: id, part, content });
  }
  return id;
}

/** Uploads octets, runs their import to completion and returns it. */
export async function importOctets(
  place: Place,
  octets: Uint8Array,
  options: object = agreed,
): Promise<Answer> {
  const importId = await upload(place, octets);
  await place.use('import_subscribers', { importId, ...options });
  await place.platform.deliver();
  return await place.use('get_import', { importId });
}

/** Previews and imports a text; returns both results. */
export async function importText(
  place: Place,
  csv: string,
  options: object = agreed,
): Promise<{ preview: Answer; done: Answer }> {
  const previewed = await place.use('import_subscribers', { csv, ...options, start: false });
  const importId = previewed.id;
  await place.use('import_subscribers', { importId });
  await place.platform.deliver();
  return { preview: previewed, done: await place.use('get_import', { importId }) };
}

/** Returns all subscribers by address, without values that vary between runs. */
export async function people(place: Place): Promise<Record<string, Answer>> {
  const { data } = await place.use('list_subscribers', { limit: 100 });
  return Object.fromEntries((data as { email: string }[]).map((one) => [one.email, one]));
}

export async function reasons(place: Place, importId: string): Promise<string[]> {
  const { csv } = await place.use('get_import_errors', { importId });
  return (csv as string).trimEnd().split('\r\n').slice(1);
}
