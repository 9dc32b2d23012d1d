import { addressOf, openApiIndexUri, openApiUri, planOf } from '../output/resource-address.ts';
import type { Resource } from '../protocol/server-definition.ts';
import type { LoadContract } from '../tools/context.ts';

/**
 * What a release brings.
 * @property text null where it turns out that there is no such thing
 * @property unlisted it is read by its address alone: too long to be offered
 */
export type FixedResource = {
  resource: Resource;
  text(): string | Promise<string | null>;
  unlisted?: true;
};

/**
 * The contract of REST: an index that is listed, and the whole, which is read by clients that know its address. The same ones
 * each time, since the state of a resource is kept by the function that gives its text.
 */
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
  description: 'The resources of REST, v1 and v2: where the contract of each is read, and how long it is.',
  mimeType: 'application/json',
};

/** The parts of the contract with their lengths, so that a reader takes no more of it than it needs. */
function contractIndex(openApi: LoadContract): () => Promise<string> {
  let made: string | undefined;
  return async () => {
    const contract = await openApi();
    made ??= JSON.stringify({
      object: 'list',
      data: contract.parts().map(({ name, description }) => ({
        name,
        description,
        uri: addressOf('contract part', name),
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

/** A part of the contract is listed in the index alone; `posthouse://openapi/{resource}` completes to each. */
export function contractPart(openApi: LoadContract, name: string): FixedResource {
  const { template } = planOf('contract part');
  const { uriTemplate: _, ...described } = template;
  return {
    resource: { ...described, uri: addressOf('contract part', name) },
    text: async () => (await openApi()).part(name),
  };
}
