/** Adds new migrations and failures to their pins. Never changes existing entries. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { failures } from '../src/model/failure.ts';

const migrations = new URL('../src/store/migrations/', import.meta.url);

pinNew('migrations.json', readdirSync(migrations).sort(), (name) =>
  createHash('sha256')
    .update(readFileSync(new URL(name, migrations)))
    .digest('hex'),
);
pinNew('failures.json', Object.keys(failures), (name) => failures[name as keyof typeof failures]);

function pinNew(file: string, names: readonly string[], pinOf: (name: string) => unknown): void {
  const pin = new URL(`../test/pins/${file}`, import.meta.url);
  const pinned = JSON.parse(readFileSync(pin, 'utf8')) as Record<string, unknown>;
  for (const name of names) pinned[name] ??= pinOf(name);
  writeFileSync(pin, `${JSON.stringify(pinned, null, 2)}\n`);
}
