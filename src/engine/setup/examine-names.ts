import { publishingTargets, spfSources } from '../../model/sending-domain/published-records.ts';
import { returnPathSpfAdvice } from '../../model/sending-domain/spf-record.ts';
import { type Finding, fail, ok, type Patient, warn } from './finding.ts';

export async function examineReturns({ settings, world: { resolver } }: Patient): Promise<Finding[]> {
  const name = 'bounces';
  const domain = settings.bounceDomain;
  if (domain === null) {
    if (settings.delivery === 'capture') return [];
    return [
      warn(
        name,
        'POSTHOUSE_BOUNCE_DOMAIN is not set: late bounces go to the author, and Posthouse cannot record them.',
      ),
    ];
  }
  const { hostName } = settings;
  const findings: Finding[] = [];
  if (settings.inboundPort === 0) {
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
  const targets = publishingTargets({ ...settings, bounceDomain: null });
  const found = texts.kind === 'found' ? texts.value : [];
  const advice = returnPathSpfAdvice(domain, { texts: found }, spfSources(targets));
  if (advice !== null) findings.push(warn(name, advice));
  return findings;
}

/** Checks forward and reverse DNS of this server's host name, because large receivers refuse mail without them. */
export async function examineOwnName({ settings, world: { resolver } }: Patient): Promise<Finding[]> {
  const name = 'own name';
  if (settings.delivery !== 'direct') return [];
  const { hostName } = settings;
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
