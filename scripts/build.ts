/** Builds `dist`: the program as `build-program.ts` describes it. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.ts';
import { writeFiles } from './write-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = await buildProgram(root);
rmSync(`${root}dist`, { recursive: true, force: true });
writeFiles(`${root}dist`, files);
