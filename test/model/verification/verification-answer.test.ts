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

test('of all forty situations: an error exactly when not valid, a code whenever something is to be said', () => {
  for (const facts of all) {
    const verdict = verdictOnAddress(facts);
    const result = JSON.stringify({ facts, verdict });
    expect(verdict.error === null, result).toBe(verdict.valid);
    expect(verdict.code === null, result).toBe(verdict.result === 'deliverable');
    expect(verdict.result === 'undeliverable' && verdict.valid, result).toBe(false);
  }
});

test('not knowing never makes an address invalid by itself, and a role never does', () => {
  for (const facts of all.filter(({ suppressed, disposable }) => !suppressed && !disposable)) {
    const known = facts.mailDomain === 'takes_mail' || facts.mailDomain === 'unavailable';
    expect(verdictOnAddress(facts).valid, JSON.stringify(facts)).toBe(known);
  }
});

test('a suppressed address is told as such even when DNS is silent', () => {
  expect(
    verdictOnAddress({ mailDomain: 'unavailable', suppressed: true, disposable: false, role: true }),
  ).toMatchObject({ valid: false, code: 'SUPPRESSED' });
});
