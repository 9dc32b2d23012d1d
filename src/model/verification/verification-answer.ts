import { z } from 'zod';
import { untrusted } from '../text/untrusted.ts';

/** Faults in order of precedence: certain findings before likely ones. */
const verificationCodes = [
  'INVALID_SYNTAX',
  'DOMAIN_NOT_FOUND',
  'NULL_MX',
  'NO_MX',
  'SUPPRESSED',
  'DISPOSABLE',
  'TIMEOUT',
  'ROLE_ACCOUNT',
] as const;
type VerificationCode = (typeof verificationCodes)[number];

export const verificationResults = ['deliverable', 'undeliverable', 'risky', 'unknown'] as const;
type VerificationResult = (typeof verificationResults)[number];

export type MailDomain = 'takes_mail' | 'no_such_domain' | 'null_mx' | 'no_mx' | 'unavailable';

export type AddressFacts = {
  mailDomain: MailDomain;
  suppressed: boolean;
  disposable: boolean;
  role: boolean;
};

type AddressVerdict = {
  valid: boolean;
  result: VerificationResult;
  code: VerificationCode | null;
  error: string | null;
};

const domainFaults = {
  no_such_domain: invalid('undeliverable', 'DOMAIN_NOT_FOUND', 'The domain of this address does not exist'),
  null_mx: invalid('undeliverable', 'NULL_MX', 'The domain of this address says that it takes no mail'),
  no_mx: invalid('undeliverable', 'NO_MX', 'The domain of this address has no mail server'),
} as const;

/** Returns the first finding that applies. Never probes the mailbox. */
export function verdictOnAddress(facts: AddressFacts): AddressVerdict {
  const { mailDomain } = facts;
  if (mailDomain !== 'takes_mail' && mailDomain !== 'unavailable') return domainFaults[mailDomain];
  if (facts.suppressed) {
    return invalid('undeliverable', 'SUPPRESSED', 'This address is on your suppression list');
  }
  if (facts.disposable) {
    return invalid('risky', 'DISPOSABLE', 'The domain of this address gives out mailboxes to throw away');
  }
  // An unknown result or a role address is no reason to reject a person.
  if (mailDomain === 'unavailable') return { valid: true, result: 'unknown', code: 'TIMEOUT', error: null };
  if (facts.role) return { valid: true, result: 'risky', code: 'ROLE_ACCOUNT', error: null };
  return deliverable;
}

export const deliverable: AddressVerdict = { valid: true, result: 'deliverable', code: null, error: null };

export function unreadable(sentence: string): AddressVerdict {
  return invalid('undeliverable', 'INVALID_SYNTAX', sentence);
}

function invalid(result: VerificationResult, code: VerificationCode, error: string): AddressVerdict {
  return { valid: false, result, code, error };
}

const Known = z.boolean().nullable();

export const Verification = z.object({
  object: z.literal('verification'),
  email: untrusted(z.string()).describe(
    'Address without the display name, or the input if it cannot be parsed',
  ),
  valid: z.boolean().describe('false: do not send to this address'),
  result: z.enum(verificationResults),
  code: z.enum(verificationCodes).nullable(),
  error: z.string().nullable(),
  suggestion: untrusted(z.string().nullable()).describe('Likely intended address'),
  checks: z
    .object({
      syntax: z.boolean(),
      domain: Known.describe('Whether the domain exists'),
      mx: Known.describe('Whether the domain has a mail server: an MX record, or else an address record'),
      disposable: Known,
      role: Known.describe('Role account, such as info@'),
      free: Known.describe('Address at a free mail provider'),
      suppressed: Known,
      test_mode: z.boolean().describe('Fixture address; mail to it is simulated'),
    })
    .describe('null: not checked, or unknown'),
});
