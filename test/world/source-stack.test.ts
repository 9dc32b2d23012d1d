import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { packedMapEnding, sourceStack } from '../../src/world/log.ts';

test('a stack trace of a built chunk names the source file and line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-stack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'thrower.ts'),
    'type Unused = 1;\n\nexport function fail(): never {\n  throw new Error("broken");\n}\n',
  );
  await build({
    cwd: folder,
    input: 'thrower.ts',
    output: { dir: 'dist', format: 'esm', sourcemap: true },
    logLevel: 'silent',
  });
  const map = readFileSync(join(folder, 'dist/thrower.js.map'));
  writeFileSync(join(folder, `dist/thrower.js${packedMapEnding}`), brotliCompressSync(map));
  const { fail } = (await import(pathToFileURL(join(folder, 'dist/thrower.js')).href)) as { fail(): never };
  let stack = '';
  try {
    fail();
  } catch (error) {
    stack = (error as Error).stack!;
  }
  const frame = `${pathToFileURL(join(folder, 'dist/thrower.js')).href}:3:8`;
  expect(sourceStack(`Error: broken\n    at fail (${frame})`)).toMatch(/at fail \(thrower\.ts:4:\d+\)$/);
  expect(stack).toContain('broken');
});

test('a frame without a source map stays unchanged', () => {
  const stack = 'Error\n    at file:///nowhere/at/all.js:1:1';
  expect(sourceStack(stack)).toBe(stack);
});
