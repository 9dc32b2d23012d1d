import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { type Config, hostNameOf } from '../../../config.ts';
import { type Finding, fail, ok, warn } from '../../../engine/setup/finding.ts';
import { dayMs } from '../../../model/instant.ts';
import { explainError } from '../../../model/text/explain-error.ts';
import { findOwnPair, readTlsPair } from '../../../world/tls-pair.ts';
import { listenFault } from './examine-machine.ts';
import type { DoctorPatient } from './patient.ts';

/** The greeting is sent immediately. */
const greetingMs = 3_000;

export async function examineSmtpPorts({ config, world }: DoctorPatient): Promise<Finding[]> {
  const host = config.POSTHOUSE_SMTP_HOST;
  const wanted = ['POSTHOUSE_SMTP_PORT', 'POSTHOUSE_SMTPS_PORT', 'POSTHOUSE_INBOUND_PORT'] as const;
  const findings: Finding[] = [];
  for (const variable of wanted) {
    const port = config[variable];
    if (port === 0) continue;
    const place = `${host}:${port}`;
    switch (await listenFault(host, port)) {
      case null:
        findings.push(ok('SMTP', `${place} is free.`));
        break;
      case 'EADDRINUSE':
        findings.push(await examineListener(config, place, { host, port, variable }, world.clock.now()));
        break;
      case 'EACCES':
        findings.push(
          fail(
            'SMTP',
            `This user may not listen at ${place}. Ports below 1024 need a privilege: set ${variable}.`,
          ),
        );
        break;
      default:
        findings.push(
          fail('SMTP', `Listening at ${place} fails. Look at POSTHOUSE_SMTP_HOST and ${variable}.`),
        );
    }
  }
  return findings;
}

async function examineListener(
  config: Config,
  place: string,
  { host, port, variable }: { host: string; port: number; variable: string },
  now: number,
): Promise<Finding> {
  const answer = await greetingAt(host, port, variable === 'POSTHOUSE_SMTPS_PORT');
  if (answer === 'ours') return ok('SMTP', `Posthouse is running at ${place}.`);
  const fault = answer === 'no handshake' ? pairFault(config, now) : null;
  // Even Posthouse cannot be recognized without a working certificate.
  if (fault !== null) return fail('SMTP', `No TLS handshake succeeds at ${place}: ${fault}.`);
  if (answer === 'no handshake') {
    return fail(
      'SMTP',
      `No TLS handshake succeeds at ${place}. If it is Posthouse, restart it: it may have read a broken certificate; otherwise stop that program, or set ${variable} to a free port.`,
    );
  }
  return fail('SMTP', `Another program listens at ${place}. Stop it, or set ${variable} to a free port.`);
}

function pairFault(config: Config, now: number): string | null {
  const { POSTHOUSE_TLS_CERT: cert, POSTHOUSE_TLS_KEY: key, POSTHOUSE_DATA_DIR: folder } = config;
  if (cert === undefined || key === undefined) {
    const own = findOwnPair(folder, now);
    return own !== null && 'fault' in own ? `${own.fault}; a restart makes a new one` : null;
  }
  try {
    readTlsPair(cert, key, now);
    return null;
  } catch (error) {
    return explainError(error);
  }
}

/** Checks for the greeting of Posthouse (RFC 5321 section 4.2). */
function greetingAt(
  host: string,
  port: number,
  implicitTls: boolean,
): Promise<'ours' | 'another' | 'no handshake'> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  // Nothing is sent, so the certificate need not be valid.
  const socket = implicitTls
    ? tlsConnect({ host: reachable, port, rejectUnauthorized: false })
    : tcpConnect({ host: reachable, port });
  return new Promise((settle) => {
    socket.setTimeout(greetingMs, () => socket.destroy());
    socket.once('data', (greeting) => {
      settle(/^220 \S+ ESMTP Posthouse/.test(greeting.toString('latin1')) ? 'ours' : 'another');
      socket.destroy();
    });
    // A TLS alert means that the server speaks TLS but has no usable certificate.
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      settle(/^ERR_SSL_.*ALERT/.test(code ?? '') ? 'no handshake' : 'another'),
    );
    socket.once('close', () => settle('another'));
  });
}

/** Certificates are usually renewed a month before they expire, so one this close was forgotten. */
const expiresSoonMs = 14 * dayMs;

export async function examineCertificate({ config, world }: DoctorPatient): Promise<Finding[]> {
  const name = 'certificate';
  const file = config.POSTHOUSE_TLS_CERT;
  const hostName = hostNameOf(config);
  if (file === undefined) {
    if (config.POSTHOUSE_SMTP_PORT + config.POSTHOUSE_SMTPS_PORT === 0) return [];
    const own = pairFault(config, world.clock.now());
    if (own !== null) return [fail(name, `No TLS handshake over SMTP succeeds: ${own}.`)];
    return [
      warn(
        name,
        'SMTP uses a self-signed certificate: mail programs that check it will not connect. Before others use it, set POSTHOUSE_TLS_CERT and POSTHOUSE_TLS_KEY.',
      ),
    ];
  }
  try {
    const fault = pairFault(config, world.clock.now());
    const certificate = new X509Certificate(await readFile(file));
    const leftMs = certificate.validToDate.getTime() - world.clock.now();
    const until = certificate.validToDate.toISOString().slice(0, 10);
    if (leftMs <= 0) return [fail(name, `The certificate in ${file} ended on ${until}. Renew it.`)];
    if (fault !== null) return [fail(name, `The server does not start with this certificate: ${fault}.`)];
    if (certificate.checkHost(hostName) === undefined) {
      return [warn(name, `The certificate in ${file} is not for ${hostName}, the name of this server.`)];
    }
    if (leftMs < expiresSoonMs) return [warn(name, `The certificate in ${file} ends on ${until}. Renew it.`)];
    return [ok(name, `The certificate is for ${hostName}, until ${until}.`)];
  } catch (error) {
    return [fail(name, `The certificate in ${file} cannot be read (${explainError(error)}).`)];
  }
}
