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

/** The certificate without its key: what a mail program on this machine can be made to trust. */
const certificateFileName = 'smtp-tls.crt';
const validMs = 3_650 * dayMs;
const serialBytes = 16;

/** The self-signed pair in the data folder; made when there is none that a handshake could succeed with. */
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
      log.warn({ why: found.fault }, 'the self-signed certificate for SMTP is made again');
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

/** A new self-signed pair. */
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
      // Under the other names it is reached from this machine, as most first tries are.
      hosts: [...new Set([hostName, 'localhost', '127.0.0.1', '::1'])],
      privateKey,
      serial: ids.bytes(serialBytes),
      // Clocks of clients may be behind ours.
      from: now - hourMs,
      until: now + validMs,
    }),
  };
}
