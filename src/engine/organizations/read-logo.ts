import { findLogo } from '../../store/records/access/logos.ts';
import type { Engine } from '../context/scope.ts';

/** @returns null for a file that no organization has */
export async function readLogo({ store }: Pick<Engine, 'store'>, file: string): Promise<Buffer | null> {
  const content = await findLogo(store.database.reader, file);
  return content === undefined ? null : Buffer.from(content, 'base64');
}
