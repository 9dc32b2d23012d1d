/** Builds `dist`: the program (`build-program.ts`) and the client. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.ts';
import { buildClient } from './sdk/build-client.ts';
import { writeFiles } from './write-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = await buildProgram(root);
rmSync(`${root}dist`, { recursive: true, force: true });
writeFiles(`${root}dist`, files);
await buildClient(`${root}dist/sdk`);
