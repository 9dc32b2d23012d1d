import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { documentedPages } from '../../scripts/pins/documented-pages.ts';
import { configSchema } from '../../src/config.ts';
import type { Tool } from '../../src/contract/tool.ts';
import { parseMailbox } from '../../src/model/address.ts';
import { fixtureOutcome, fixtureRule } from '../../src/model/sending/fixture-recipient.ts';
import { recordsOfVerdict } from '../../src/model/sending/gates.ts';
import { catalogue } from '../../tools/index.ts';
import { openPlatform } from '../world/platform.ts';
import { root, textOf } from './checkout/program.ts';

/** The README and the documentation match the program. */
const readme = textOf('README.md');
const pages: readonly (readonly [path: string, text: string])[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...documentedPages,
].map((path) => [path, textOf(path)] as const);
const everything = pages.map(([, text]) => text).join('\n');

const readmeLinesMax = 180;
const scripts = (JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }).scripts;
const tools = new Map<string, Tool>(catalogue.map((tool) => [tool.name, tool]));

const yearMs = 365 * 24 * 60 * 60 * 1_000;

function blocksOf(language: string): string[] {
  return [...everything.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text]) => text!,
  );
}

test('the README stays within its length limit', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(readmeLinesMax);
});

test('every environment variable is documented, and every documented one exists', () => {
  const named = new Set(everything.match(/\b(?:POSTHOUSE_[A-Z_]+|OTEL_[A-Z_]+|LOG_LEVEL|HOST|PORT)\b/g));
  named.delete('POSTHOUSE_TOKEN'); // of the example's own program
  named.delete('OTEL_EXPORTER_OTLP_HEADERS'); // read by the exporter itself
  expect([...named].sort()).toEqual(Object.keys(configSchema.shape).sort());
});

test('every npm script named on a page exists', () => {
  const named = [...everything.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  expect(scripts).toHaveProperty('start');
});

test('every tool run on a page exists and accepts the fields shown', () => {
  const runs = [...everything.matchAll(/\btools run ([a-z_]+)((?: --\w+ \S+)*)/g)];
  expect(runs.length).toBeGreaterThan(0);
  for (const [run, name, flags] of runs) {
    const fields = [...flags!.matchAll(/--(\w+)/g)]
      .map(([, field]) => field!)
      .filter((field) => field !== 'json');
    expect(tools.has(name!), run).toBe(true);
    expect(Object.keys(tools.get(name!)!.input.shape), run).toEqual(expect.arrayContaining(fields));
  }
});

test('the server accepts every request shown on a page', () => {
  const posts = blocksOf('sh')
    .flatMap((block) => block.split(/^curl /m).slice(1))
    .flatMap((command) => {
      const [, path] = /^(?:http:\/\/127\.0\.0\.1:3025\/api\/v2|\$API)(\S+)/.exec(command) ?? [];
      const [, body] = / -d '([^']*)'/.exec(command) ?? [];
      return path && body ? [{ path, body: JSON.parse(body) as Record<string, unknown> }] : [];
    });
  expect(posts.length).toBeGreaterThan(3);
  for (const { path, body } of posts) {
    const { tool, parameters } = postedTo(path);
    const fields = tool.rest?.bodyAs === undefined ? body : { [tool.rest.bodyAs]: body };
    expect(tool.input.safeParse({ ...parameters, ...fields }), path).toMatchObject({ success: true });
  }
});

/** Finds the tool of a v2 POST, and the parameters in the path. */
function postedTo(path: string): { tool: Tool; parameters: Record<string, string> } {
  for (const tool of tools.values()) {
    const [method, route] = tool.rest?.route.split(' ') ?? [];
    if (method !== 'POST' || route === undefined) continue;
    const found = new RegExp(`^${route.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path);
    if (found) return { tool, parameters: { ...found.groups } };
  }
  throw new Error(`no tool is called by POST ${path}`);
}

/** The requests in the section on campaigns, in order. */
function campaignRequests(): { path: string; body: Record<string, unknown> | null }[] {
  const section = readme.slice(readme.indexOf('\n## A campaign\n'));
  const block = /^```sh\n(.*?)^```/ms.exec(section)![1]!;
  return block
    .split(/^curl /m)
    .slice(1)
    .map((command) => ({
      path: /^\$API(\S+)/.exec(command)![1]!,
      body: JSON.parse(/ -d '([^']*)'/.exec(command)?.[1] ?? 'null'),
    }));
}

test('the campaign of the README reaches the subscriber it creates, even ten years later', async () => {
  const posthouse = await openPlatform();
  onTestFinished(() => posthouse.close());
  await posthouse.clock.advance(10 * yearMs);
  let campaign = '';
  for (const { path, body } of campaignRequests()) {
    const at = `/api/v2${path.replace('cmp_…', campaign)}`;
    const answer = await posthouse.http(body === null ? 'GET' : 'POST', at, body === null ? {} : { body });
    expect(answer.status, path).toBeLessThan(300);
    if (path === '/campaigns') campaign = answer.body.id;
    if (path.endsWith('/audience')) expect(answer.body.count).toBe(1);
  }
  await posthouse.deliver();
  const { output } = await posthouse.call('list_emails', { campaign });
  expect(output).toMatchObject({ data: [{ to: ['ada@example.com'] }] });
});

test('every address documented as a fixture is one, and every documented outcome happens', () => {
  const runners = configSchema.parse({}).POSTHOUSE_TEST_RUNNERS;
  const mailboxOf = (address: string) => {
    const parsed = parseMailbox(address);
    if (!parsed.ok) throw new Error(`${address} cannot be read`);
    return parsed.mailbox;
  };
  const [rules, ends] = textOf('docs/guides/testing.md').split('Some local parts simulate another outcome');

  const fixtures = [...rules!.matchAll(/\| `([^`]+@[^`]+)` *\|$/gm)].map(([, address]) => address!);
  expect(fixtures).toHaveLength(4);
  const matched = fixtures.map((address) => fixtureRule(mailboxOf(address), runners)?.rule);
  expect(matched).not.toContain(undefined);
  expect(new Set(matched).size).toBe(4);

  const rows = [...ends!.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].slice(2);
  expect(rows).toHaveLength(6);
  for (const [row, locals, result] of rows) {
    for (const local of locals === 'any other' ? ['ada'] : locals!.replaceAll('`', '').split(', ')) {
      const outcome = fixtureOutcome(mailboxOf(`${local}@example.com`), runners);
      const { events, subscriberStatus } = recordsOfVerdict({ kind: 'simulate', outcome }, 0);
      const named = [...result!.matchAll(/`(\w+)`/g)].map(([, name]) => name);
      const played = [...events.map(({ type }) => type), subscriberStatus].filter((name) => name !== null);
      expect(named, row).toEqual(played);
    }
  }
});

test('every configuration block is valid JSON', () => {
  const blocks = blocksOf('json');
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) expect(() => JSON.parse(block)).not.toThrow();
});

test('every linked file, folder and heading exists, and so does every named test', () => {
  const anchorsOf = (text: string) =>
    new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!)));
  const missing = pages.flatMap(([path, text]) => {
    const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
    const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!);
    const tests = [...text.matchAll(/\bvitest run ((?:test\/[\w./-]+ ?)+)/g)].flatMap(([, named]) =>
      named!.trim().split(' '),
    );
    return [
      ...links.filter((link) => {
        const [file, anchor] = link.split('#') as [string, string?];
        const target = file === '' ? path : join(dirname(path), file);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && !anchorsOf(textOf(target)).has(anchor);
      }),
      ...tests.filter((name) => !existsSync(join(root, name)) && !existsSync(join(root, `${name}.test.ts`))),
    ].map((target) => `${path}: ${target}`);
  });
  expect(missing).toEqual([]);
});

/** Makes the anchor of a heading as code hosts do. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
