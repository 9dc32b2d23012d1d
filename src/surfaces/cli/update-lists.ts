import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Config } from '../../config.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import { readDomainRules } from '../../model/verification/disposable-domains.ts';
import { fetchedListFile, publishedList } from '../../world/disposable-domains.ts';
import { makeFolder, replaceFile } from '../../world/write-once-file.ts';
import type { Help } from './output/help.ts';
import { refuseArguments, withoutOptions } from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const help: Help = {
  usage: 'posthouse update-lists',
  about: [
    `Downloads the newest list of disposable email domains with npm, from the registry that npm is configured to use, and stores it in the data folder as ${fetchedListFile}. A running server reads it at its next start.`,
    'Your own additions and exceptions stay in disposable-domains.txt: one domain per line, or !domain to allow one.',
  ],
  examples: ['posthouse update-lists'],
};

const newestPackage = 'disposable-email-domains-js@latest';
const listInPackage = 'package/dist/dict/disposable_email_blocklist.json';
/** The complete list has about 9,000 domains. */
const domainsMin = 1_000;
const unpackedBytesMax = 50_000_000;
const fetchMsMax = 2 * minuteMs;
const replyMsMax = 20 * secondMs;

/** @returns the exit code: 0 written, 1 failed, 2 for wrong words */
export async function runUpdateLists(
  words: readonly string[],
  environment: { readConfig(): Config },
  streams: Streams = processStreams,
  source: string = newestPackage,
): Promise<number> {
  return await withoutOptions(words, { help, streams }, async (alone) => {
    refuseArguments('update-lists', alone);
    const dataFolder = resolve(environment.readConfig().POSTHOUSE_DATA_DIR);
    const before = new Set(await publishedList(dataFolder));
    const fetched = await fetchList(source);
    if ('fault' in fetched) {
      streams.err.write(`posthouse: ${fetched.fault}. The current list is unchanged.\n`);
      return exitCodes.refused;
    }
    writeList(dataFolder, fetched.domains);
    const after = new Set(fetched.domains);
    const added = fetched.domains.filter((domain) => !before.has(domain)).length;
    const removed = [...before].filter((domain) => !after.has(domain)).length;
    streams.out.write(
      `${after.size.toLocaleString('en')} disposable domains: ${added} added, ${removed} removed. A running server reads them at its next start.\n`,
    );
    return exitCodes.done;
  });
}

async function fetchList(source: string): Promise<{ domains: string[] } | { fault: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-lists-'));
  try {
    const fault = await packInto(folder, source);
    if (fault !== null) return { fault };
    const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    if (archive === undefined) return { fault: 'npm downloaded nothing' };
    return domainsOf(await readFile(join(folder, archive)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Downloads the package without running its scripts. @returns the error, or null */
async function packInto(folder: string, source: string): Promise<string | null> {
  const options = ['--ignore-scripts', '--silent', '--fetch-retries=1', `--fetch-timeout=${replyMsMax}`];
  try {
    await promisify(execFile)('npm', ['pack', source, '--pack-destination', folder, ...options], {
      cwd: folder,
      timeout: fetchMsMax,
      // On Windows npm is a shell script.
      shell: process.platform === 'win32',
    });
    return null;
  } catch (error) {
    const { code, killed } = error as { code?: unknown; killed?: boolean };
    if (code === 'ENOENT') return 'npm downloads the list, and is not installed here';
    return killed === true
      ? `npm did not download the list within ${fetchMsMax / minuteMs} minutes; check the network`
      : 'npm could not download the list; check the network and the registry that npm uses';
  }
}

async function domainsOf(archive: Buffer): Promise<{ domains: string[] } | { fault: string }> {
  try {
    const bytes = await promisify(gunzip)(archive, { maxOutputLength: unpackedBytesMax });
    const listed: unknown = JSON.parse(fileIn(bytes, listInPackage)?.toString() ?? 'null');
    if (!Array.isArray(listed)) return { fault: 'the package no longer has the list in its usual place' };
    const domains = [...new Set(listed.flatMap((line) => domainIn(String(line))))].sort();
    return domains.length < domainsMin
      ? { fault: `the list has only ${domains.length} domains, so it is incomplete` }
      : { domains };
  } catch {
    // Decompression and JSON parsing report a wrong format only by throwing.
    return { fault: 'the downloaded package cannot be read' };
  }
}

function domainIn(line: string): string[] {
  const read = readDomainRules(line);
  return read.ok ? [...read.rules.listed] : [];
}

const tarBlockBytes = 512;
/** The package has a few dozen files. */
const tarEntriesMax = 10_000;

/** Returns a file of a tar archive (POSIX ustar), or null if it is missing or follows an entry that npm would not write. */
export function fileIn(tar: Buffer, name: string): Buffer | null {
  let at = 0;
  for (let entry = 0; entry < tarEntriesMax && at + tarBlockBytes <= tar.length; entry += 1) {
    const octal = textIn(tar, at + 124, 12);
    // A sign or another base would move the next entry to a wrong offset, possibly in a loop.
    if (!/^[0-7]+$/.test(octal)) return null;
    const size = Number.parseInt(octal, 8);
    const start = at + tarBlockBytes;
    if (textIn(tar, at, 100) === name) return tar.subarray(start, start + size);
    at = start + Math.ceil(size / tarBlockBytes) * tarBlockBytes;
  }
  return null;
}

function textIn(tar: Buffer, start: number, length: number): string {
  return tar
    .toString('latin1', start, start + length)
    .replace(/\0.*$/s, '')
    .trim();
}

/** The file is replaced atomically, so a starting server reads either list as a whole. */
function writeList(dataFolder: string, domains: readonly string[]): void {
  makeFolder(dataFolder);
  replaceFile(join(dataFolder, fetchedListFile), `${domains.join('\n')}\n`);
}
