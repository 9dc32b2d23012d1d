import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';

const octetsMax = 64 * 1024;

export type Environment = {
  values: NodeJS.ProcessEnv;
  /** Place of a variable from a file: `line 3 of FILE`. */
  places: ReadonlyMap<string, string>;
};

/** Adds variables of a `.env` file if it exists. @throws Error if it is not a regular file or is too large */
export function environmentWith(
  file: string,
  real: NodeJS.ProcessEnv,
  isOurs: (name: string) => boolean,
): Environment {
  const values = { ...real };
  const places = new Map<string, string>();
  if (!existsSync(file)) return { values, places };
  const text = readBounded(file);
  const lines = text.split('\n');
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (name in real || !isOurs(name)) continue;
    values[name] = value;
    // The last of several assignments counts.
    places.set(name, `line ${lines.findLastIndex((line) => assignedIn(line) === name) + 1} of ${file}`);
  }
  return { values, places };
}

const othersMask = 0o077;

/** @throws Error if the file is in a folder that other users can read. Posthouse creates its own folder for its user only. */
export function assertClosed(file: string): void {
  const folder = dirname(file);
  if (process.platform === 'win32' || !existsSync(file) || (statSync(folder).mode & othersMask) === 0) return;
  throw new Error(
    `${file} is not used, because other users can open its folder and may have written it. If the file is yours: chmod 700 ${folder}, or set POSTHOUSE_DATA_DIR`,
  );
}

function assignedIn(line: string): string | undefined {
  return /^\s*(?:export\s+)?([\w.-]+)\s*=/.exec(line)?.[1];
}

/** @throws Error if it is not a regular file, or is too large */
export function readBounded(file: string): string {
  // Reading a pipe would block the start until another program writes to it.
  if (!statSync(file).isFile()) throw new Error(`${file} is not a regular file`);
  const opened = openSync(file, 'r');
  try {
    const octets = Buffer.alloc(octetsMax + 1);
    const length = readSync(opened, octets);
    if (length > octetsMax) throw new Error(`${file} is larger than ${octetsMax / 1024} KiB`);
    return octets.toString('utf8', 0, length);
  } finally {
    closeSync(opened);
  }
}
