import { describe, expect, test } from 'vitest';
import {
  judgeRecord,
  noTargets,
  type PublishedRecord,
  type Publishing,
  type PublishingTargets,
  publishingTargets,
  type RecordKind,
  recordsToPublish,
} from '../../../src/model/sending-domain/published-records.ts';

const domain: Publishing = {
  name: 'acme.com',
  dkim: {
    rsa: { selector: 'ph1', publicKey: 'MIIBkey+/=', sealedPrivateKey: 'sealed' },
    ed25519: { selector: 'ph1-ed', publicKey: 'ed/key+=', sealedPrivateKey: 'sealed' },
  },
  nextDkim: null,
  retiredKeys: [],
  customReturnPath: 'send',
  trackingSubdomain: 'go',
};
const targets: PublishingTargets = {
  spfMechanisms: ['a:mail.host.example'],
  returnPathHost: 'bounces.host.example',
  trackingHost: 'mail.host.example',
  sendsDirectly: true,
};

function recordOf(kind: RecordKind, records = recordsToPublish(domain, targets)): PublishedRecord {
  const found = records.find(({ record }) => record === kind);
  if (!found) throw new Error(`there is no ${kind} record`);
  return found;
}

const verdict = (kind: RecordKind, answered: string[], to = targets) =>
  judgeRecord(recordOf(kind), { texts: answered }, to).verdict;

describe('the records to publish', () => {
  test('include all kinds if the instance has a name and receives bounces', () => {
    const listed = recordsToPublish(domain, targets).map(({ record, type, name, value }) => [
      record,
      type,
      name,
      value,
    ]);
    expect(listed).toEqual([
      ['DKIM', 'TXT', 'ph1._domainkey.acme.com', 'v=DKIM1; k=rsa; p=MIIBkey+/='],
      ['DKIM', 'TXT', 'ph1-ed._domainkey.acme.com', 'v=DKIM1; k=ed25519; p=ed/key+='],
      ['SPF', 'TXT', 'acme.com', 'v=spf1 a:mail.host.example ~all'],
      ['RETURN_PATH', 'CNAME', 'send.acme.com', 'bounces.host.example'],
      ['DMARC', 'TXT', '_dmarc.acme.com', 'v=DMARC1; p=none;'],
      ['TRACKING', 'CNAME', 'go.acme.com', 'mail.host.example'],
    ]);
  });

  test('exclude records that point to an unreachable instance', () => {
    const records = recordsToPublish(domain, noTargets);
    expect(records.map(({ record }) => record)).toEqual(['DKIM', 'DKIM', 'SPF', 'DMARC']);
    expect(recordOf('SPF', records).value).toBe('v=spf1 a mx ~all');
  });

  test('require SPF of the domain only if the envelope uses the domain', () => {
    expect(recordOf('SPF').counts).toBe(false);
    expect(recordOf('SPF', recordsToPublish(domain, { ...targets, returnPathHost: null })).counts).toBe(true);
  });

  test('never share a name with a CNAME', () => {
    const names = recordsToPublish(domain, targets).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('list the keys in signing order, and require only the active RSA key', () => {
    const key = (selector: string) => ({ selector, publicKey: selector, sealedPrivateKey: 'sealed' });
    const rotating: Publishing = {
      ...domain,
      nextDkim: { rsa: key('ph2'), ed25519: key('ph2-ed') },
      retiredKeys: [{ selector: 'ph0', algorithm: 'rsa', publicKey: 'ph0', until: 0 }],
    };
    const keys = recordsToPublish(rotating, targets).flatMap(({ key, counts }) =>
      key ? [[key.selector, key.role, key.algorithm, counts]] : [],
    );
    expect(keys).toEqual([
      ['ph1', 'signing', 'rsa', true],
      ['ph1-ed', 'signing', 'ed25519', false],
      ['ph2', 'next', 'rsa', false],
      ['ph2-ed', 'next', 'ed25519', false],
      ['ph0', 'retired', 'rsa', false],
    ]);
    const old = { ...domain, dkim: { ...domain.dkim, ed25519: null } };
    expect(recordsToPublish(old, targets).filter(({ record }) => record === 'DKIM')).toHaveLength(1);
  });
});

describe('the DKIM record found in DNS', () => {
  test.each([
    ['v=DKIM1; k=rsa; p=MIIBkey+/=', 'right'],
    ['p=MIIBkey+/=', 'right'],
    ['v=DKIM1;k=rsa;p=MIIB key+/=;', 'right'],
    ['v=DKIM1; h=sha1:sha256; s=email; t=y; p=MIIBkey+/=', 'right'],
    ['v=DKIM1; k=rsa; p=', 'wrong'],
    ['v=DKIM1; k=rsa; p=MIIBother', 'wrong'],
    ['v=DKIM1; k=ed25519; p=MIIBkey+/=', 'wrong'],
    ['v=DKIM2; p=MIIBkey+/=', 'wrong'],
    ['v=DKIM1; h=sha1; p=MIIBkey+/=', 'wrong'],
    ['v=DKIM1; s=tlsrpt; p=MIIBkey+/=', 'wrong'],
    ['hello', 'wrong'],
    ['k=rsa; v=DKIM1; p=MIIBkey+/=', 'wrong'],
    ['v=DKIM 1; p=MIIBkey+/=', 'wrong'],
    ['"v=DKIM1; k=rsa; p=MIIBkey+/="', 'wrong'],
  ])('%s is %s', (text, expected) => {
    expect(verdict('DKIM', [text])).toBe(expected);
  });

  test('for Ed25519 is right only with its own key', () => {
    const record = recordsToPublish(domain, targets)[1]!;
    const judge = (text: string) => judgeRecord(record, { texts: [text] }, targets).verdict;
    expect(judge('v=DKIM1; k=ed25519; p=ed/key+=')).toBe('right');
    expect(judge('v=DKIM1; k=rsa; p=ed/key+=')).toBe('wrong');
    expect(judge('v=DKIM1; p=ed/key+=')).toBe('wrong');
    expect(judge('v=DKIM1; k=rsa; p=MIIBkey+/=')).toBe('wrong');
  });

  test('is wrong if there are two records, and missing if there are none', () => {
    expect(verdict('DKIM', ['v=DKIM1; p=MIIBkey+/=', 'v=DKIM1; p=MIIBkey+/='])).toBe('wrong');
    expect(verdict('DKIM', [])).toBe('missing');
  });
});

describe('the SPF record found in DNS', () => {
  test.each([
    [['v=spf1 a:mail.host.example ~all'], 'right'],
    [['site=1', 'V=SPF1 ip4:192.0.2.1 +A:Mail.Host.Example -all'], 'right'],
    [['v=spf1 -all'], 'wrong'],
    [['v=spf1 -a:mail.host.example ~all'], 'wrong'],
    [['v=spf1 ~all a:mail.host.example'], 'wrong'],
    [['v=spf1 a:mail.host.example.evil.example ~all'], 'wrong'],
    [['v=spf1 a:mail.host.example ~all', 'v=spf1 -all'], 'wrong'],
    [['v=spf10 a:mail.host.example'], 'missing'],
    [[], 'missing'],
  ])('%j is %s', (answered, expected) => {
    expect(verdict('SPF', answered)).toBe(expected);
  });

  test('may be any single SPF record if the sending hosts are unknown', () => {
    expect(verdict('SPF', ['v=spf1 include:relay.example -all'], { ...targets, spfMechanisms: [] })).toBe(
      'right',
    );
  });

  test('leads to advice that adds the host once to the existing record', () => {
    const value = (...found: string[]) =>
      recordsToPublish(domain, targets, found).find(({ record }) => record === 'SPF')!.value;
    expect(value('v=spf1  include:x.example   -all')).toBe(
      'v=spf1 a:mail.host.example include:x.example -all',
    );
    expect(value('v=spf1 mx a:mail.host.example -all')).toBe('v=spf1 mx a:mail.host.example -all');
  });

  test('leads to advice for a single record if there are several, as strict as the most lenient record', () => {
    const value = (...found: string[]) =>
      recordsToPublish(domain, targets, found).find(({ record }) => record === 'SPF')!.value;
    expect(value('v=spf1 mx -all', 'v=spf1 a MX ~all')).toBe('v=spf1 a:mail.host.example mx a ~all');
    expect(value('v=spf1 mx -all', 'v=spf1 redirect=x.example', 'v=spf1 -all')).toBe(
      'v=spf1 a:mail.host.example mx include:x.example ~all',
    );
    expect(value('v=spf1 mx -all', 'v=spf1 +a:mail.host.example -all ptr')).toBe(
      'v=spf1 mx +a:mail.host.example -all',
    );
  });

  test.each([
    ['v=spf1 ip4:192.0.2.0/24 -all', 'right'],
    ['v=spf1 ip4:192.0.2.7/32 -all', 'right'],
    ['v=spf1 ip4:0.0.0.0/0 -all', 'right'],
    ['v=spf1 ip4:192.0.2.8/29 -all', 'wrong'],
    ['v=spf1 -ip4:192.0.2.0/24 -all', 'wrong'],
    ['v=spf1 ip4:192.0.2.7/33 -all', 'wrong'],
    ['v=spf1 ip4:999.0.2.7 -all', 'wrong'],
  ])('%s is %s for mail from 192.0.2.7', (text, expected) => {
    expect(verdict('SPF', [text], { ...targets, spfMechanisms: ['ip4:192.0.2.7'] })).toBe(expected);
  });

  test('must allow the whole sending network', () => {
    const network = { ...targets, spfMechanisms: ['ip4:192.0.2.0/24'] };
    expect(verdict('SPF', ['v=spf1 ip4:192.0.2.0/29 -all'], network)).toBe('wrong');
    expect(verdict('SPF', ['v=spf1 ip4:192.0.0.0/16 -all'], network)).toBe('right');
  });

  test('should include a known relay, but need not', () => {
    const relayed: PublishingTargets = {
      ...targets,
      spfMechanisms: [],
      spfOfRelay: ['include:sendgrid.net'],
      sendsDirectly: false,
    };
    const value = (...found: string[]) =>
      recordsToPublish(domain, relayed, found).find(({ record }) => record === 'SPF')!.value;
    expect(value()).toBe('v=spf1 include:sendgrid.net ~all');
    expect(value('v=spf1 mx -all')).toBe('v=spf1 include:sendgrid.net mx -all');
    expect(verdict('SPF', ['v=spf1 mx -all'], relayed)).toBe('right');
  });
});

describe('any other record found in DNS', () => {
  test('may differ in case and final dot if it is a CNAME', () => {
    expect(verdict('TRACKING', ['MAIL.host.example.'])).toBe('right');
    expect(verdict('TRACKING', ['other.example'])).toBe('wrong');
    expect(verdict('RETURN_PATH', [])).toBe('missing');
  });

  test('must be exactly one DMARC record with any policy', () => {
    expect(verdict('DMARC', ['v=DMARC1; p=reject; rua=mailto:x@acme.com', 'other'])).toBe('right');
    expect(verdict('DMARC', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'])).toBe('wrong');
    expect(verdict('DMARC', ['v=DMARC10; p=none'])).toBe('missing');
  });

  test('is wrong if it is a DMARC record that receivers ignore', () => {
    expect(verdict('DMARC', ['v=DMARC1; p=nothing'])).toBe('wrong');
    expect(verdict('DMARC', ['v=DMARC1;'])).toBe('wrong');
    expect(verdict('DMARC', ['v=DMARC1; p=none; sp=x'])).toBe('wrong');
    expect(verdict('DMARC', ['v=DMARC1; rua=mailto:x@acme.com'])).toBe('right');
  });
});

describe('the targets of an instance’s records', () => {
  test.each([
    ['https://mail.acme.dev', 'direct', ['a:mail.acme.dev'], 'mail.acme.dev'],
    ['https://mail.acme.dev:8443/x', 'capture', ['a:mail.acme.dev'], 'mail.acme.dev'],
    ['https://mail.acme.dev', 'relay', [], 'mail.acme.dev'],
    ['http://127.0.0.1:3025', 'direct', [], null],
    ['http://[::1]:3025', 'direct', [], null],
    ['http://localhost:3025', 'direct', [], null],
  ] as const)(
    'for %s with delivery %s are derived from its address',
    (baseUrl, delivery, spfMechanisms, trackingHost) => {
      expect(publishingTargets({ baseUrl, delivery })).toEqual({
        spfMechanisms,
        returnPathHost: null,
        trackingHost,
        sendsDirectly: delivery === 'direct',
        ...(delivery === 'relay' && { relayed: true }),
      });
    },
  );

  const mail = { baseUrl: 'https://mail.acme.dev', delivery: 'relay' } as const;
  test("prefer the operator's SPF setting over a known relay or this server", () => {
    const named = { spf: ['include:spf.acme.dev'], relayHosts: ['smtp.sendgrid.net'] };
    for (const delivery of ['relay', 'direct'] as const) {
      const { spfMechanisms, spfOfRelay } = publishingTargets({ ...mail, delivery, ...named });
      expect([spfMechanisms, spfOfRelay]).toEqual([['include:spf.acme.dev'], undefined]);
    }
  });

  test.each([
    [['smtp.sendgrid.net'], ['include:sendgrid.net']],
    [['email-smtp.eu-central-1.amazonaws.com'], ['include:amazonses.com']],
    [
      ['smtp.postmarkapp.com', 'SMTP.Mailgun.org'],
      ['include:spf.mtasv.net', 'include:mailgun.org'],
    ],
    [['smtp.sendgrid.net', 'smtp.sendgrid.net'], ['include:sendgrid.net']],
    [['smtp.sendgrid.net', 'relay.acme.dev'], undefined],
    [['smtp.sendgrid.net.evil.example'], undefined],
    [[], undefined],
  ])("include a known relay's mechanism: %j gives %j", (relayHosts, expected) => {
    expect(publishingTargets({ ...mail, relayHosts }).spfOfRelay).toEqual(expected);
    expect(publishingTargets({ ...mail, delivery: 'direct', relayHosts }).spfOfRelay).toBeUndefined();
  });

  test('include the configured bounce domain', () => {
    const settings = { baseUrl: 'http://127.0.0.1', delivery: 'direct', bounceDomain: 'b.acme.dev' } as const;
    expect(publishingTargets(settings).returnPathHost).toBe('b.acme.dev');
  });
});
