import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { baseUrlOf, type Config, hostNameOf } from '../../../config.ts';
import { dayMs } from '../../../model/instant.ts';
import { publishingTargets, spfSources } from '../../../model/sending-domain/published-records.ts';
import { returnPathSpfAdvice } from '../../../model/sending-domain/spf-record.ts';
import { explainError } from '../../../model/text/explain-error.ts';
import { relayHostsIn } from '../../../world/mail/smtp/smtp-server.ts';
import { findOwnPair, readTlsPair } from '../../../world/tls-pair.ts';
import { listenFault } from './examine-machine.ts';
import { type Finding, fail, ok, type Patient, warn } from './finding.ts';

/** The greeting is sent immediately. */
const greetingMs = 3_000;

export async function examineSmtpPorts({ config, world }: Patient): Promise<Finding[]> {
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

export async function examineCertificate({ config, world }: Patient): Promise<Finding[]> {
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

export async function examineReturns({ config, world: { resolver } }: Patient): Promise<Finding[]> {
  const name = 'bounces';
  const domain = config.POSTHOUSE_BOUNCE_DOMAIN;
  if (domain === undefined) {
    if (config.POSTHOUSE_DELIVERY === 'capture') return [];
    return [
      warn(
        name,
        'POSTHOUSE_BOUNCE_DOMAIN is not set: late bounces go to the author, and Posthouse cannot record them.',
      ),
    ];
  }
  const hostName = hostNameOf(config);
  const findings: Finding[] = [];
  if (config.POSTHOUSE_INBOUND_PORT === 0) {
    findings.push(
      warn(
        name,
        `POSTHOUSE_INBOUND_PORT is 0: no port here accepts bounces for ${domain}. Set it to 25 on the machine that its MX names.`,
      ),
    );
  }
  const mx = await resolver.mx(domain);
  if (mx.kind === 'unavailable') {
    return [...findings, warn(name, `The MX of ${domain} could not be looked up (${mx.why}).`)];
  }
  const servers = mx.kind === 'found' ? mx.value.map(({ exchange }) => exchange.toLowerCase()) : [];
  findings.push(
    servers.includes(hostName)
      ? ok(name, `Bounces for ${domain} arrive at ${hostName}.`)
      : fail(
          name,
          `The MX of ${domain} is ${servers.join(', ') || 'missing'}: bounces do not arrive here. Publish MX ${domain} with 10 ${hostName}`,
        ),
  );
  const texts = await resolver.txt(domain);
  if (texts.kind === 'unavailable') return findings;
  const targets = publishingTargets({
    baseUrl: baseUrlOf(config),
    delivery: config.POSTHOUSE_DELIVERY,
    spf: config.POSTHOUSE_SPF ?? [],
    relayHosts: relayHostsIn(config.POSTHOUSE_RELAY_URL ?? []),
  });
  const found = texts.kind === 'found' ? texts.value : [];
  const advice = returnPathSpfAdvice(domain, { texts: found }, spfSources(targets));
  if (advice !== null) findings.push(warn(name, advice));
  return findings;
}

/** Checks forward and reverse DNS of this server's host name, because large receivers refuse mail without them. */
export async function examineOwnName({ config, world: { resolver } }: Patient): Promise<Finding[]> {
  const name = 'own name';
  if (config.POSTHOUSE_DELIVERY !== 'direct') return [];
  const hostName = hostNameOf(config);
  if (!hostName.includes('.')) {
    return [
      fail(
        name,
        `The name of this server is ${hostName}, which other servers cannot resolve. Set POSTHOUSE_BASE_URL to its public name.`,
      ),
    ];
  }
  const addresses = await resolver.addresses(hostName);
  if (addresses.kind === 'unavailable') {
    return [warn(name, `${hostName} could not be looked up (${addresses.why}).`)];
  }
  if (addresses.kind !== 'found') {
    return [fail(name, `${hostName} has no address. Publish an A record with this server’s public address.`)];
  }
  const findings: Finding[] = [];
  for (const address of addresses.value) {
    const names = await resolver.names(address);
    if (names.kind === 'unavailable') {
      findings.push(warn(name, `The name of ${address} could not be looked up (${names.why}).`));
      continue;
    }
    const known = names.kind === 'found' ? names.value : [];
    if (known.some((one) => one.toLowerCase() === hostName)) {
      findings.push(ok(name, `${hostName} resolves to ${address}, and its reverse name matches.`));
      continue;
    }
    findings.push(
      fail(
        name,
        `${address} is called ${known.join(', ') || 'nothing'}, not ${hostName}: large receivers refuse its mail. Ask the provider of the address to set its reverse name (PTR).`,
      ),
    );
  }
  return findings;
}
