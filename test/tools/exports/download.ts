import { rowsOfText } from '../../../src/model/import/csv-rows.ts';
import { baseUrl } from '../../world/platform.ts';
import type { Place } from '../both-databases.ts';

/** Downloads a file over REST with the organization's first token. */
export async function download(
  { platform, token: own }: Pick<Place, 'platform' | 'token'>,
  file: string,
  { query = '', token = own }: { query?: string; token?: string } = {},
): Promise<{ status: number; headers: Headers; octets: Buffer; text: string }> {
  const url = `${baseUrl}/api/v2/exports/${file}${query}`;
  return await fetched(platform, new Request(url, { headers: { authorization: `Bearer ${token}` } }));
}

/** Follows a download link without a token. */
export async function follow(
  { platform }: Pick<Place, 'platform'>,
  url: string,
  peer?: string,
): Promise<{ status: number; headers: Headers; octets: Buffer; text: string }> {
  return await fetched(platform, new Request(url), peer);
}

async function fetched(platform: Place['platform'], request: Request, peer?: string) {
  const response = await platform.platform.http.fetch(request, peer);
  const octets = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, octets, text: octets.toString('utf8') };
}

/** Returns the rows of a CSV file, keyed by its header. */
export function rowsOf(text: string): Record<string, string>[] {
  const [header, ...rows] = [...rowsOfText(text)].flat().map((row) => {
    if ('cells' in row) return row;
    throw new Error(`${row.fault}: ${text}`);
  });
  return rows.map(({ cells }) =>
    Object.fromEntries(header!.cells.map((name, at) => [name, cells[at] ?? ''])),
  );
}
