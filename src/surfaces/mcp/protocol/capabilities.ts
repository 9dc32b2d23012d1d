import type { Fields } from './fields.ts';
import type { ServerDefinition } from './server-definition.ts';

/** How long a client may keep a list (ms): a new release or another scope is seen within it. */
export const listTtlMs = 5 * 60_000;
export const listCaching = { ttlMs: listTtlMs, cacheScope: 'private' as const };

/** What a server of this offer can do, in the protocol's words. Only asks what is there: making it would read files. */
export function capabilitiesOf(offer: ServerDefinition): Fields {
  return {
    tools: { listChanged: true },
    ...('prompts' in offer && { prompts: {} }),
    ...('resources' in offer && { resources: { subscribe: true } }),
    ...(offer.complete && { completions: {} }),
    ...(offer.logs && { logging: {} }),
    ...(offer.extensions && { extensions: offer.extensions }),
  };
}
