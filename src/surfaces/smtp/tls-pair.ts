import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dayMs, hourMs } from '../../model/instant.ts';
import type { Clock } from '../../world/clock.ts';
import type { Ids } from '../../world/ids.ts';
import { keepOnce } from '../../world/kept-file.ts';
import { selfSignedCertificate } from './certificate.ts';

/** A certificate (with those that stand between it and its root) and its private key, as PEM. */
export type TlsPair = { cert: string; key: string };

/**
 * Reads the pair that is configured.
 * @throws Error saying which of the two cannot be read, or that they do not belong together
 */
export function readTlsPair(certFile: string, keyFile: string): TlsPair {
  const cert = readPem('certificate', certFile);
  const key = readPem('private key', keyFile);
  const certificate = understood('certificate', certFile, () => new X509Certificate(cert));
  const privateKey = understood('private key', keyFile, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(`the private key in ${keyFile} is not that of the certificate in ${certFile}`);
  }
  return { cert, key };
}

function readPem(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`the ${what} cannot be read: ${(error as Error).message}`);
  }
}

function understood<Read>(what: string, file: string, read: () => Read): Read {
  try {
    return read();
  } catch {
    throw new Error(`${file} holds no ${what} in PEM`);
  }
}

const pairFileName = 'smtp-tls.pem';
/** The certificate without its key: what a mail program on this machine can be told to trust. */
const certificateFileName = 'smtp-tls.crt';
const validMs = 3_650 * dayMs;
const serialBytes = 16;

/** The self-signed pair in the data folder; made when there is none. */
export function ownTlsPair({
  folder,
  hostName,
  clock,
  ids,
}: {
  folder: string;
  hostName: string;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'bytes'>;
}): TlsPair {
  const home = resolve(folder);
  const file = join(home, pairFileName);
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const { key, cert } = makeTlsPair({ hostName, clock, ids });
    keepOnce(file, key + cert);
  }
  const text = readFileSync(file, 'utf8');
  const certAt = text.indexOf('-----BEGIN CERTIFICATE-----');
  const cert = text.slice(certAt);
  const trusted = join(home, certificateFileName);
  if (!existsSync(trusted)) keepOnce(trusted, cert);
  return { key: text.slice(0, certAt), cert };
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
