import { expect, test } from 'vitest';
import { isFreeDomain, isRoleAccount } from '../../../src/model/verification/role-and-free-addresses.ts';

test('a role account is recognized with and without a tag, but not within a word', () => {
  expect(['support', 'support+de', 'no-reply', 'postmaster'].every(isRoleAccount)).toBe(true);
  expect(['supporter', 'ada', 'my.support', '+support'].some(isRoleAccount)).toBe(false);
});

test('a free provider is recognized by its exact domain', () => {
  expect(isFreeDomain('gmail.com')).toBe(true);
  expect(isFreeDomain('mail.gmail.com')).toBe(false);
});
