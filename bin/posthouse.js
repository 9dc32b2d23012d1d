#!/usr/bin/env node
// Plain JavaScript that old versions of Node can read, so that they answer with a sentence and not with a syntax
// error. It runs the built program; in a checkout whose sources were changed since the build, the sources themselves.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const least = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
const built = new URL('../dist/main.js', import.meta.url);
const source = new URL('../src/main.ts', import.meta.url);

if (major < least[0] || (major === least[0] && minor < least[1])) {
  process.stderr.write(
    `posthouse needs Node ${least.join('.')} or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  import(isBuildCurrent() ? built.href : source.href);
}

function isBuildCurrent() {
  if (!existsSync(built)) return false;
  if (!existsSync(source)) return true;
  const builtAt = statSync(built).mtimeMs;
  return !['../src', '../tools'].some((folder) =>
    changedSince(builtAt, fileURLToPath(new URL(folder, import.meta.url))),
  );
}

/** Folder by folder, as it is part of every start in a checkout: `recursive` takes twice the time. */
function changedSince(time, folder) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? changedSince(time, path) : statSync(path).mtimeMs > time;
  });
}
