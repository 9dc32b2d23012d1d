import { describe, expect, test } from 'vitest';
import {
  judgeRecord,
  type PublishedRecord,
  type Publishing,
  type PublishingTargets,
  publishingTargets,
  type RecordKind,
  recordsToPublish,
} from '../../../src/model/sending-domain/published-records.ts';

const domain: Publishing = {
  name: 'acme.com',
  dkim: { selector: 'ph1', publicKey: 'MIIBkey+/=' },
  nextDkim: null,
  customReturnPath: 'send',
  trackingSubdomain: 'go',
};
const targets: PublishingTargets = {
  spfMechanisms: ['a:mail.host.example'],
  returnPathHost: 'bounces.host.example',
  trackingHost: 'mail.host.example',
};

function recordOf(kind: RecordKind, records = recordsToPublish(domain, targets)): PublishedRecord {
  const found = records.find(({ record }) => record === kind);
  if (!found) throw new Error(`there is no ${kind} record`);
  return found;
}

const verdict = (kind: RecordKind, answered: string[], to = targets) =>
  judgeRecord(recordOf(kind), answered, to).verdict;

describe('the records to publish', () => {
  test('an instance that takes bounces and has a name asks for all of them', () => {
    const listed = recordsToPublish(domain, targets).map(({ record, type, name, value }) => [
      record,
      type,
      name,
      value,
    ]);
    expect(listed).toEqual([
      ['DKIM', 'TXT', 'ph1._domainkey.acme.com', 'v=DKIM1; k=rsa; p=MIIBkey+/='],
      ['SPF', 'TXT', 'acme.com', 'v=spf1 a:mail.host.example ~all'],
      ['RETURN_PATH', 'CNAME', 'send.acme.com', 'bounces.host.example'],
      ['DMARC', 'TXT', '_dmarc.acme.com', 'v=DMARC1; p=none;'],
      ['TRACKING', 'CNAME', 'go.acme.com', 'mail.host.example'],
    ]);
  });

  test('one that the world cannot reach asks for nothing that would point to it', () => {
    const nowhere = { spfMechanisms: [], returnPathHost: null, trackingHost: null };
    const records = recordsToPublish(domain, nowhere);
    expect(records.map(({ record }) => record)).toEqual(['DKIM', 'SPF', 'DMARC']);
    expect(recordOf('SPF', records).value).toBe('v=spf1 a mx ~all');
  });

  test('SPF of the domain counts only where mail carries the domain in its envelope', () => {
    expect(recordOf('SPF').counts).toBe(false);
    expect(recordOf('SPF', recordsToPublish(domain, { ...targets, returnPathHost: null })).counts).toBe(true);
  });

  test('no two records share a name with a CNAME', () => {
    const names = recordsToPublish(domain, targets).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('DMARC is asked of the domain, then of those above it from seven labels down to two', () => {
    const deep = { ...domain, name: 'a.b.c.d.e.f.g.h.i.acme.com' };
    const asked = recordOf('DMARC', recordsToPublish(deep, targets)).lookUp;
    expect(asked).toEqual([
      '_dmarc.a.b.c.d.e.f.g.h.i.acme.com',
      '_dmarc.e.f.g.h.i.acme.com',
      '_dmarc.f.g.h.i.acme.com',
      '_dmarc.g.h.i.acme.com',
      '_dmarc.h.i.acme.com',
      '_dmarc.i.acme.com',
      '_dmarc.acme.com',
    ]);
    expect(recordOf('DMARC').lookUp).toEqual(['_dmarc.acme.com']);
  });
});

describe('what DNS answers for DKIM', () => {
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
  ])('%s is %s', (text, expected) => {
    expect(verdict('DKIM', [text])).toBe(expected);
  });

  test('two records under one selector are wrong, none is missing', () => {
    expect(verdict('DKIM', ['v=DKIM1; p=MIIBkey+/=', 'v=DKIM1; p=MIIBkey+/='])).toBe('wrong');
    expect(verdict('DKIM', [])).toBe('missing');
  });
});

describe('what DNS answers for SPF', () => {
  test.each([
    [['v=spf1 a:mail.host.example ~all'], 'right'],
    [['site=1', 'V=SPF1 ip4:192.0.2.1 +A:Mail.Host.Example -all'], 'right'],
    [['v=spf1 -all'], 'wrong'],
    [['v=spf1 -a:mail.host.example ~all'], 'wrong'],
    [['v=spf1 a:mail.host.example.evil.example ~all'], 'wrong'],
    [['v=spf1 a:mail.host.example ~all', 'v=spf1 -all'], 'wrong'],
    [['v=spf10 a:mail.host.example'], 'missing'],
    [[], 'missing'],
  ])('%j is %s', (answered, expected) => {
    expect(verdict('SPF', answered)).toBe(expected);
  });

  test('where the sending hosts are not known, any one SPF record will do', () => {
    expect(verdict('SPF', ['v=spf1 include:relay.example -all'], { ...targets, spfMechanisms: [] })).toBe(
      'right',
    );
  });

  test('the record to publish is the one there is, with the host added once', () => {
    const value = (...found: string[]) =>
      recordsToPublish(domain, targets, found).find(({ record }) => record === 'SPF')!.value;
    expect(value('v=spf1  include:x.example   -all')).toBe(
      'v=spf1 a:mail.host.example include:x.example -all',
    );
    expect(value('v=spf1 mx a:mail.host.example -all')).toBe('v=spf1 mx a:mail.host.example -all');
    expect(value('v=spf1 mx', 'v=spf1 a')).toBe('v=spf1 a:mail.host.example ~all');
  });
});

describe('what DNS answers for the others', () => {
  test('a CNAME is compared without regard to case and a final dot', () => {
    expect(verdict('TRACKING', ['MAIL.host.example.'])).toBe('right');
    expect(verdict('TRACKING', ['other.example'])).toBe('wrong');
    expect(verdict('RETURN_PATH', [])).toBe('missing');
  });

  test('one DMARC record is right, whatever its policy; two are none', () => {
    expect(verdict('DMARC', ['v=DMARC1; p=reject; rua=mailto:x@acme.com', 'other'])).toBe('right');
    expect(verdict('DMARC', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'])).toBe('wrong');
    expect(verdict('DMARC', ['v=DMARC10; p=none'])).toBe('missing');
  });
});

describe('where an instance’s records point to', () => {
  test.each([
    ['https://mail.acme.dev', 'direct', ['a:mail.acme.dev'], 'mail.acme.dev'],
    ['https://mail.acme.dev:8443/x', 'capture', ['a:mail.acme.dev'], 'mail.acme.dev'],
    ['https://mail.acme.dev', 'relay', [], 'mail.acme.dev'],
    ['http://127.0.0.1:3025', 'direct', [], null],
    ['http://[::1]:3025', 'direct', [], null],
    ['http://localhost:3025', 'direct', [], null],
  ] as const)('%s by %s', (baseUrl, delivery, spfMechanisms, trackingHost) => {
    expect(publishingTargets({ baseUrl, delivery })).toEqual({
      spfMechanisms,
      returnPathHost: null,
      trackingHost,
    });
  });

  test('bounces come back to the domain that is set for them', () => {
    const settings = { baseUrl: 'http://127.0.0.1', delivery: 'direct', bounceDomain: 'b.acme.dev' } as const;
    expect(publishingTargets(settings).returnPathHost).toBe('b.acme.dev');
  });
});
