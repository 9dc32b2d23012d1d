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
      ? 'the content of mail is kept for ever (POSTHOUSE_RETENTION_DAYS is 0)'
      : `the content of mail is removed ${days} days after its delivery ended`;
  const full = organizations.flatMap(({ key, name: called, storageOctetsMax }) => {
    const octets = kept.get(key) ?? 0;
    if (storageOctetsMax == null || octets < storageOctetsMax * nearlyFull) return [];
    const sentence = `${called} keeps ${inMebibytes(octets)} of ${inMebibytes(storageOctetsMax)}: it is refused mail beyond that. update_organization gives it more (storage_octets_max).`;
    return [warn(name, sentence)];
  });
  return [ok(name, `All organizations together keep ${inMebibytes(all)}; ${retention}.`), ...full];
}

function inMebibytes(octets: number): string {
  return `${(octets / mebibyte).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;
}
