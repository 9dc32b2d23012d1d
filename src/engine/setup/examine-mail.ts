import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { judgeRecord, noTargets } from '../../model/sending-domain/published-records.ts';
import {
  listDomainRecords,
  maySend,
  type SendingDomain,
  signingKeys,
} from '../../model/sending-domain/sending-domain.ts';
import { storeOn } from '../../store/store.ts';
import { posthouse } from '../../world/command-line.ts';
import { tokenHint } from '../auth/token-hint.ts';
import { examinedOrganizations, type Finding, fail, ok, type Patient, warn } from './finding.ts';

/** Reserved by RFC 2606 and present in DNS, so the query bothers no operator. */
const knownName = 'example.com';
/** Limits per run. Beyond them, problems show up in the daily check of each domain. */
const organizationsMax = 100;
const domainsMax = 100;

export async function examineDns({ settings, world }: Patient): Promise<Finding[]> {
  const name = 'DNS';
  const answer = await world.resolver.addresses(knownName);
  switch (answer.kind) {
    case 'found':
      return [ok(name, `DNS answers: ${knownName} was found.`)];
    case 'unavailable': {
      const sentence = `DNS does not answer (${answer.why}). Domains and addresses cannot be checked: check the network, or set POSTHOUSE_DNS_SERVERS.`;
      return [settings.delivery === 'capture' ? warn(name, sentence) : fail(name, sentence)];
    }
    default:
      return [
        warn(
          name,
          `DNS answers, but cannot resolve ${knownName}: this machine seems to have no access to the internet.`,
        ),
      ];
  }
}

export async function examineMail({ world }: Patient): Promise<Finding[]> {
  const results = await world.mail.check();
  return results.map(({ ok: good, sentence }) => (good ? ok('mail', sentence) : fail('mail', sentence)));
}

export async function examineSending({ settings, database, organization }: Patient): Promise<Finding[]> {
  const name = 'sending';
  if (settings.delivery === 'capture') {
    return [
      warn(
        name,
        'POSTHOUSE_DELIVERY is capture: mail to real people is stored for inspection and never sent. To send it, set POSTHOUSE_DELIVERY to relay, and POSTHOUSE_RELAY_URL.',
      ),
    ];
  }
  if (database === null) return [];
  const organizations = await examinedOrganizations({ organization }, database, organizationsMax);
  const silent = organizations.filter((organization) => !organization.sendingEnabled);
  const paused = organizations.filter(({ sendingPause }) => sendingPause);
  const findings = [
    ...(silent.length === 0
      ? []
      : [
          `Sending is off for ${namedFew(silent)}: their mail is captured. To switch it on: ${posthouse} tools run update_organization --id ${silent[0]!.id} --sending_enabled true`,
        ]),
    ...(paused.length === 0
      ? []
      : [
          `Sending is paused for ${namedFew(paused)}: their mail waits. To resume it: ${posthouse} resume-sending --org ${paused[0]!.id}`,
        ]),
  ].map((sentence) => warn(name, sentence));
  return findings.length > 0 ? findings : [ok(name, 'Sending is on for every organization.')];
}

function namedFew(organizations: readonly OrganizationRecord[]): string {
  const named = organizations.slice(0, 3).map(({ name, id }) => `${name} (${id})`);
  const more = organizations.length > named.length ? ` and ${organizations.length - named.length} more` : '';
  return `${named.join(', ')}${more}`;
}

/** Checks that each organization has a working token; otherwise only its operator can use it. */
export async function examineTokens({ world, database, organization: only }: Patient): Promise<Finding[]> {
  const name = 'API tokens';
  if (database === null) return [];
  const store = storeOn(database);
  const findings: Finding[] = [];
  for (const organization of await examinedOrganizations(
    { organization: only },
    database,
    organizationsMax,
  )) {
    const { state, sentence } = await tokenHint(store, organization, world.clock.now());
    if (state === 'none') findings.push(fail(name, sentence.replace('\n ', '')));
    if (state === 'never used') findings.push(ok(name, sentence.replace('\n ', '')));
  }
  return findings;
}

export async function examineFromVerification({ settings }: Patient): Promise<Finding[]> {
  const name = 'From addresses';
  return settings.requireVerifiedDomain
    ? [ok(name, 'Only verified domains may be used in From.')]
    : [
        warn(
          name,
          'POSTHOUSE_REQUIRE_VERIFIED_DOMAIN is off: any domain may be used in From, and receivers refuse mail from domains that are not yours.',
        ),
      ];
}

export async function examineDkim({ world, database, organization }: Patient): Promise<Finding[]> {
  const name = 'DKIM';
  if (database === null) return [];
  const store = storeOn(database);
  const organizations = await examinedOrganizations({ organization }, database, organizationsMax);
  const domains: SendingDomain[] = [];
  for (const { key } of organizations satisfies OrganizationRecord[]) {
    const room = domainsMax - domains.length;
    if (room === 0) break;
    const { rows } = await store.forOrganization(key).domains.page({ limit: room });
    domains.push(...rows);
  }
  if (domains.length === 0) {
    return [
      ok(
        name,
        `There is no sending domain yet. To add one: ${posthouse} tools run add_domain --name yourdomain`,
      ),
    ];
  }
  const signing = domains.filter(maySend);
  const broken = await Promise.all(signing.map((domain) => brokenDkim(domain, world)));
  const findings = [...domains.map(unfinished), ...broken].filter((finding) => finding !== null);
  return findings.length > 0 ? findings : [ok(name, `The key of ${listed(signing)} is published.`)];
}

function unfinished({ name, status }: SendingDomain): Finding | null {
  if (status === 'verified') return null;
  const see = `${posthouse} tools run verify_domain --id ${name}`;
  return warn(
    'domain',
    `The DNS records of ${name} are not all correct (${status.replaceAll('_', ' ')}). The records to publish: ${see}`,
  );
}

/** Mail fails without the RSA record; the Ed25519 signature is optional. */
async function brokenDkim(domain: SendingDomain, { resolver }: Patient['world']): Promise<Finding | null> {
  const signing = new Set(signingKeys(domain).map(({ selector }) => selector));
  const records = listDomainRecords(domain, noTargets).filter(({ key }) => key && signing.has(key.selector));
  for (const record of records) {
    const answer = await resolver.txt(record.name);
    if (answer.kind === 'unavailable') {
      return warn('DKIM', `The published key of ${domain.name} could not be looked up (${answer.why}).`);
    }
    const texts = answer.kind === 'found' ? answer.value : [];
    const { verdict } = judgeRecord(record, { texts }, noTargets);
    if (verdict === 'right') continue;
    const second = record.key?.algorithm === 'ed25519';
    const what = verdict === 'missing' ? 'does not publish' : 'publishes a different record than';
    const so = second ? 'its second signature is ignored' : 'the signatures of its mail fail';
    const publish = `Publish TXT ${record.name} with ${record.value}`;
    const sentence = `${domain.name} ${what} its ${second ? 'Ed25519 ' : ''}key: ${so}. ${publish}`;
    return second ? warn('DKIM', sentence) : fail('DKIM', sentence);
  }
  return null;
}

function listed(domains: readonly SendingDomain[]): string {
  const named = domains.slice(0, 3).map((domain) => domain.name);
  const more = domains.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

export async function examinePublicAddress({ settings: { baseUrl } }: Patient): Promise<Finding[]> {
  const name = 'public address';
  const { protocol, hostname } = new URL(baseUrl);
  if (!isPublic(hostname)) {
    return [
      warn(
        name,
        `Links in mail lead to ${baseUrl}, which works only on this machine or network. Before you send real mail, set POSTHOUSE_BASE_URL to the public address.`,
      ),
    ];
  }
  if (protocol !== 'https:') {
    return [
      warn(
        name,
        `${baseUrl} is not encrypted: one-click unsubscribe needs https (RFC 8058), and tokens travel in the clear.`,
      ),
    ];
  }
  return [ok(name, `Links in mail lead to ${baseUrl}.`)];
}

/** Excludes names and addresses of local scope (RFC 1918, RFC 4193, RFC 6761, RFC 6762). */
function isPublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  // A URL has a normalized host.
  const family = host.includes(':') ? 6 : /^[\d.]{1,15}$/.test(host) ? 4 : null;
  switch (family) {
    case 4:
      return !/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
        host,
      );
    case 6:
      return !/^(::1?$|f[cd]|fe[89ab])/i.test(host);
    default:
      return (
        host.includes('.') && !/\.(localhost|local|internal|lan|test|example|invalid|home\.arpa)$/i.test(host)
      );
  }
}
