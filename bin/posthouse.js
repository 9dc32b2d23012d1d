#!/usr/bin/env node
// Plain JavaScript that old versions of Node can read, so that they answer with a sentence and not with a syntax
// error. A built package runs its JavaScript; a checkout runs the TypeScript sources as they are.
import { existsSync } from 'node:fs';

const least = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < least[0] || (major === least[0] && minor < least[1])) {
  process.stderr.write(
    `posthouse needs Node ${least.join('.')} or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  const built = new URL('../dist/src/main.js', import.meta.url);
  import(existsSync(built) ? built.href : new URL('../src/main.ts', import.meta.url).href);
}
