import { catalogue } from '../../../tools/index.ts';
import type { Approval } from '../../model/approval/approval.ts';

/** One thing that an approved call made or changed. */
export type Result = {
  id: string;
  /** Its address at REST; undefined for a kind that has none. */
  url: string | undefined;
  /** Its current status, of a campaign or a workflow. */
  status: string | undefined;
};

/** Returns what an approved call made or changed, with the address of each. */
export function resultsOf({ ids, states = [] }: Pick<Approval, 'ids' | 'states'>, baseUrl: string): Result[] {
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

/** The collection of each kind of resource that one request reads: by the prefix of its ids. */
const paths = new Map(
  catalogue.flatMap(({ rest, example }) => {
    const collection = /^GET \/([a-z-]+)\/\{\w+\}$/.exec(rest?.route ?? '')?.[1];
    const { id } = example.output;
    return collection !== undefined && typeof id === 'string' ? [[prefixOf(id), collection] as const] : [];
  }),
);
