import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock } from '../../concurrency/clock.ts';
import { dayMs, hourMs } from '../../model/instant.ts';
import type { Ids } from '../../world/ids.ts';
import type { Log } from '../../world/log.ts';
import { findOwnPair, ownPairFileOf, type TlsPair } from '../../world/tls-pair.ts';
import { keepOnce, makeFolder, replaceFile } from '../../world/write-once-file.ts';
import { selfSignedCertificate } from './certificate.ts';

/** Certificate without its key, for mail programs on this machine to trust. */
const certificateFileName = 'smtp-tls.crt';
const validMs = 3_650 * dayMs;
const serialBytes = 16;

/** Creates a pair if it is missing or unusable. */
export function ownTlsPair({
  folder,
  hostName,
  clock,
  ids,
  log,
}: {
  folder: string;
  hostName: string;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'bytes'>;
  log: Pick<Log, 'warn'>;
}): TlsPair {
  const home = resolve(folder);
  const file = ownPairFileOf(home);
  let found = findOwnPair(home, clock.now());
  if (found === null || 'fault' in found) {
    makeFolder(home);
    const { key, cert } = makeTlsPair({ hostName, clock, ids });
    if (found === null) {
      keepOnce(file, key + cert);
    } else {
      log.warn({ why: found.fault }, 'the self-signed SMTP certificate is being replaced');
      replaceFile(file, key + cert);
    }
    found = findOwnPair(home, clock.now());
  }
  if (found === null || 'fault' in found) throw new Error(found?.fault ?? `${file} is gone`);
  const { pair } = found;
  const trusted = join(home, certificateFileName);
  if (!existsSync(trusted) || readFileSync(trusted, 'utf8') !== pair.cert) replaceFile(trusted, pair.cert);
  return pair;
}

export function makeTlsPair({
  hostName,
  clock,
  ids,
}: {
  hostName: string;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'bytes'>;
}): TlsPair {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = clock.now();
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: selfSignedCertificate({
      // Most first attempts come from this machine under these names.
      hosts: [...new Set([hostName, 'localhost', '127.0.0.1', '::1'])],
      privateKey,
      serial: ids.bytes(serialBytes),
      // Clocks of clients may be behind.
      from: now - hourMs,
      until: now + validMs,
    }),
  };
}
