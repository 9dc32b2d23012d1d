import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ConfigFault, configSchema, readConfig, unknownVariables } from '../../../../src/config.ts';

/** Values that container runtimes and systemd provide as files (`*_FILE`). */
const values = {
  POSTHOUSE_SECRET: 'a secret of at least thirty-two characters',
  POSTHOUSE_API_KEY: `posthouse_${'a'.repeat(32)}`,
  POSTHOUSE_DATABASE_URL: 'postgres://posthouse:word@db.example.com/posthouse',
  POSTHOUSE_RELAY_URL: 'smtps://user:word@smtp.example.com:465',
  POSTHOUSE_METRICS_TOKEN: 'a-token-of-the-operator',
};
const names = Object.keys(values) as (keyof typeof values)[];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function fileWith(text: string): string {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}

function faultOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigFault);
    return (error as Error).message;
  }
  throw new Error('it was taken');
}

test('every secret setting has a `_FILE` variant', () => {
  const inFiles = Object.keys(configSchema.shape).filter((name) => name.endsWith('_FILE'));
  expect(inFiles.toSorted()).toEqual(names.map((name) => `${name}_FILE`).toSorted());
});

describe.each(names)('%s', (name) => {
  test('is read from its file without the trailing newline', () => {
    const environment = { [`${name}_FILE`]: fileWith(`${values[name]}\n`) };
    expect(readConfig(environment)[name]).toEqual(readConfig({ [name]: values[name] })[name]);
    expect(unknownVariables(environment)).toEqual([]);
  });

  test('is rejected when it is set both in a file and in the environment', () => {
    const both = { [name]: values[name], [`${name}_FILE`]: fileWith(values[name]) };
    expect(faultOf(both)).toBe(`${name}, ${name}_FILE: may not both be set`);
  });

  test('is reported with its variable and file when the file cannot be read', () => {
    const missing = join(folder, 'nowhere');
    const message = faultOf({ [`${name}_FILE`]: missing });
    expect(message.startsWith(`${name}_FILE: ${missing} does not exist`)).toBe(true);
    mkdirSync(join(folder, 'folder'));
    expect(faultOf({ [`${name}_FILE`]: join(folder, 'folder') })).toMatch(
      /_FILE: .*folder is not a regular file$/,
    );
    expect(faultOf({ [`${name}_FILE`]: fileWith(' \n') })).toMatch(/_FILE: .* is empty$/);
    expect(faultOf({ [`${name}_FILE`]: fileWith('x'.repeat(70_000)) })).toContain('is larger than 64 KiB');
  });
});

test("an invalid secret in a file is reported by variable name without the file's content", () => {
  const message = faultOf({ POSTHOUSE_API_KEY_FILE: fileWith('root:x:0:0') });
  expect(message).toBe('POSTHOUSE_API_KEY_FILE: must be posthouse_ and 32 or more of A-Z a-z 0-9');
});
