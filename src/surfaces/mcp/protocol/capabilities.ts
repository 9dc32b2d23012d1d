import type { Fields } from '../../../model/text/fields.ts';
import type { ListName, ServerDefinition } from './server-definition.ts';

/** Cache lifetime of a list (ms). Bounds the delay until a client sees a new release or changed scopes. */
export const listTtlMs = 5 * 60_000;
export const listCaching = { ttlMs: listTtlMs, cacheScope: 'private' as const };

/** Builds the MCP capabilities of a server. Only checks for presence, because calling the getters reads files. */
export function buildCapabilities(offer: ServerDefinition): Fields {
  return {
    tools: { listChanged: true },
    ...('prompts' in offer && { prompts: { listChanged: true } }),
    ...('resources' in offer && { resources: { subscribe: true } }),
    ...(offer.complete && { completions: {} }),
    ...(offer.logs && { logging: {} }),
    ...(offer.extensions && { extensions: offer.extensions }),
  };
}

export function buildImplementation({
  identity,
  icons,
}: ServerDefinition): ServerDefinition['identity'] & Pick<ServerDefinition, 'icons'> {
  return { ...identity, ...(icons && { icons }) };
}

/** Compares JSON, not scopes: many scopes affect no prompts, and a notification costs a new read. */
export function changedLists(before: ServerDefinition, after: ServerDefinition): ListName[] {
  return listNames.filter((name) => listJson(before, name) !== listJson(after, name));
}

const listNames: readonly ListName[] = ['tools', 'prompts'];

export function listJson(offer: ServerDefinition, name: ListName): string | undefined {
  return name === 'tools' ? offer.tools.list().json : offer.prompts?.().list().json;
}

export function listChangedMethod(name: ListName): `notifications/${ListName}/list_changed` {
  return `notifications/${name}/list_changed`;
}
