import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { runUpdateLists } from '../../../src/surfaces/cli/update-lists.ts';
import { disposableDomains, fetchedListFile, publishedList } from '../../../src/world/disposable-domains.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-lists-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command on a local package, which npm packs without network access. */
async function update(source: string, words: string[] = []) {
  const said = { out: '', err: '' };
  const code = await runUpdateLists(
    words,
    { readConfig: () => readConfig({ POSTHOUSE_DATA_DIR: join(folder, 'data') }) },
    {
      out: { write: (text) => (said.out += text) },
      err: { write: (text) => (said.err += text) },
    },
    source,
  );
  return { code, ...said };
}

function packageWith(files: Record<string, string>): string {
  const place = join(folder, 'package');
  mkdirSync(join(place, 'dist/dict'), { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'a-list', version: '1.0.0' }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  return place;
}

const listFile = 'dist/dict/disposable_email_blocklist.json';

test('update-lists stores the newest list in the data folder, where it overrides the shipped list', async () => {
  const shipped = await publishedList(null);
  const newest = [...shipped.slice(2), 'brand-new-one.com', 'brand-new-two.com', 'brand-new-three.com'];
  const said = await update(packageWith({ [listFile]: JSON.stringify(newest) }));
  // The third removed entry is an emoji domain. IDNA2008 disallows it, so no address can have it.
  expect(said).toMatchObject({ code: 0, err: '', out: expect.stringContaining('3 added, 3 removed') });
  const domains = disposableDomains(join(folder, 'data'));
  expect(await domains.has('brand-new-two.com')).toBe(true);
  expect(await domains.has(shipped[0]!)).toBe(false);
  const again = await update(join(folder, 'package'));
  expect(again.out).toContain('0 added, 0 removed');
});

test('update-lists rejects an invalid list and changes nothing', async () => {
  for (const text of ['[]', '{"a":1}', 'not JSON', JSON.stringify(['one.com', 'a b', '!two.com'])]) {
    const said = await update(packageWith({ [listFile]: text }));
    expect(said, text.slice(0, 10)).toMatchObject({ code: 1, out: '' });
    expect(said.err).toMatch(/^posthouse: the .*\. The current list is unchanged\.\n$/);
  }
  expect(() => readFileSync(join(folder, 'data', fetchedListFile))).toThrow(/ENOENT/);
});

test('update-lists names possible causes when npm cannot fetch the list', async () => {
  const said = await update(join(folder, 'nothing-here'));
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining('npm could not download the list') });
});

test('update-lists prints its usage with --help and rejects arguments', async () => {
  expect(await update('', ['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('update-lists'),
  });
  expect(await update('', ['now'])).toMatchObject({ code: 2 });
});
