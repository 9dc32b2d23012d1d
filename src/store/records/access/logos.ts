import { rowOctets } from '../../../model/organization/storage.ts';
import type { Queries } from '../../database.ts';
import type { OrganizationStore } from '../../store.ts';
import { changeStorage } from '../mail/storage.ts';

type LogoRow = { file: string; content: string; createdAt: number };

/** Replaces the same picture, which becomes the newest. @property content base64 */
export async function addLogo(
  queries: Queries,
  organization: number,
  { file, content, createdAt }: LogoRow,
): Promise<void> {
  await remove(queries, organization, 'file = $2', file);
  await queries.insert('INSERT INTO organization_logos (organization, file, content, created_at)', [
    [organization, file, content, createdAt],
  ]);
  changeStorage(queries, organization, content.length + rowOctets.logo);
}

/** Removes all but the newest `kept` logos. */
export async function removeLogos(queries: Queries, organization: number, kept: number): Promise<void> {
  await remove(
    queries,
    organization,
    'key NOT IN (SELECT key FROM organization_logos WHERE organization = $1 ORDER BY key DESC LIMIT $2)',
    kept,
  );
}

async function remove(
  queries: Queries,
  organization: number,
  where: string,
  value: string | number,
): Promise<void> {
  const removed = await queries.all<{ octets: number }>(
    `DELETE FROM organization_logos WHERE organization = $1 AND ${where} RETURNING octet_length(content) AS octets`,
    [organization, value],
  );
  const octets = removed.reduce((sum, row) => sum + Number(row.octets) + rowOctets.logo, 0);
  changeStorage(queries, organization, -octets);
}

/** Returns the picture in base64. Organizations may share a file, whose name is the hash of its content. */
export async function findLogo(queries: Queries, file: string): Promise<string | undefined> {
  const row = await queries.get<{ content: string }>(
    'SELECT content FROM organization_logos WHERE file = $1 LIMIT 1',
    [file],
  );
  return row?.content;
}

/** Newest first. */
export async function listLogos({
  queries,
  organization,
}: Pick<OrganizationStore, 'queries' | 'organization'>): Promise<{ file: string; content: string }[]> {
  return await queries.all(
    'SELECT file, content FROM organization_logos WHERE organization = $1 ORDER BY key DESC',
    [organization],
  );
}
