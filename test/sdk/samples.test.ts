import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdkOperations } from '../../scripts/sdk/operations.ts';
import type { CodeSample } from '../../src/contract/description/code-samples.ts';
import { resourcePages } from '../../src/surfaces/docs/resource-pages.ts';
import { openApi } from '../../src/surfaces/rest/openapi.ts';
import { v1Envelope } from '../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../src/surfaces/rest/v2/envelope.ts';
import { catalogue } from '../../tools/index.ts';

/** The samples of the SDK in the contract and the documentation, read as a reader sees them. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const baseUrl = 'https://mail.acme.test';
const contract = await openApi({
  catalogue,
  baseUrl,
  version: '0',
  envelopes: { v1: v1Envelope, v2: v2Envelope },
});

type Shown = { operation: string; samples: readonly CodeSample[] };

const shown: Shown[] = contract.parts().flatMap(({ name }) => {
  const { paths } = JSON.parse(contract.part(name)!) as {
    paths: Record<string, Record<string, { 'x-codeSamples'?: CodeSample[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation: `${method.toUpperCase()} ${path}`,
      samples: operation['x-codeSamples'] ?? [],
    })),
  );
});
const sources = shown.flatMap(({ samples }) =>
  samples.filter(({ lang }) => lang === 'TypeScript').map(({ source }) => source),
);
const pageTexts = resourcePages(catalogue, baseUrl).details.map(({ markdown }) => markdown());
const statements = pageTexts.flatMap((text) =>
  [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!),
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-samples-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('every v2 operation has a sample for curl, and for the SDK if it has a method', () => {
  const ofMethods = new Set(sdkOperations().map(({ http, path }) => `${http} /api/v2${path}`));
  for (const { operation, samples } of shown.filter((each) => each.operation.includes(' /api/v2/'))) {
    const labels = samples.map(({ label }) => label);
    expect([operation, labels]).toEqual([operation, ofMethods.has(operation) ? ['curl', 'SDK'] : ['curl']]);
  }
  expect(sources.length).toBe(ofMethods.size);
});

test('the page of a resource shows every method of the SDK that has a tool', () => {
  const all = statements.join('');
  for (const { resource, method, tool } of sdkOperations()) {
    if (tool) expect(all).toContain(`await posthouse.${resource}.${method}(`);
  }
});

test('every sample compiles, and the compiler finds a wrong sample', async () => {
  const wrong = sources[0]!.replace('emails.send(', 'emails.post(');
  const programs = [
    ...sources,
    ...statements.map(
      (code) => `import type { Posthouse } from 'posthouse';\ndeclare const posthouse: Posthouse;\n${code}`,
    ),
  ];
  const faults = await compiled({
    ...Object.fromEntries(programs.map((text, index) => [`sample-${index}.ts`, text])),
    'wrong.ts': wrong,
  });
  expect(faults).toEqual([expect.stringMatching(/^wrong\.ts\(.*'post' does not exist/)]);
});

/** @returns the output of the compiler, as lines */
async function compiled(files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const settings = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      paths: { posthouse: [join(root, 'src/sdk/index.ts')] },
    },
    files: Object.keys(files),
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return await promisify(execFile)(process.execPath, [compiler, '-p', folder], { cwd: folder }).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.trim().split('\n'),
  );
}
