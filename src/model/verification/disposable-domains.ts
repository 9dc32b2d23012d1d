import { parseMailbox } from '../address.ts';

/** Domains in lower-case ASCII; a rule includes subdomains. */
export type DomainRules = { listed: ReadonlySet<string>; allowed: ReadonlySet<string> };

/** Services missing from every list. */
const alsoListed: readonly string[] = ['burnermail.io', 'spamgourmet.com', 'temp-mail.io', 'tempmail.com'];

/** Listed elsewhere by mistake. Privacy relays forward to a real mailbox as long as the owner likes. */
const neverListed: readonly string[] = [
  'privaterelay.appleid.com',
  'icloud.com',
  'duck.com',
  'mozmail.com',
  'relay.firefox.com',
  'simplelogin.com',
  'simplelogin.co',
  'simplelogin.fr',
  'simplelogin.io',
  'slmail.me',
  'slmails.com',
  'aleeas.com',
  '8alias.com',
  '8shield.net',
  'dralias.com',
  'addy.io',
  'anonaddy.com',
  'anonaddy.me',
  'passmail.com',
  'passmail.net',
  'passinbox.com',
  'passfwd.com',
  'forwardemail.net',
  '33mail.com',
  'erine.email',
  'opayq.com',
  // Reserved for documentation and tests (RFC 2606, RFC 6761), or used so by custom.
  'example.com',
  'example.net',
  'example.org',
  'test.com',
  'test.net',
  'test.org',
  'test.dev',
];

export const builtInRules: DomainRules = { listed: new Set(alsoListed), allowed: new Set(neverListed) };

/** For the same name, earlier rules win, and `allowed` wins over `listed`. @param domain lower-case ASCII */
export function isDisposable(domain: string, rules: readonly DomainRules[]): boolean {
  for (let rest = domain; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    for (const { listed, allowed } of rules) {
      if (allowed.has(rest)) return false;
      if (listed.has(rest)) return true;
    }
    if (!rest.includes('.')) return false;
  }
}

/** Parses one domain per line: `!domain` allows it, and `#` starts a comment. */
export function readDomainRules(
  text: string,
): { ok: true; rules: DomainRules } | { ok: false; line: number; why: string } {
  const listed = new Set<string>();
  const allowed = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const written = line.replace(/#.*/, '').trim();
    if (written === '') continue;
    const allows = written.startsWith('!');
    const read = parseMailbox(`x@${allows ? written.slice(1).trim() : written}`);
    if (!read.ok) return { ok: false, line: index + 1, why: read.message };
    (allows ? allowed : listed).add(read.mailbox.domain);
  }
  return { ok: true, rules: { listed, allowed } };
}
