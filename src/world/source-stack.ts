import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A frame in a built chunk: its address, line and column. */
const chunkFrame = /file:\/\/\/[^\s()]{1,1000}\.js:\d{1,9}:\d{1,9}/g;

const maps = new Map<string, SourceMap | null>();

/** Translates a built program's stack trace to source lines. Reads the maps only on the first error. */
export function sourceStack(stack: string): string {
  return stack.replaceAll(chunkFrame, (frame) => sourceFrame(frame) ?? frame);
}

function sourceFrame(frame: string): string | null {
  const [, url, line, column] = /^(.*):(\d+):(\d+)$/.exec(frame)!;
  const map = mapOf(url!);
  // Stack traces count from 1 (ECMA-426), source map entries from 0.
  const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry)) return null;
  const source = new URL(entry.originalSource, url);
  const root = fileURLToPath(new URL('..', url));
  return `${relative(root, fileURLToPath(source))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

function mapOf(url: string): SourceMap | null {
  let map = maps.get(url);
  if (map === undefined) {
    map = readMap(url);
    maps.set(url, map);
  }
  return map;
}

/** Returns null for a file without a map, such as a dependency's. */
function readMap(url: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
  } catch {
    return null;
  }
}
