import { expect, test } from 'vitest';
import { isFreeDomain, isRoleAccount } from '../../../src/model/verification/role-and-free-addresses.ts';

test('a role is known with and without a label, and not inside a word', () => {
  expect(['support', 'support+de', 'no-reply', 'postmaster'].every(isRoleAccount)).toBe(true);
  expect(['supporter', 'ada', 'my.support', '+support'].some(isRoleAccount)).toBe(false);
});

test('a free provider is known by its domain alone', () => {
  expect(isFreeDomain('gmail.com')).toBe(true);
  expect(isFreeDomain('mail.gmail.com')).toBe(false);
});
