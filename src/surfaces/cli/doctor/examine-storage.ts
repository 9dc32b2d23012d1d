import { stat } from 'node:fs/promises';
import {
  queueHeldSince,
  releaseCommand,
  waitingMail,
  waitingSentence,
} from '../../../engine/organizations/queue-hold.ts';
import { isRestored } from '../../../engine/organizations/restored-copy.ts';
import { isoInstant, secondMs } from '../../../model/instant.ts';
import { explainError } from '../../../model/text/explain-error.ts';
import type { Database } from '../../../store/database.ts';
import { readStorage } from '../../../store/records/mail/storage.ts';
import { readSchemaState, type SchemaState } from '../../../store/schema-state.ts';
import { storeOn } from '../../../store/store.ts';
import { posthouse } from '../../../world/command-line.ts';
import { type Finding, fail, ok, type Patient, warn } from './finding.ts';

/** Machines that share a database use their own clocks for leases and rate windows. */
const clockSkewMsNoticed = 2 * secondMs;
const clockSkewMsMax = 10 * secondMs;
/** The program did not exist before this time, so an earlier clock is wrong. */
const earliestNow = Date.UTC(2026, 0, 1);

/** Opens the database without creating it. */
export async function examineDatabase(
  { config, databaseFile }: Pick<Patient, 'config' | 'databaseFile'>,
  open: () => Promise<Database>,
): Promise<{ database: Database | null; findings: Finding[] }> {
  const name = 'database';
  const onPostgres = config.POSTHOUSE_DATABASE_URL !== undefined;
  if (!onPostgres && (await stat(databaseFile).catch(() => null)) === null) {
    return {
      database: null,
      findings: [ok(name, `${databaseFile} does not exist yet; the first start creates it.`)],
    };
  }
  let database: Database | undefined;
  try {
    database = await open();
    await database.check();
    const version = await versionOf(database);
    const schema = await readSchemaState(database);
    const finding = judge(version, schema);
    if (finding.state === 'ok' && schema.kind === 'ours') return { database, findings: [finding] };
    await database.close();
    return { database: null, findings: [finding] };
  } catch (error) {
    await database?.close();
    const where = onPostgres ? 'PostgreSQL (POSTHOUSE_DATABASE_URL)' : databaseFile;
    return { database: null, findings: [fail(name, `${where} cannot be opened: ${explainError(error)}.`)] };
  }
}

function judge(version: string, schema: SchemaState): Finding {
  const name = 'database';
  if (schema.kind === 'empty')
    return ok(name, `${version} opens and is empty; the first start creates its tables.`);
  if (schema.kind === 'refused') return fail(name, schema.fault);
  if (schema.missing.length === 0) return ok(name, `${version} opens and is at this version.`);
  return warn(
    name,
    `${version} opens and is behind this version. The next start applies ${schema.missing.join(', ')}; so does ${posthouse} migrate. ${posthouse} upgrade --check shows the changes.`,
  );
}

async function versionOf({ reader }: Database): Promise<string> {
  const [label, sql] =
    reader.dialect.name === 'sqlite'
      ? ['SQLite', 'SELECT sqlite_version() AS version']
      : ['PostgreSQL', "SELECT current_setting('server_version') AS version"];
  const row = await reader.get<{ version: string }>(sql, []);
  return `${label} ${row?.version ?? ''}`.trim();
}

export async function examineQueue({ database, generations }: Patient): Promise<Finding[]> {
  const name = 'queue';
  if (database === null) return [];
  const since = await queueHeldSince(database.reader);
  if (since === null && !(await isRestored(database.reader, generations))) return [];
  const when = since === null ? 'The next start will hold delivery' : `Delivery has been held since ${since}`;
  return [
    fail(
      name,
      `${when}, including new mail: the database is a restored copy, and ${waitingSentence(await waitingMail(database.reader))} may have been sent already. Check the mail that waits, then run: ${releaseCommand}`,
    ),
  ];
}

export async function examineClock({ world, database }: Patient): Promise<Finding[]> {
  const name = 'clock';
  const now = world.clock.now();
  if (now < earliestNow) {
    return [fail(name, `The clock of this machine says ${isoInstant(now)}. Set it with NTP.`)];
  }
  if (database === null || database.reader.dialect.name === 'sqlite') {
    return [ok(name, `It is ${isoInstant(now)}.`)];
  }
  const row = await database.reader.get<{ now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
    [],
  );
  const skewMs = Math.abs((row?.now ?? now) - world.clock.now());
  const skew = `The clocks of this machine and of PostgreSQL are ${(skewMs / secondMs).toFixed(1)} s apart`;
  if (skewMs > clockSkewMsMax)
    return [fail(name, `${skew}. Set both with NTP: leases and limits depend on them.`)];
  if (skewMs > clockSkewMsNoticed) return [warn(name, `${skew}. Set both with NTP.`)];
  return [ok(name, `It is ${isoInstant(now)}, here and in PostgreSQL.`)];
}

const measuredOrganizationsMax = 1_000;
const mebibyte = 1024 * 1024;
const nearlyFull = 0.9;

export async function examineKept({ config, database }: Patient): Promise<Finding[]> {
  const name = 'storage';
  if (database === null) return [];
  const organizations = await storeOn(database).organizations.page(measuredOrganizationsMax, null);
  const kept = await readStorage(
    database.reader,
    organizations.map(({ key }) => key),
  );
  const all = [...kept.values()].reduce((sum, octets) => sum + Math.max(0, octets), 0);
  const days = config.POSTHOUSE_RETENTION_DAYS;
  const retention =
    days === 0
      ? 'the content of mail is kept forever (POSTHOUSE_RETENTION_DAYS is 0)'
      : `the content of mail is removed ${days} days after its delivery ended`;
  const full = organizations.flatMap(({ key, name: called, storageOctetsMax }) => {
    const octets = kept.get(key) ?? 0;
    if (storageOctetsMax == null || octets < storageOctetsMax * nearlyFull) return [];
    const sentence = `${called} stores ${inMebibytes(octets)} of ${inMebibytes(storageOctetsMax)}. Beyond that, its mail is refused. Raise storage_octets_max with update_organization.`;
    return [warn(name, sentence)];
  });
  return [ok(name, `All organizations together store ${inMebibytes(all)}; ${retention}.`), ...full];
}

function inMebibytes(octets: number): string {
  return `${(octets / mebibyte).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;
}
