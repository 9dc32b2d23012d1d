import {
  buildResourceUri,
  findResourcePlan,
  openApiIndexUri,
  openApiUri,
} from '../output/resource-address.ts';
import type { Resource } from '../protocol/server-definition.ts';
import type { LoadContract } from '../tools/context.ts';

/** `text` returns null if there is no such resource. `unlisted`: readable, but too large to be listed. */
export type FixedResource = {
  resource: Resource;
  text(): string | Promise<string | null>;
  unlisted?: true;
};

/** Cached, because the state of a resource is stored by the identity of its text function. */
export function contractResources(openApi: LoadContract): FixedResource[] {
  let resources = resourcesOf.get(openApi);
  if (resources === undefined) {
    resources = [
      { resource: openApiIndexResource, text: contractIndex(openApi) },
      { resource: openApiResource, text: async () => (await openApi()).whole(), unlisted: true },
    ];
    resourcesOf.set(openApi, resources);
  }
  return resources;
}

const resourcesOf = new WeakMap<LoadContract, FixedResource[]>();

const openApiIndexResource: Resource = {
  uri: openApiIndexUri,
  name: 'openapi',
  title: 'Parts of the OpenAPI document',
  description: 'The REST resources of v1 and v2, with the address and size of each contract.',
  mimeType: 'application/json',
};

/** Includes lengths, so that a reader fetches only the parts it needs. */
function contractIndex(openApi: LoadContract): () => Promise<string> {
  let made: string | undefined;
  return async () => {
    const contract = await openApi();
    made ??= JSON.stringify({
      object: 'list',
      data: contract.parts().map(({ name, description }) => ({
        name,
        description,
        uri: buildResourceUri('contract part', name),
        characters: contract.part(name)?.length ?? 0,
      })),
      has_more: false,
      whole: { uri: openApiUri, characters: contract.whole().length },
    });
    return made;
  };
}

const openApiResource: Resource = {
  uri: openApiUri,
  name: 'openapi-whole',
  title: 'OpenAPI document',
  description:
    'The REST contract of this server, v1 and v2, as OpenAPI 3.1. Large: read a part of it, posthouse://openapi/{resource}.',
  mimeType: 'application/json',
};

export function contractPart(openApi: LoadContract, name: string): FixedResource {
  const { template } = findResourcePlan('contract part');
  const { uriTemplate: _, ...described } = template;
  return {
    resource: { ...described, uri: buildResourceUri('contract part', name) },
    text: async () => (await openApi()).part(name),
  };
}
