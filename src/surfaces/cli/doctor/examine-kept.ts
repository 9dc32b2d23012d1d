import { readStorage } from '../../../store/records/mail/storage.ts';
import { storeOn } from '../../../store/store.ts';
import { type Finding, ok, type Patient, warn } from './finding.ts';

const organizationsMax = 1_000;
const mebibyte = 1024 * 1024;
const nearlyFull = 0.9;

export async function examineKept({ config, database }: Patient): Promise<Finding[]> {
  const name = 'storage';
  if (database === null) return [];
  const organizations = await storeOn(database).organizations.page(organizationsMax, null);
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
