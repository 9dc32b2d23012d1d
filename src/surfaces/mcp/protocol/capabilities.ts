import type { Fields } from './fields.ts';
import type { ListName, ServerDefinition } from './server-definition.ts';

/** How long a client may keep a list (ms): a new release or another scope is seen within it. */
export const listTtlMs = 5 * 60_000;
export const listCaching = { ttlMs: listTtlMs, cacheScope: 'private' as const };

/** What a server of this offer can do, in the protocol's words. Only asks what is there: making it would read files. */
export function capabilitiesOf(offer: ServerDefinition): Fields {
  return {
    tools: { listChanged: true },
    ...('prompts' in offer && { prompts: { listChanged: true } }),
    ...('resources' in offer && { resources: { subscribe: true } }),
    ...(offer.complete && { completions: {} }),
    ...(offer.logs && { logging: {} }),
    ...(offer.extensions && { extensions: offer.extensions }),
  };
}

/** The identity of a server as it introduces itself, in the answer that opens a connection. */
export function introductionOf({
  identity,
  icons,
}: ServerDefinition): ServerDefinition['identity'] & Pick<ServerDefinition, 'icons'> {
  return { ...identity, ...(icons && { icons }) };
}

/**
 * The lists in which two offers differ. Compared by their bytes and not by the rights behind them: many a right opens a tool
 * and no prompt, and a client that is notified for nothing reads its list again for nothing.
 */
export function changedLists(before: ServerDefinition, after: ServerDefinition): ListName[] {
  return listNames.filter((name) => listJson(before, name) !== listJson(after, name));
}

const listNames: readonly ListName[] = ['tools', 'prompts'];

/** A list as its client reads it; undefined where the offer has none. */
export function listJson(offer: ServerDefinition, name: ListName): string | undefined {
  return name === 'tools' ? offer.tools.list().json : offer.prompts?.().list().json;
}

/** The name of the notification that a list has changed. */
export function changeOf(name: ListName): `notifications/${ListName}/list_changed` {
  return `notifications/${name}/list_changed`;
}
