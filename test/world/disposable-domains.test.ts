import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freeDomains } from '../../src/model/verification/role-and-free-addresses.ts';
import {
  disposableDomains,
  fetchedListFile,
  ownListFile,
  publishedDomains,
} from '../../src/world/disposable-domains.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-lists-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the published list contains well-known services and their subdomains', async () => {
  for (const domain of [
    'mailinator.com',
    'x.mailinator.com',
    'guerrillamail.com',
    'sharklasers.com',
    'grr.la',
    'yopmail.com',
    '10minutemail.com',
    'maildrop.cc',
    'getnada.com',
    'temp-mail.org',
    'temp-mail.io',
    'trashmail.com',
    'throwawaymail.com',
    'spamgourmet.com',
  ]) {
    expect(await publishedDomains.has(domain), domain).toBe(true);
  }
});

test('no ordinary mailbox provider, forwarding service or test domain is disposable', async () => {
  for (const domain of [
    ...freeDomains,
    'duck.com',
    'mozmail.com',
    'simplelogin.com',
    'anonaddy.me',
    'alice.anonaddy.com',
    'passmail.net',
    'privaterelay.appleid.com',
    'example.com',
    'mail.example.org',
    'test.com',
    'test.dev',
  ]) {
    expect(await publishedDomains.has(domain), domain).toBe(false);
  }
});

test("the operator's own list overrides the other lists", async () => {
  writeFileSync(join(folder, ownListFile), 'rival.example\n!mailinator.com\n');
  const domains = disposableDomains(folder);
  expect(await domains.has('shop.rival.example')).toBe(true);
  expect(await domains.has('mailinator.com')).toBe(false);
  expect(await domains.has('yopmail.com')).toBe(true);
});

test('a fetched list replaces the shipped list', async () => {
  writeFileSync(join(folder, fetchedListFile), 'brand-new.example\n');
  const domains = disposableDomains(folder);
  expect(await domains.has('brand-new.example')).toBe(true);
  expect(await domains.has('yopmail.com')).toBe(false);
});

test('an invalid line is reported at startup', () => {
  writeFileSync(join(folder, ownListFile), 'fine.com\nnot a domain\n');
  expect(() => disposableDomains(folder)).toThrow(/line 2 of disposable-domains\.txt is no domain/);
});

test('a list that could not be read is read again next time', async () => {
  mkdirSync(join(folder, fetchedListFile));
  const domains = disposableDomains(folder);
  await expect(domains.has('mailinator.com')).rejects.toThrow();
  rmdirSync(join(folder, fetchedListFile));
  expect(await domains.has('mailinator.com')).toBe(true);
});
