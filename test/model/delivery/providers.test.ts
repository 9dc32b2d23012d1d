import { expect, test } from 'vitest';
import { identifyProvider } from '../../../src/model/delivery/providers.ts';

test.each([
  ['gmail.com', 'gmail-smtp-in.l.google.com', 'google'],
  ['acme.com', 'ASPMX.L.GOOGLE.COM.', 'google'],
  ['hotmail.com', 'hotmail-com.olc.protection.outlook.com', 'outlook'],
  ['acme.com', 'acme-com.mail.protection.outlook.com', 'microsoft 365'],
  ['acme.com', 'acme-com.a-v1.mx.microsoft', 'microsoft 365'],
  ['aol.com', 'mx-aol.mail.gm0.yahoodns.net', 'yahoo'],
  ['icloud.com', 'mx01.mail.icloud.com', 'icloud'],
  ['acme.com', 'mail.acme.com', 'acme.com'],
  ['Acme.com', 'google.com.evil.example', 'acme.com'],
  ['acme.com', 'notgoogle.com', 'acme.com'],
  ['google.com', 'smtp.google.com', 'google'],
])('a domain %s with the MX host %s belongs to %s', (domain, host, name) => {
  expect(identifyProvider(domain, [host, 'other.example'])).toMatchObject({ name });
});

test('every provider has limits', () => {
  for (const host of ['mx.google.com', 'mx01.mail.icloud.com', 'mx.acme.com']) {
    const { connectionsMax, messagesPerConnectionMax } = identifyProvider('acme.com', [host]);
    expect(connectionsMax).toBeGreaterThan(0);
    expect(messagesPerConnectionMax).toBeGreaterThan(0);
  }
  expect(identifyProvider('acme.com', [])).toMatchObject({ name: 'acme.com' });
});
