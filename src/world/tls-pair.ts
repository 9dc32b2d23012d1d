import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { explainError } from '../model/text/explain-error.ts';

/** A certificate with its intermediates, and its private key, as PEM. */
export type TlsPair = { cert: string; key: string };

/** @throws Error if a file cannot be read, the two do not match, or the certificate has expired */
export function readTlsPair(certFile: string, keyFile: string, now: number): TlsPair {
  const pair = { cert: readPem('certificate', certFile), key: readPem('private key', keyFile) };
  assertUsable(pair, certFile, keyFile, now);
  return pair;
}

const ownPairFile = 'smtp-tls.pem';

/** Returns the path of the self-signed pair, which may not exist. */
export function ownPairFileOf(folder: string): string {
  return join(resolve(folder), ownPairFile);
}

/** Reads a data folder's self-signed pair: null if there is none, a fault if unusable, such as an empty file after a power cut. */
export function findOwnPair(folder: string, now: number): { pair: TlsPair } | { fault: string } | null {
  const file = ownPairFileOf(folder);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const certAt = text.indexOf('-----BEGIN CERTIFICATE-----');
  if (certAt === -1) return { fault: `${file} contains no certificate in PEM format` };
  const pair = { key: text.slice(0, certAt), cert: text.slice(certAt) };
  try {
    assertUsable(pair, file, file, now);
    return { pair };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

function assertUsable({ cert, key }: TlsPair, certFile: string, keyFile: string, now: number): void {
  const certificate = understood('certificate', certFile, () => new X509Certificate(cert));
  const privateKey = understood('private key', keyFile, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(`the private key in ${keyFile} does not belong to the certificate in ${certFile}`);
  }
  if (certificate.validToDate.getTime() <= now) {
    const on = certificate.validToDate.toISOString().slice(0, 10);
    throw new Error(`the certificate in ${certFile} expired on ${on}`);
  }
}

function readPem(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`the ${what} cannot be read: ${explainError(error)}`);
  }
}

function understood<Read>(what: string, file: string, read: () => Read): Read {
  try {
    return read();
  } catch {
    throw new Error(`${file} contains no ${what} in PEM format`);
  }
}
