import { isoInstant, secondMs } from '../../model/instant.ts';
import { readStorage } from '../../store/records/mail/storage.ts';
import { queueHeldSince, releaseCommand, waitingMail, waitingSentence } from '../organizations/queue-hold.ts';
import { isRestored } from '../organizations/restored-copy.ts';
import { examinedOrganizations, type Finding, fail, ok, type Patient, warn } from './finding.ts';

/** Machines that share a database use their own clocks for leases and rate windows. */
const clockSkewMsNoticed = 2 * secondMs;
const clockSkewMsMax = 10 * secondMs;
/** The program did not exist before this time, so an earlier clock is wrong. */
const earliestNow = Date.UTC(2026, 0, 1);

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

export async function examineKept({ settings, database, organization }: Patient): Promise<Finding[]> {
  const name = 'storage';
  if (database === null) return [];
  const organizations = await examinedOrganizations({ organization }, database, measuredOrganizationsMax);
  const kept = await readStorage(
    database.reader,
    organizations.map(({ key }) => key),
  );
  const all = [...kept.values()].reduce((sum, octets) => sum + Math.max(0, octets), 0);
  const days = settings.retentionDays ?? 0;
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
  return [
    ok(
      name,
      `${organization ? organization.name : 'All organizations together'} ${organization ? 'stores' : 'store'} ${inMebibytes(all)}; ${retention}.`,
    ),
    ...full,
  ];
}

function inMebibytes(octets: number): string {
  return `${(octets / mebibyte).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;
}
