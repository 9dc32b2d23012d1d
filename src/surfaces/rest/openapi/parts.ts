import type { OpenApiDocument } from './document.ts';

export type ListedPart = { name: string; description: string; url: string; operations: number };

/** The contract by resource. Each part is self-contained: it includes exactly the components it refers to. */
export type DocumentParts = {
  listed: readonly ListedPart[];
  text(name: string): string | null;
};

export function documentParts(document: OpenApiDocument): DocumentParts {
  const tags = new Map(document.tags.map(({ name }) => [partName(name), name]));
  const made = new Map<string, OpenApiDocument>();
  const part = (name: string): OpenApiDocument => {
    let kept = made.get(name);
    if (!kept) {
      kept = partOf(document, tags.get(name)!);
      made.set(name, kept);
    }
    return kept;
  };
  const [{ url }] = document.servers as [{ url: string }];
  return {
    listed: [...tags].map(([name, tag]) => ({
      name,
      description: document.tags.find((one) => one.name === tag)!.description,
      url: `${url}/openapi/${name}.json`,
      operations: operationsOf(document, tag),
    })),
    text: (name) => (tags.has(name) ? JSON.stringify(part(name)) : null),
  };
}

/** `Emails (v1)` -> `emails-v1` */
function partName(tag: string): string {
  return tag
    .replaceAll(/[()]/g, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .replaceAll(' ', '-')
    .toLowerCase();
}

function operationsOf({ paths, webhooks = {} }: OpenApiDocument, tag: string): number {
  return [...Object.values(paths), ...Object.values(webhooks)]
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => isOf(operation, tag)).length;
}

function isOf(operation: unknown, tag: string): boolean {
  return (operation as { tags: string[] }).tags.includes(tag);
}

function partOf(document: OpenApiDocument, tag: string): OpenApiDocument {
  const ofTag = <Methods extends Record<string, unknown>>(all: Record<string, Methods>) =>
    Object.fromEntries(
      Object.entries(all)
        .map(([path, methods]) => [
          path,
          Object.fromEntries(Object.entries(methods).filter(([, operation]) => isOf(operation, tag))),
        ])
        .filter(([, methods]) => Object.keys(methods as object).length > 0),
    ) as Record<string, Methods>;
  const { paths, webhooks, components, tags, info, ...rest } = document;
  const here = { paths: ofTag(paths), webhooks: ofTag(webhooks ?? {}) };
  return {
    ...rest,
    info: { ...info, title: `${info.title}: ${tag}` },
    tags: tags.filter(({ name }) => name === tag),
    paths: here.paths,
    ...(Object.keys(here.webhooks).length > 0 && { webhooks: here.webhooks }),
    components: { ...usedComponents(here, components), securitySchemes: components.securitySchemes! },
  };
}

/** Returns the components that the operations refer to, directly or through others. */
export function usedComponents(
  here: unknown,
  components: OpenApiDocument['components'],
): OpenApiDocument['components'] {
  const used = new Map<string, Set<string>>();
  const follow = (value: unknown): void => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
      const names = used.get(kind!) ?? new Set();
      used.set(kind!, names);
      if (names.has(name!)) continue;
      names.add(name!);
      follow(components[kind!]![name!]);
    }
  };
  follow(here);
  return Object.fromEntries(
    Object.entries(components)
      .filter(([kind]) => used.has(kind))
      .map(([kind, all]) => [
        kind,
        Object.fromEntries(Object.entries(all).filter(([name]) => used.get(kind)!.has(name))),
      ]),
  );
}
