import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { failures } from '../../src/model/failure.ts';
import { type ContractNames, contractNames, sdkPromises } from './contract-names.ts';

const pinsFolder = new URL('../../test/pins/', import.meta.url);
const migrationsFolder = new URL('../../src/store/migrations/', import.meta.url);

/**
 * Returns pins that only grow, by file: databases and programs depend on every entry for good. A new name is added, and
 * an entry is never changed or removed, so the tests fail until the program keeps it again. Only the sentence of a
 * failure may change.
 */
export function lastingPins(): Map<string, unknown> {
  const names = contractNames();
  const pinnedNames = pinned<ContractNames>('contract-names.json');
  const allOf = (kind: 'schemas' | 'parameters') =>
    [...new Set([...pinnedNames[kind], ...names[kind]])].sort();
  return new Map<string, unknown>([
    ['migrations.json', grown('migrations.json', migrationChecksums())],
    ['failures.json', growFailures(promisedFailures(), pinned('failures.json'))],
    ['sdk.json', grown('sdk.json', sdkPromises())],
    [
      'contract-names.json',
      {
        operations: grownOperations(names, pinnedNames),
        schemas: allOf('schemas'),
        parameters: allOf('parameters'),
      },
    ],
  ]);
}

function migrationChecksums(): Record<string, string> {
  const checksumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(new URL(name, migrationsFolder)))
      .digest('hex');
  return Object.fromEntries(
    readdirSync(migrationsFolder)
      .sort()
      .map((name) => [name, checksumOf(name)]),
  );
}

/** Keeps the order of the pinned entries, so that a diff shows only new ones. */
function grown(file: string, now: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const before = pinned<Record<string, unknown>>(file);
  return { ...before, ...now, ...before };
}

type PinnedFailures = Readonly<Record<string, { status: number; sentence: string; code?: string }>>;

/** Leaves out the text of the failure's page, on which no program depends. */
export function promisedFailures(): PinnedFailures {
  return Object.fromEntries(
    Object.entries(failures).map(([name, { when: _when, remedy: _remedy, ...promise }]) => [name, promise]),
  );
}

/** Keeps each pinned name, status and code, on which programs branch. The sentence is for people and follows the program. */
export function growFailures(now: PinnedFailures, before: PinnedFailures): PinnedFailures {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const kept = { ...now[name], ...before[name] } as PinnedFailures[string];
      return [name, { ...kept, sentence: now[name]?.sentence ?? kept.sentence }];
    }),
  );
}

function grownOperations(now: ContractNames, before: ContractNames): ContractNames['operations'] {
  const paths = [...new Set([...Object.keys(now.operations), ...Object.keys(before.operations)])].sort();
  return Object.fromEntries(
    paths.map((path) => [path, { ...now.operations[path], ...before.operations[path] }]),
  );
}

function pinned<Pin>(file: string): Pin {
  return JSON.parse(readFileSync(new URL(file, pinsFolder), 'utf8')) as Pin;
}
