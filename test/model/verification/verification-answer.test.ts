import { expect, test } from 'vitest';
import {
  type AddressFacts,
  type MailDomain,
  verdictOnAddress,
} from '../../../src/model/verification/verification-answer.ts';

const domains: MailDomain[] = ['takes_mail', 'no_such_domain', 'null_mx', 'no_mx', 'unavailable'];
const flags = [false, true];
const all: AddressFacts[] = domains.flatMap((mailDomain) =>
  flags.flatMap((suppressed) =>
    flags.flatMap((disposable) => flags.map((role) => ({ mailDomain, suppressed, disposable, role }))),
  ),
);

test('in all forty cases, an invalid address has an error, and any remark has a code', () => {
  for (const facts of all) {
    const verdict = verdictOnAddress(facts);
    const result = JSON.stringify({ facts, verdict });
    expect(verdict.error === null, result).toBe(verdict.valid);
    expect(verdict.code === null, result).toBe(verdict.result === 'deliverable');
    expect(verdict.result === 'undeliverable' && verdict.valid, result).toBe(false);
  }
});

test('neither a missing DNS response nor a role makes an address invalid', () => {
  for (const facts of all.filter(({ suppressed, disposable }) => !suppressed && !disposable)) {
    const known = facts.mailDomain === 'takes_mail' || facts.mailDomain === 'unavailable';
    expect(verdictOnAddress(facts).valid, JSON.stringify(facts)).toBe(known);
  }
});

test('a suppressed address is reported as such even when DNS does not answer', () => {
  expect(
    verdictOnAddress({ mailDomain: 'unavailable', suppressed: true, disposable: false, role: true }),
  ).toMatchObject({ valid: false, code: 'SUPPRESSED' });
});
