import { describe, expect, test } from 'vitest';
import {
  builtInRules,
  type DomainRules,
  isDisposable,
  readDomainRules,
} from '../../../src/model/verification/disposable-domains.ts';

function rules(listed: string[], allowed: string[] = []): DomainRules {
  return { listed: new Set(listed), allowed: new Set(allowed) };
}

describe('a disposable domain', () => {
  test('is recognized with all its subdomains, and no other domain is', () => {
    const known = [rules(['mailinator.com'])];
    expect(isDisposable('mailinator.com', known)).toBe(true);
    expect(isDisposable('a.b.mailinator.com', known)).toBe(true);
    for (const other of ['notmailinator.com', 'mailinator.com.acme.com', 'com', 'mailinator']) {
      expect(isDisposable(other, known), other).toBe(false);
    }
  });

  test('does not include an allowed domain and its subdomains', () => {
    const known = [rules(['mail.com'], ['good.mail.com'])];
    expect(isDisposable('bad.mail.com', known)).toBe(true);
    expect(isDisposable('good.mail.com', known)).toBe(false);
    expect(isDisposable('x.good.mail.com', known)).toBe(false);
  });

  test('is determined by the first rule set that contains the name', () => {
    const operator = rules(['duck.com'], ['mailinator.com']);
    const known = [operator, builtInRules, rules(['mailinator.com', 'anonaddy.me', 'test.com'])];
    expect(isDisposable('duck.com', known)).toBe(true);
    expect(isDisposable('mailinator.com', known)).toBe(false);
    expect(isDisposable('me.anonaddy.me', known)).toBe(false);
    expect(isDisposable('test.com', known)).toBe(false);
  });
});

describe('a list of disposable domains', () => {
  test('has one domain per line, ! before allowed ones, and comments', () => {
    const text = '# ours\nThrow.Away.com\r\n\n  !good.com  # a partner\nbücher.example\n';
    expect(readDomainRules(text)).toEqual({
      ok: true,
      rules: rules(['throw.away.com', 'xn--bcher-kva.example'], ['good.com']),
    });
  });

  test('is rejected with the line of the invalid domain', () => {
    for (const line of ['throw away.com', 'http://x.com', 'a@b.com', '!', '*.x.com', 'com']) {
      expect(readDomainRules(`ok.com\n${line}`), line).toMatchObject({ ok: false, line: 2 });
    }
  });
});
