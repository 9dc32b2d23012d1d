import { catalogue } from '../../../tools/index.ts';
import type { Approval } from '../../model/approval/approval.ts';

export type Result = {
  id: string;
  /** REST URL; undefined for a kind without one. */
  url: string | undefined;
  status: string | undefined;
};

/** Returns the objects that an approved call created or changed. */
export function listResults(
  { ids, states = [] }: Pick<Approval, 'ids' | 'states'>,
  baseUrl: string,
): Result[] {
  const statusOf = new Map(
    states.map(({ id, status, paused }) => [id, paused ? `${status}, paused` : status]),
  );
  return ids.map((id) => {
    const path = paths.get(prefixOf(id));
    return { id, url: path && `${baseUrl}/api/v2/${path}/${id}`, status: statusOf.get(id) };
  });
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('_'));
}

const paths = new Map(
  catalogue.flatMap(({ rest, example }) => {
    const collection = /^GET \/([a-z-]+)\/\{\w+\}$/.exec(rest?.route ?? '')?.[1];
    const { id } = example.output;
    return collection !== undefined && typeof id === 'string' ? [[prefixOf(id), collection] as const] : [];
  }),
);
