import { hash } from 'node:crypto';
import type { Documentation } from '../../../engine/context/documentation.ts';
import { minuteMs } from '../../../model/instant.ts';
import type { DocTopic } from '../content/doc-topics.ts';
import { buildResourceUri } from '../output/resource-address.ts';
import type { Resource, ResourceRead } from '../protocol/server-definition.ts';
import type { LoadContract, McpContext } from '../tools/context.ts';
import { contractResources, type FixedResource } from './contract-resources.ts';

/** Page of an MCP App. It displays results of the tools with its `ui://` URI. */
type AppResource = Resource & { text(): string };

export type ResourceMaterials = {
  openApi: LoadContract;
  docs: readonly DocTopic[];
  apps: readonly AppResource[];
};

/** Cache lifetime of content that changes only with a release (ms). */
const releaseTtlMs = 60 * minuteMs;

export function fixedResources(
  context: McpContext,
  offered: (tool: string) => boolean,
  { openApi, docs, apps }: ResourceMaterials,
): ReadonlyMap<string, FixedResource> {
  const documents = docs.map(
    ({ topic, title, description, text }): FixedResource => ({
      resource: {
        uri: buildResourceUri('document', topic),
        name: `docs-${topic}`,
        title,
        description,
        mimeType: 'text/markdown',
      },
      text,
    }),
  );
  const shown = apps
    .filter(({ uri }) => showsSomething(context, offered, uri))
    .map(({ text, ...resource }): FixedResource => ({ resource, text }));
  const all = [...contractResources(openApi), ...documents, ...shown];
  return new Map(all.map((one) => [one.resource.uri, one]));
}

/** Returns an unlisted page. Assistants find these pages through search_docs or read_docs. */
export function documentPage(documentation: Documentation, topic: string): FixedResource | null {
  const page = documentation.whole(topic);
  if (page === null) return null;
  const { title, description, text } = page;
  const uri = buildResourceUri('document', topic);
  return {
    resource: { uri, name: `docs-${topic}`, title, description, mimeType: 'text/markdown' },
    text: () => text,
  };
}

function showsSomething(context: McpContext, offered: (tool: string) => boolean, uri: string): boolean {
  const shown = [...context.tools.values()].filter(({ app }) => app === uri);
  return shown.length === 0 || shown.some(({ name }) => offered(name));
}

export async function readFixed(found: FixedResource): Promise<ResourceRead | null> {
  const { uri, mimeType, _meta } = found.resource;
  const text = await found.text();
  if (text === null) return null;
  return {
    contents: [{ uri, mimeType, text, ...(_meta && { _meta }) }],
    ttlMs: releaseTtlMs,
    cacheScope: 'public',
  };
}

/** Cached by text function, whose text does not change within a process. */
const fixedStates = new WeakMap<FixedResource['text'], string>();

export async function stateOfFixed({ text: textOf }: FixedResource): Promise<string | null> {
  const known = fixedStates.get(textOf);
  if (known !== undefined) return known;
  const text = await textOf();
  if (text === null) return null;
  const state = stateOfText(text);
  fixedStates.set(textOf, state);
  return state;
}

const stateCharacters = 16;

export function stateOfText(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, stateCharacters);
}
