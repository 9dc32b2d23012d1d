import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SKILL_LIMITS, SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { promptTexts } from '../../../../src/surfaces/mcp/content/prompts.ts';
import { skillFiles, skillsExtension, withSkills } from '../../../../src/surfaces/mcp/content/skills.ts';
import type { ResourceOffer } from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { openScene, type Scene } from '../scene.ts';
import { toolNames, toolsNamedIn } from '../tools/tool-names.ts';

let scene: Scene;
let url: URL;

beforeAll(async () => {
  scene = await openScene();
  const { port } = await scene.http.listen('127.0.0.1', 0);
  url = new URL(`http://127.0.0.1:${port}/mcp`);
});
afterAll(() => scene.close());

const names = ['first-campaign', 'first-domain', 'move-from-v1'];
const uris = names.map((name) => `skill://${name}/SKILL.md`);
const eras = [
  ['with a handshake', 'legacy'],
  ['without a handshake', { pin: '2026-07-28' }],
] as const;

async function connected(mode: (typeof eras)[number][1], work: (client: Client) => Promise<void>) {
  const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${scene.secret}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

test('the three documented skills exist, and each is small enough for every host', () => {
  const files = skillFiles();
  expect(Object.keys(files)).toEqual([
    'first-campaign/SKILL.md',
    'first-campaign/references/writing.md',
    'first-domain/SKILL.md',
    'move-from-v1/SKILL.md',
  ]);
  expect(Object.isFrozen(files)).toBe(true);
  for (const text of Object.values(files)) {
    expect(Buffer.byteLength(text)).toBeLessThan(SKILL_LIMITS.bytes);
    expect(encode(text).length).toBeLessThan(1_500);
    expect(text).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
  }
});

test('the skills name only existing tools, prompts and skills', () => {
  const known = new Set([...toolNames, ...promptTexts().map(({ name }) => name)]);
  for (const [path, text] of Object.entries(skillFiles())) {
    const named = toolsNamedIn(text);
    if (path.endsWith('SKILL.md')) expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const skills = [...text.matchAll(/skill `([a-z0-9-]+)`/g)].map(([, name]) => name!);
    expect(skills.filter((name) => !names.includes(name))).toEqual([]);
  }
});

test.each(eras)('a client %s lists the skills and reads them unchanged', async (_, mode) => {
  await connected(mode, async (client) => {
    const skills = new SkillsClient(client);
    expect(client.getServerCapabilities()?.extensions).toMatchObject(skillsExtension);
    expect(skills.supported).toBe(true);
    expect(skills.directoryRead).toBe(true);
    const { skills: entries, invalid } = await skills.list();
    expect(invalid).toEqual([]);
    expect(entries.map(({ uri }) => uri)).toEqual(uris);
    for (const entry of entries) {
      const file = await skills.read(entry);
      expect(file).toMatchObject({ verified: true, mimeType: 'text/markdown' });
      expect(file.text).toBe(skillFiles()[entry.uri.slice('skill://'.length)]);
      expect(file.frontmatter).toEqual(entry.frontmatter);
    }
    expect((await skills.get(uris[0]!)).skill).toEqual(entries[0]);
    const reference = await skills.read(entries[0]!, 'references/writing.md');
    expect(reference).toMatchObject({ verified: true, text: expect.stringContaining('# Writing the mail') });
    // The manifest links to it.
    expect((await skills.read(entries[0]!)).text).toContain('`references/writing.md`');
  });
});

test.each(eras)(
  'a client %s finds the skills in the list of resources, and no other resources',
  async (_, mode) => {
    await connected(mode, async (client) => {
      const { resources } = await client.listResources();
      const listed = resources.filter(({ uri }) => uri.startsWith('skill://'));
      expect(listed.map(({ uri }) => uri)).toEqual(uris);
      for (const resource of listed) {
        expect(resource).toMatchObject({ mimeType: 'text/markdown', title: expect.stringMatching(/^[A-Z]/) });
      }
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('skill://{+path}');
      for (const uri of [
        'skill://first-domain',
        'skill://../package.json',
        'skill://__proto__',
        'skill://',
      ]) {
        await expect(client.readResource({ uri })).rejects.toThrow();
      }
      await expect(new SkillsClient(client).get('skill://none/SKILL.md')).rejects.toThrow(
        'No skill is served',
      );
    });
  },
);

test('skills do not change the other resources', async () => {
  const note = { uri: 'note://1', name: 'one', title: 'One', mimeType: 'text/plain' };
  const notes: ResourceOffer = {
    list: async () => ({ entries: [note], json: JSON.stringify([note]) }),
    templates: () => ({ entries: [], json: '[]' }),
    read: async (uri) =>
      uri === note.uri ? { contents: [{ uri, text: '1' }], ttlMs: 5, cacheScope: 'private' } : null,
    stateOf: async (uri) => (uri === note.uri ? 'one' : null),
  };
  const both = withSkills(notes, { files: skillFiles() });
  const { entries, json } = await both.list();
  expect(entries.map(({ uri }) => uri)).toEqual([note.uri, ...uris]);
  expect(JSON.parse(json)).toEqual(entries);
  expect(await both.read(note.uri)).toEqual(await notes.read(note.uri));
  expect(await both.read('note://2')).toBeNull();
  expect(await both.read(uris[0]!)).toMatchObject({ cacheScope: 'public', contents: [{ uri: uris[0] }] });
  expect(await both.stateOf!(note.uri)).toBe('one');
  expect(await both.stateOf!(uris[0]!)).toBe('shipped');
  expect(await both.stateOf!('skill://none/SKILL.md')).toBeNull();
  const { stateOf: _, ...still } = notes;
  expect(withSkills(still, { files: {} }).stateOf).toBeUndefined();
});
