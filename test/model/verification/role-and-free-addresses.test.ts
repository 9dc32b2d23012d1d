import { expect, test } from 'vitest';
import {
  freeDomains,
  isDisposableDomain,
  isFreeDomain,
  isRoleAccount,
} from '../../../src/model/verification/role-and-free-addresses.ts';

test('a role is known with and without a label, and not inside a word', () => {
  expect(['support', 'support+de', 'no-reply', 'postmaster'].every(isRoleAccount)).toBe(true);
  expect(['supporter', 'ada', 'my.support', '+support'].some(isRoleAccount)).toBe(false);
});

test('a disposable domain is known with all its subdomains, and no other domain with it', () => {
  expect(isDisposableDomain('mailinator.com')).toBe(true);
  expect(isDisposableDomain('a.b.mailinator.com')).toBe(true);
  expect(isDisposableDomain('notmailinator.com')).toBe(false);
  expect(isDisposableDomain('mailinator.com.acme.com')).toBe(false);
});

test('no domain where people live is disposable, and relays are not', () => {
  for (const domain of [
    ...freeDomains,
    'duck.com',
    'mozmail.com',
    'simplelogin.com',
    'privaterelay.appleid.com',
  ]) {
    expect(isDisposableDomain(domain), domain).toBe(false);
  }
  expect(isFreeDomain('gmail.com')).toBe(true);
  expect(isFreeDomain('mail.gmail.com')).toBe(false);
});
