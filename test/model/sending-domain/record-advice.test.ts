import { describe, expect, test } from 'vitest';
import type { RetiredKey } from '../../../src/model/sending-domain/dkim-record.ts';
import type { Answered } from '../../../src/model/sending-domain/dns-probe.ts';
import {
  type Publishing,
  type PublishingTargets,
  type RecordKind,
  recordAdvice,
  recordsToPublish,
} from '../../../src/model/sending-domain/published-records.ts';

const publicKey = `MIIB${'k'.repeat(388)}`;
const retired: RetiredKey = { selector: 'ph0', algorithm: 'rsa', publicKey: 'MIIBold', until: 0 };
const domain: Publishing = {
  name: 'acme.com',
  dkim: {
    rsa: { selector: 'ph1', publicKey, sealedPrivateKey: '' },
    ed25519: { selector: 'ph1-ed', publicKey: 'edkey=', sealedPrivateKey: '' },
  },
  nextDkim: null,
  retiredKeys: [retired],
  customReturnPath: 'send',
  trackingSubdomain: 'go',
};
const ofBounces: PublishingTargets = {
  spfMechanisms: ['a:mail.host.example'],
  returnPathHost: 'bounces.host.example',
  trackingHost: 'mail.host.example',
  sendsDirectly: true,
};
/** Without a bounce domain, SPF of the sending domain decides. */
const ofFrom: PublishingTargets = { ...ofBounces, returnPathHost: null };

type Telling = { targets?: PublishingTargets; of?: Publishing; wasThere?: boolean; selector?: string };

function advice(kind: RecordKind, look: Partial<Answered>, telling: Telling = {}): string | null {
  const { targets = ofBounces, of = domain, wasThere = false, selector } = telling;
  const record = recordsToPublish(of, targets).find(
    (one) => one.record === kind && (selector === undefined || one.key?.selector === selector),
  );
  if (!record) throw new Error(`there is no ${kind} record`);
  return recordAdvice(record, { kind: 'answered', texts: [], ...look }, of, targets, wasThere);
}

describe('the advice for a DKIM record', () => {
  const good = `v=DKIM1; k=rsa; p=${publicKey}`;
  test.each<[string, Partial<Answered>, string | null]>([
    ['is empty for a correct record', { texts: [good] }, null],
    ['is to publish a missing record', {}, 'Publish this record.'],
    [
      'names a doubled zone in the record name',
      { twice: { name: 'ph1._domainkey.acme.com.acme.com', zone: 'acme.com' } },
      'It stands at ph1._domainkey.acme.com.acme.com: the DNS provider adds acme.com to each name by itself. Enter ph1._domainkey as the name.',
    ],
    ['names a CNAME without a target', { cname: ['x.example'] }, 'A CNAME at this name leads to no key.'],
    [
      'names a CNAME to another key',
      { texts: ['v=DKIM1; p=MIIBother'], cname: ['x.example'] },
      'A CNAME at this name leads to another key.',
    ],
    [
      'names several records, one of them correct',
      { texts: [good, 'x'] },
      '2 TXT records stand at this name, so receivers may read the wrong one. Delete all but this one.',
    ],
    [
      'names several records, none of them correct',
      { texts: ['x', 'y', 'z'] },
      '3 TXT records stand at this name, and none is this one.',
    ],
    [
      'names another key',
      { texts: ['v=DKIM1; k=rsa; p=MIIBother'] },
      'Another key is published at this name.',
    ],
    [
      'names a former key of the domain',
      { texts: ['v=DKIM1; k=rsa; p=MIIBold'] },
      'The previous key, of the selector ph0, stands at this name.',
    ],
    [
      'names a truncated key',
      { texts: [good.slice(0, 255)] },
      `The key is cut off after ${255 - 18} of 392 characters.`,
    ],
    [
      'names quotation marks',
      { texts: [`"${good}"`] },
      'Quotation marks, backslashes or blanks have become part of the value.',
    ],
    [
      'names strings joined with their quotation marks',
      { texts: [`${good.slice(0, 100)}" "${good.slice(100)}`] },
      'Quotation marks, backslashes or blanks',
    ],
    ['names backslashes', { texts: [good.replaceAll(';', '\\;')] }, 'Quotation marks, backslashes or blanks'],
    [
      'names a no-break space',
      { texts: [`${good.slice(0, 60)}\u00a0${good.slice(60)}`] },
      'Quotation marks, backslashes or blanks',
    ],
    ['accepts plain spaces in the key', { texts: [`${good.slice(0, 60)} ${good.slice(60)}`] }, null],
    [
      'names a value entered twice',
      { texts: [`${good} ${good}`] },
      'A part of the value occurs twice in one record.',
    ],
    [
      'says that the record is not a DKIM record',
      { texts: ['hello'] },
      'The TXT record at this name is not a DKIM record.',
    ],
    ['names half of a quoted value', { texts: ['"v'] }, 'Quotation marks have become part of the value.'],
    [
      'names v= in the wrong place',
      { texts: [`k=rsa; v=DKIM1; p=${publicKey}`] },
      'The record must begin with v=DKIM1.',
    ],
    ['names a revoked key', { texts: ['v=DKIM1; p='] }, 'p= is empty, which means that the key is revoked.'],
    [
      'names the other kind of key',
      { texts: ['v=DKIM1; k=ed25519; p=edkey='] },
      'The record has to say k=rsa.',
    ],
    ['names another hash', { texts: [`v=DKIM1; h=sha1; p=${publicKey}`] }, 'h= does not allow sha256'],
    [
      'names a service other than mail',
      { texts: [`v=DKIM1; s=tlsrpt; p=${publicKey}`] },
      's= does not allow email',
    ],
    ['names a test key', { texts: [`v=DKIM1; t=y; p=${publicKey}`] }, 't=y marks the key as a test'],
  ])('%s', (_, look, expected) => {
    const result = advice('DKIM', look);
    if (expected === null) expect(result).toBeNull();
    else expect(result?.slice(0, expected.length)).toBe(expected);
  });

  test('asks to publish a vanished record again', () => {
    expect(advice('DKIM', {}, { wasThere: true })).toBe('It was there and is gone. Publish it again.');
  });

  test('offers the second signature without requiring it', () => {
    expect(advice('DKIM', {}, { selector: 'ph1-ed' })).toMatch(/second signature.*verified without it/);
    const swapped = { texts: ['v=DKIM1; k=ed25519; p=edkey='] };
    expect(advice('DKIM', swapped, { selector: 'ph1-ed' })).toBeNull();
  });

  test('names the key that was published under the wrong selector', () => {
    const next = { rsa: { selector: 'ph2', publicKey: 'MIIBnext', sealedPrivateKey: '' }, ed25519: null };
    const of = { ...domain, nextDkim: next };
    expect(advice('DKIM', { texts: [good] }, { of, selector: 'ph2' })).toMatch(
      /^The key of the selector ph1 stands at this name\./,
    );
    expect(advice('DKIM', {}, { of, selector: 'ph2' })).toMatch(
      /signed with the new key from when it is seen/,
    );
  });
});

describe('the advice for an SPF record', () => {
  const cost = { lookups: 1, more: false, voidNames: [], brokenIncludes: [] };
  const good = 'v=spf1 a:mail.host.example ~all';
  test.each<[string, Partial<Answered>, string | null]>([
    ['is empty for a correct record', { texts: ['site=1', good], spf: cost }, null],
    [
      'is to publish a missing record, with its dependents',
      {},
      'Publish this record. Until then DMARC rests on DKIM alone.',
    ],
    [
      'names a doubled zone in the record name',
      { twice: { name: 'acme.com.acme.com', zone: 'acme.com' } },
      'It stands at acme.com.acme.com: the DNS provider adds acme.com to each name by itself. Enter @ as the name.',
    ],
    [
      'names a quotation mark that invalidates the record',
      { texts: ['"v=spf1 ~all"'] },
      'A record that does not begin with v=spf1 is no SPF record',
    ],
    ['names several records', { texts: [good, 'v=spf1 -all'] }, '2 SPF records stand at this name'],
    [
      'names this server as missing',
      { texts: ['v=spf1 include:x.example -all'] },
      'The record does not allow this server: a:mail.host.example is missing. Change it to: v=spf1 a:mail.host.example include:x.example -all. Until then DMARC rests on DKIM alone.',
    ],
    [
      'names this server as listed after all',
      { texts: ['v=spf1 -all a:mail.host.example'] },
      'a:mail.host.example stands behind all, where it is never read.',
    ],
    [
      'names a record that allows all servers',
      { texts: ['v=spf1 a:mail.host.example +all'] },
      '+all allows every server in the world',
    ],
    [
      'names a bare all that allows all servers',
      { texts: ['v=spf1 a:mail.host.example all'] },
      'all allows every server in the world',
    ],
    [
      'names a missing rule for other servers',
      { texts: ['v=spf1 a:mail.host.example ?all'] },
      '?all says nothing about other servers.',
    ],
    ['names a record without an end', { texts: ['v=spf1 a:mail.host.example'] }, 'The record has no end'],
    ['accepts a redirect as the end', { texts: ['v=spf1 a:mail.host.example redirect=x.example'] }, null],
    ['accepts ten lookups', { texts: [good], spf: { ...cost, lookups: 10 } }, null],
    [
      'names eleven lookups',
      { texts: [good], spf: { ...cost, lookups: 11 } },
      'The record needs 11 DNS lookups, but receivers make at most 10',
    ],
    [
      'names an unbounded number of lookups',
      { texts: [good], spf: { ...cost, lookups: 21, more: true } },
      'The record needs more than 20 DNS lookups',
    ],
    [
      'accepts two names without records',
      { texts: [good], spf: { ...cost, voidNames: ['a.example', 'b.example'] } },
      null,
    ],
    [
      'names three names without records',
      { texts: [good], spf: { ...cost, voidNames: ['a.example', 'b.example', 'c.example'] } },
      '3 names in it do not exist in DNS, but receivers accept at most 2: remove a.example, b.example, c.example.',
    ],
    [
      'names an include without a record',
      { texts: [good], spf: { ...cost, brokenIncludes: ['x.example'] } },
      'It includes x.example, which has no SPF record',
    ],
    ['450 octets', { texts: [good.padEnd(450)] }, null],
    [
      '451 octets',
      { texts: [good.replace(' ~all', `${' ip4:192.0.2.1'.repeat(30)} ~all`)] },
      'The record has 451 octets',
    ],
  ])('%s', (_, look, expected) => {
    const result = advice('SPF', look, { targets: ofFrom });
    if (expected === null) expect(result).toBeNull();
    else expect(result?.slice(0, expected.length)).toBe(expected);
  });

  test('does not mention DKIM when bounces return to our own host', () => {
    expect(advice('SPF', {})).toBe('Publish this record.');
    expect(advice('SPF', { texts: ['v=spf1 -all'] })).not.toContain('DKIM');
  });

  test('says that only DKIM counts if the server has no public name', () => {
    const nameless = { ...ofFrom, spfMechanisms: [] };
    expect(advice('SPF', { texts: ['v=spf1 -all'] }, { targets: nameless })).toMatch(
      /DMARC rests on DKIM alone\.$/,
    );
    const relayed = { ...nameless, sendsDirectly: false };
    expect(advice('SPF', { texts: ['v=spf1 -all'] }, { targets: relayed })).toBeNull();
    expect(advice('SPF', {}, { targets: relayed })).toMatch(/that the operator of your relay names/);
  });

  test('joins several records into one', () => {
    expect(advice('SPF', { texts: ['v=spf1 mx -all', 'v=spf1 a ~all'] }, { targets: ofFrom })).toContain(
      'Delete them and publish one: v=spf1 a:mail.host.example mx a ~all. Until then',
    );
  });

  test('warns when the change would exceed ten lookups', () => {
    const look = { texts: ['v=spf1 include:x.example -all'], spf: { ...cost, lookups: 10 } };
    const changed = (lookups: number) =>
      advice('SPF', { ...look, spfToPublish: { ...cost, lookups } }, { targets: ofFrom });
    expect(changed(10)).not.toContain('lookups');
    expect(changed(11)).toMatch(
      /With this change the record needs 11 DNS lookups, but receivers make at most 10: first remove .*, or allow this server by its address \(ip4:, ip6:\), which needs none\.$/,
    );
    const spf = { ...cost, lookups: 11 };
    const both = advice('SPF', { ...look, spf, spfToPublish: { ...cost, lookups: 12 } }, { targets: ofFrom });
    expect(both).not.toContain('With this change');
    expect(both).toContain('The record needs 11 DNS lookups');
  });

  test("offers a known relay's servers unless the return path is ours", () => {
    const relayed = {
      ...ofFrom,
      spfMechanisms: [],
      spfOfRelay: ['include:sendgrid.net'],
      sendsDirectly: false,
    };
    const texts = ['v=spf1 mx -all'];
    expect(advice('SPF', { texts }, { targets: relayed })).toBe(
      'The record does not allow the relay: include:sendgrid.net is missing. Change it to: v=spf1 include:sendgrid.net mx -all. It is not needed where the relay puts a domain of its own in the return path.',
    );
    const ours = { ...relayed, returnPathHost: 'b.host.example' };
    expect(advice('SPF', { texts }, { targets: ours })).toBeNull();
    expect(advice('SPF', {}, { targets: relayed })).toMatch(/^Publish this record\./);
    expect(advice('SPF', { texts: ['v=spf1 include:sendgrid.net -all'] }, { targets: relayed })).toBeNull();
  });

  const where =
    'The return path uses the SPF record of bounces.host.example, which the operator of this server publishes.';
  test.each<[string, Answered['returnPath'], Partial<PublishingTargets>, string | null]>([
    ['is empty if the record allows this server', { texts: [good], spf: cost }, {}, null],
    [
      'names a missing record',
      { texts: ['site=1'] },
      {},
      `${where} No SPF record was found there; publish v=spf1 a:mail.host.example ~all. Until then DMARC rests on DKIM alone.`,
    ],
    [
      'names a missing record with an unknown relay',
      { texts: [] },
      { spfMechanisms: [], sendsDirectly: false, relayed: true },
      `${where} No SPF record was found there; publish one that names the servers that send. Until then DMARC rests on DKIM alone.`,
    ],
    [
      'names a record without this server',
      { texts: ['v=spf1 mx -all'] },
      {},
      `${where} The record does not allow this server: a:mail.host.example is missing. Change it to: v=spf1 a:mail.host.example mx -all. Until then DMARC rests on DKIM alone.`,
    ],
    [
      'names a record without the operator’s servers',
      { texts: ['v=spf1 mx -all'] },
      { spfMechanisms: ['include:spf.relay.example'] },
      `${where} The record does not allow the servers that send: include:spf.relay.example is missing. Change it to: v=spf1 include:spf.relay.example mx -all. Until then DMARC rests on DKIM alone.`,
    ],
    ['ignores a missing DNS response', undefined, {}, null],
  ])('about the name of the return path: %s', (_, returnPath, more, expected) => {
    const look = { texts: ['bounces.host.example'], ...(returnPath && { returnPath }) };
    expect(advice('RETURN_PATH', look, { targets: { ...ofBounces, ...more } })).toBe(expected);
  });

  test('never repeats text that is not SPF', () => {
    const result = advice('SPF', { texts: ['v=spf1 <b>call me</b> -all'] }, { targets: ofFrom });
    expect(result).toContain('the value shown here');
    expect(result).not.toContain('call me');
  });
});

describe('the advice for a DMARC record', () => {
  const reported = 'rua=mailto:d@acme.com';
  test.each<[string, Partial<Answered>, string | null]>([
    [
      'accepts a stricter policy with reports',
      { texts: [`v=DMARC1; p=reject; ${reported}`] },
      'p=reject is stricter than what is asked for here, which is fine: leave the record as it is.',
    ],
    ['is to publish a missing record', {}, 'Publish this record: large receivers refuse mail in bulk'],
    [
      'names several records',
      { texts: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
      '2 DMARC records stand at this name, so receivers ignore all of them.',
    ],
    ['accepts p=none', { texts: [`v=DMARC1; p=none; ${reported}`] }, 'p=none only monitors'],
    ['names missing reports', { texts: ['v=DMARC1; p=reject'] }, 'Without rua= you get no reports'],
    [
      'names reports without a mailbox',
      { texts: ['v=DMARC1; p=reject; rua=d@acme.com'] },
      'rua= names no mailbox',
    ],
    [
      'names an obsolete tag',
      { texts: [`v=DMARC1; p=reject; ri=86400; ${reported}`] },
      'ri is no part of DMARC any more (RFC 9989). Take it out.',
    ],
    [
      'names several obsolete tags',
      { texts: [`v=DMARC1; p=reject; pct=20; rf=afrf; ri=1; ${reported}`] },
      'pct, rf, ri are no part of DMARC any more (RFC 9989). Take them out; to try a policy, use t=y.',
    ],
    ['names a test', { texts: [`v=DMARC1; p=reject; t=y; ${reported}`] }, 't=y is a test'],
    ['names a missing policy', { texts: ['v=DMARC1;'] }, 'p= is missing, so receivers ignore the record.'],
    [
      'names a missing policy with reports',
      { texts: [`v=DMARC1; ${reported}`] },
      'p= is missing, which newer receivers take for none',
    ],
    [
      'names an invalid policy',
      { texts: ['v=DMARC1; p=monitor'] },
      'p must be none, quarantine or reject; until then receivers ignore the record.',
    ],
    [
      'names invalid policies for subdomains',
      { texts: [`v=DMARC1; p=reject; sp=x; np=y; ${reported}`] },
      'sp, np must be none, quarantine or reject; until then the record counts as p=none.',
    ],
    [
      'accepts known tags',
      { texts: [`v=DMARC1; p=reject; sp=none; np=reject; psd=n; adkim=s; fo=1; ${reported}`] },
      'p=reject is stricter than what is asked for here, which is fine',
    ],
    [
      'names a wrong psd=y',
      { texts: [`v=DMARC1; p=reject; psd=y; ${reported}`] },
      'psd=y says that others register names',
    ],
    [
      'names strict alignment of the return path',
      { texts: [`v=DMARC1; p=reject; aspf=s; ${reported}`] },
      'aspf=s wants the very same domain',
    ],
    [
      'names another version',
      { texts: ['v=dmarc1; p=none'] },
      'The record at this name does not begin with exactly v=DMARC1',
    ],
    [
      'names a doubled zone in the record name',
      { twice: { name: '_dmarc.acme.com.acme.com', zone: 'acme.com' } },
      'It stands at _dmarc.acme.com.acme.com',
    ],
  ])('%s', (_, look, expected) => {
    const result = advice('DMARC', look);
    if (expected === null) expect(result).toBeNull();
    else expect(result?.slice(0, expected.length)).toBe(expected);
  });

  test.each([
    ['v=DMARC1; p=reject', 'the one of the domain acme.com applies, with reject.'],
    ['v=DMARC1; p=reject; sp=quarantine', 'with quarantine.'],
    ['v=DMARC1; p=reject; np=none', 'with reject.'],
    ['v=DMARC1; p=reject; t=y', 'with reject, one step less while t=y.'],
    ['v=DMARC1; p=reject; psd=y', 'the one of the ending acme.com applies'],
    ['v=DMARC1; p=x', 'it has no valid policy'],
    ['v=DMARC1; p=x; rua=mailto:a@acme.com', 'with none.'],
  ])('for a subdomain under %s explains the inherited policy', (text, expected) => {
    const of = { ...domain, name: 'news.acme.com' };
    expect(advice('DMARC', { above: [{ domain: 'acme.com', text }] }, { of })).toContain(expected);
  });
});

describe.each(['RETURN_PATH', 'TRACKING'] as const)('the advice for the CNAME of %s', (kind) => {
  const [name, host] = kind === 'TRACKING' ? ['go', 'mail.host.example'] : ['send', 'bounces.host.example'];
  test.each<[string, Partial<Answered>, string | null]>([
    ['is empty for a correct record', { texts: [`${host.toUpperCase()}.`] }, null],
    ['is to publish a missing record', {}, 'Publish this record.'],
    ['names another target', { texts: ['old.example.'] }, `It points to old.example. Change it to ${host}.`],
    ['names an invalid target', { texts: ['<b>'] }, `It points to another name. Change it to ${host}.`],
    [
      'names a target with the zone appended',
      { texts: [`${host}.acme.com`] },
      `The DNS provider has added the domain to the target. Enter it with a dot at its end: ${host}.`,
    ],
    [
      'names other records',
      { others: ['MX', 'TXT'] },
      'Other records stand at this name (MX, TXT), and a CNAME has to be alone. Delete them, then publish this one.',
    ],
    ['names addresses of a proxy', { others: ['A or AAAA'] }, 'Other records stand at this name (A or AAAA)'],
    [
      'names a doubled zone in the record name',
      { twice: { name: `${name}.acme.com.acme.com`, zone: 'acme.com' } },
      `It stands at ${name}.acme.com.acme.com: the DNS provider adds acme.com to each name by itself. Enter ${name} as the name.`,
    ],
  ])('%s', (_, look, expected) => {
    const result = advice(kind, look);
    if (expected === null) expect(result).toBeNull();
    else expect(result?.slice(0, expected.length)).toBe(expected);
  });

  test('names a proxy as a possible cause', () => {
    expect(advice(kind, { others: ['A or AAAA'] })).toContain('switch the proxy off for it');
    expect(advice(kind, { others: ['MX'] })).not.toContain('proxy');
  });
});
