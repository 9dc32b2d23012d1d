/**
 * Writes every generated file: pins, the SDK, and facts of the program in the documentation.
 *
 *   npm run pins              writes the files that are out of date, and names them
 *   npm run pins -- --check   writes nothing, and fails if a file is out of date
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleIconsFile, consoleIconsText } from '../console-icons.ts';
import { printedFiles } from '../sdk/print-sdk.ts';
import { documentedFiles } from './documented-pages.ts';
import { grantedScopes } from './granted-scopes.ts';
import { lastingPins } from './lasting-pins.ts';
import { pinText } from './pin-text.ts';
import { promisePins } from './promises.ts';
import { toolTokens } from './tool-tokens.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folders of generated files only. A file there that is no longer generated is deleted. */
const generatedOnly = ['test/pins/{tools,records}/*.json', 'src/sdk/printed/**/*.ts'];

function generatedFiles(): Map<string, string> {
  const { standard, all, toolsets } = toolTokens();
  const pins = [
    ...promisePins(),
    ...lastingPins(),
    ['granted-scopes.json', grantedScopes()] as const,
    ['tokens.json', { standard, all, toolsets }] as const,
  ];
  return new Map([
    ...pins.map(([file, pin]): [string, string] => [`test/pins/${file}`, pinText(pin)]),
    ...printedFiles(),
    ...documentedFiles(),
    [consoleIconsFile, consoleIconsText()],
  ]);
}

/** Returns the current text of each file that is out of date, or null for a file to delete. */
export function outdatedFiles(): Map<string, string | null> {
  const files = generatedFiles();
  const found = new Set(generatedOnly.flatMap((pattern) => globSync(pattern, { cwd: root })));
  return new Map<string, string | null>([
    ...[...files].filter(([path, text]) => textAt(path) !== text),
    ...[...found].filter((path) => !files.has(path)).map((path): [string, null] => [path, null]),
  ]);
}

function textAt(path: string): string | null {
  try {
    return readFileSync(root + path, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  for (const [path, text] of outdatedFiles()) {
    process.stdout.write(`${path}${isCheck ? ' is out of date: run npm run pins' : ''}\n`);
    if (isCheck) {
      process.exitCode = 1;
    } else if (text === null) {
      rmSync(root + path);
    } else {
      mkdirSync(dirname(root + path), { recursive: true });
      writeFileSync(root + path, text);
    }
  }
}
