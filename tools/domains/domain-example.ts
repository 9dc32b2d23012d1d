import type { z } from 'zod';
import type { Domain, DomainListed } from '../../src/model/sending-domain/domain-fields.ts';

export const domainListedExample: z.infer<typeof DomainListed> = {
  object: 'domain',
  id: 'dom_01kb3k8m2x7q9v4t6w0y5z8a1b',
  name: 'acme.com',
  status: 'pending',
  dkim_selector: 'ph5f3a91c07e',
  dkim_ed25519_selector: 'ph5f3a91c07e-ed',
  custom_return_path: 'send',
  tracking_subdomain: null,
  open_tracking: false,
  click_tracking: false,
  tls: 'opportunistic',
  warm_up: true,
  created_at: '2026-11-21T09:30:00.000Z',
  verified_at: null,
  last_checked_at: '2026-11-21T09:31:00.000Z',
};

export const domainExample: z.infer<typeof Domain> = {
  ...domainListedExample,
  warm_up_started_at: null,
  dkim_keys: [
    { selector: 'ph5f3a91c07e', algorithm: 'rsa', role: 'signing', keep_until: null },
    { selector: 'ph5f3a91c07e-ed', algorithm: 'ed25519', role: 'signing', keep_until: null },
  ],
  records: [
    {
      record: 'DKIM',
      type: 'TXT',
      name: 'ph5f3a91c07e._domainkey.acme.com',
      value: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA…',
      ttl: 'Auto',
      status: 'pending',
      found: [],
      advice: 'Publish this record.',
    },
    {
      record: 'DKIM',
      type: 'TXT',
      name: 'ph5f3a91c07e-ed._domainkey.acme.com',
      value: 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      ttl: 'Auto',
      status: 'pending',
      found: [],
      advice: 'Publish this record for a second signature. The domain is verified without it.',
    },
    {
      record: 'SPF',
      type: 'TXT',
      name: 'acme.com',
      value: 'v=spf1 a:mail.acme.example include:_spf.google.com ~all',
      ttl: 'Auto',
      status: 'failed',
      found: ['v=spf1 include:_spf.google.com ~all'],
      advice:
        'The record does not allow this server: a:mail.acme.example is missing. Change it to: v=spf1 a:mail.acme.example include:_spf.google.com ~all.',
    },
    {
      record: 'DMARC',
      type: 'TXT',
      name: '_dmarc.acme.com',
      value: 'v=DMARC1; p=none;',
      ttl: 'Auto',
      status: 'verified',
      found: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@acme.com'],
      advice: 'p=quarantine is stricter than required, which is fine: leave the record as it is.',
    },
  ],
};
