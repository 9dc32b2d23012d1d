import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuiltFile } from './build-program.ts';

export function writeFiles(folder: string, files: readonly BuiltFile[]): void {
  for (const { path, bytes } of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}
