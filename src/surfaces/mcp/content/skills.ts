import { listTtlMs } from '../protocol/capabilities.ts';
import type {
  Listed,
  Resource,
  ResourceOffer,
  ResourceTemplate,
  SkillOffer,
} from '../protocol/server-definition.ts';
import { readFrontMatter, textField } from './front-matter.ts';
import { shippedTexts } from './shipped-texts.ts';

/** Settings of the skills extension (SEP-2640). */
export const skillsExtension = { 'io.modelcontextprotocol/skills': { directoryRead: true } } as const;

const baseUri = 'skill://';
const manifestName = '/SKILL.md';
const mimeType = 'text/markdown';

let ours: Readonly<Record<string, string>> | undefined;

/** Skill files by path below `skill://`, for example `first-domain/SKILL.md`. */
export function skillFiles(): Readonly<Record<string, string>> {
  ours ??= Object.freeze(Object.fromEntries(shippedTexts('skills')));
  return ours;
}

const template: ResourceTemplate = {
  uriTemplate: `${baseUri}{+path}`,
  name: 'skill',
  title: 'A file of a skill',
  description: 'Step-by-step guides for larger tasks, as listed by skills/list.',
  mimeType,
};

/** The variable is the path of a file, slashes included (RFC 6570 section 3.2.3). */
export const skillTemplate = { template, variable: 'path', completedFrom: 'skill' } as const;

/** Adds the skill files to the resources of an offer, so that the fast path and the SDK path serve them alike. */
export function withSkills(resources: ResourceOffer, { files }: SkillOffer): ResourceOffer {
  return {
    list: async () => joined(await resources.list(), resourcesOf(files)),
    templates: () => joined(resources.templates(), [template]),
    async read(uri) {
      const text = textAt(files, uri);
      if (text === undefined) return await resources.read(uri);
      return { contents: [{ uri, mimeType, text }], ttlMs: listTtlMs, cacheScope: 'public' };
    },
    ...(resources.stateOf && {
      async stateOf(uri: string) {
        // Skill files change only with a release.
        return textAt(files, uri) === undefined ? await resources.stateOf!(uri) : 'shipped';
      },
    }),
    ...(resources.stateKey && {
      stateKey: (uri: string) => (textAt(files, uri) === undefined ? resources.stateKey!(uri) : uri),
    }),
  };
}

const resourcesBy = new WeakMap<SkillOffer['files'], readonly Resource[]>();

function resourcesOf(files: SkillOffer['files']): readonly Resource[] {
  let resources = resourcesBy.get(files);
  if (!resources) {
    resources = Object.entries(files)
      .filter(([path]) => path.endsWith(manifestName))
      .map(([path, text]) => {
        const { fields, body } = readFrontMatter(text, path);
        const name = textField(fields, 'name', path);
        const title = /^# (.+)$/m.exec(body)?.[1] ?? name;
        const description = textField(fields, 'description', path);
        return { uri: `${baseUri}${path}`, name, title, description, mimeType };
      });
    resourcesBy.set(files, resources);
  }
  return resources;
}

function textAt(files: SkillOffer['files'], uri: string): string | undefined {
  const path = uri.startsWith(baseUri) ? uri.slice(baseUri.length) : '';
  return Object.hasOwn(files, path) ? files[path] : undefined;
}

function joined<Entry>(list: Listed<Entry>, more: readonly Entry[]): Listed<Entry> {
  const entries = [...list.entries, ...more];
  return { entries, json: JSON.stringify(entries) };
}
