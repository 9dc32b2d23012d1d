import { expect, test } from 'vitest';
import {
  type AuthenticationFacts,
  explainAuthentication,
  readSignatures,
} from '../../../src/model/sending-domain/explain-authentication.ts';

const verified = { status: 'verified' } as const;
const facts = (more: Partial<AuthenticationFacts>): AuthenticationFacts => ({
  from: 'acme.dev',
  signatures: [],
  records: null,
  ...more,
});
const results = (more: Partial<AuthenticationFacts>): string[] =>
  explainAuthentication(facts(more)).map(({ name, result }) => `${name} ${result}`);

test('an aligned signature is enough for DMARC', () => {
  const signatures = readSignatures(['v=1; a=rsa-sha256; d=acme.dev; s=ph1; b=x']);
  expect(signatures).toEqual([{ domain: 'acme.dev', selector: 'ph1' }]);
  expect(results({ signatures })).toEqual(['DKIM passes', 'SPF unknown', 'DMARC passes']);
  expect(results({ signatures, from: 'news.acme.dev' })[0]).toBe('DKIM passes');
  expect(results({ signatures, from: 'notacme.dev' })).toEqual(['DKIM fails', 'SPF unknown', 'DMARC fails']);
});

test('a return path below the domain aligns SPF, and another one does not', () => {
  const path = { record: 'RETURN_PATH', name: 'send.acme.dev' } as const;
  expect(results({ records: [{ ...path, ...verified }] })).toEqual([
    'DKIM fails',
    'SPF passes',
    'DMARC passes',
  ]);
  expect(results({ records: [{ ...path, status: 'failed' }] })).toEqual([
    'DKIM fails',
    'SPF fails',
    'DMARC fails',
  ]);
});

test('without the headers, the records of the domain decide', () => {
  const records = [
    { record: 'DKIM', name: 'ph1._domainkey.acme.dev', ...verified },
    { record: 'DMARC', name: '_dmarc.acme.dev', ...verified, found: ['v=DMARC1; p=quarantine'] },
  ] as const;
  expect(results({ signatures: null, records })).toEqual(['DKIM passes', 'SPF fails', 'DMARC passes']);
  expect(explainAuthentication(facts({ signatures: null, records }))[2]!.text).toContain('“quarantine”');
  expect(results({ signatures: null })).toEqual(['DKIM unknown', 'SPF unknown', 'DMARC unknown']);
});
