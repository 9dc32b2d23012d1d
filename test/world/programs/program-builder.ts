import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A socket that returns the path of the built program; see `built-program.ts`. */
    programBuilder: string;
  }
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sharedNames = ['package.json', 'node_modules'];

/**
 * Builds the program once per test run on first use, because the sources take three times as long to start.
 */
export default async function startBuilder(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-built-'));
  let built: Promise<string> | undefined;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    built ??= build(folder);
    built.then(
      (main) => socket.end(JSON.stringify({ main })),
      (error: unknown) => socket.end(JSON.stringify({ fault: String(error) })),
    );
  });
  const path = join(folder, 'builder.socket');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  project.provide('programBuilder', path);
  return async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  };
}

/** @returns the path of the main file */
async function build(folder: string): Promise<string> {
  const dist = join(folder, 'dist');
  await mkdir(dist);
  // The program expects its package.json one folder up.
  for (const name of sharedNames) await symlink(join(root, name), join(folder, name));
  const script = `
    import { buildProgram } from './scripts/build-program.ts';
    import { writeFiles } from './scripts/write-files.ts';
    writeFiles(process.argv[1], await buildProgram(${JSON.stringify(root)}));`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, dist], { cwd: root });
  return join(dist, 'main.js');
}
