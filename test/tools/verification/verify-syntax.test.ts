import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAddress } from '../../../src/engine/recipients/verify-address.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

/**
 * The is_email suite by Dominic Sayers, version 3.04, from the package email-addresses: addresses with their
 * category by the standards. The suite judges whether an address is well formed; verification judges whether
 * mail can be sent to it, which is narrower.
 */
const suite = readFileSync(createRequire(import.meta.url).resolve('email-addresses/test/tests.xml'), 'utf8');

/** Whether an address of the category can receive mail. */
const takesMail: Record<string, boolean> = {
  ISEMAIL_VALID_CATEGORY: true,
  // Well formed; its DNS state of 2011 is irrelevant.
  ISEMAIL_DNSWARN: true,
  // Posthouse rejects quoted local parts, address literals, one-label and numeric domains, because programs
  // read them differently or because no mail goes to such domains.
  ISEMAIL_RFC5321: false,
  // Comments and folding belong in headers. Blanks around an address are harmless and dropped: see below.
  ISEMAIL_CFWS: false,
  ISEMAIL_DEPREC: false,
  ISEMAIL_RFC5322: false,
  ISEMAIL_ERR: false,
};

/** Blanks around an address, which people copy with it; the address parser drops them. */
const outerBlanks = /^[ \t]+[^\s()]+$|^[^\s()]+[ \t]+$/;

/** Deliberate disagreements with the suite, and their reasons. */
const disagreements: Record<string, string> = {
  'test@io': 'no mail is sent to a top-level domain (RFC 7085); in a form it is a forgotten ending',
  '!#$%&`*+/=?^`{|}~@iana.org': '% and ! routed mail on to others, and some servers still do',
  'test@iana.org.': 'one final dot names the same domain, and is dropped',
};

type Case = { address: string; category: string };

const cases: Case[] = [...suite.matchAll(/<test id="\d+">([\s\S]*?)<\/test>/g)].map(([, body]) => ({
  address: textOf(body!, 'address'),
  category: textOf(body!, 'category'),
}));

function textOf(body: string, element: string): string {
  const [, text = ''] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(body) ?? [];
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, digits: string) => characterOf(Number.parseInt(digits, 16)))
    .replace(/&(lt|gt|quot|apos);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name]!)
    .replaceAll('&amp;', '&');
}

/** XML cannot contain control characters, so the suite uses control pictures. */
function characterOf(code: number): string {
  const pictures = 0x2400;
  return String.fromCodePoint(code >= pictures && code <= pictures + 0x20 ? code - pictures : code);
}

let posthouse: SimulatedPlatform;
beforeAll(async () => {
  posthouse = await openPlatform();
});
afterAll(() => posthouse.close());

async function readsAsAddress(text: string): Promise<boolean> {
  const { engine } = posthouse.platform;
  const { code, checks } = await verifyAddress(text, {
    world: engine.world,
    runners: [],
    store: engine.store.forOrganization(posthouse.organization.key),
    now: posthouse.clock.now(),
  });
  expect(code === 'INVALID_SYNTAX', text).toBe(!checks.syntax);
  return checks.syntax;
}

test('the public address suite has the expected version', () => {
  expect(cases).toHaveLength(164);
  expect(new Set(cases.map(({ category }) => category))).toEqual(new Set(Object.keys(takesMail)));
});

test('verification agrees with a public address suite, except for documented differences', async () => {
  const other: string[] = [];
  for (const { address, category } of cases) {
    const expected = takesMail[category]! || (category === 'ISEMAIL_CFWS' && outerBlanks.test(address));
    if ((await readsAsAddress(address)) !== expected) other.push(address);
  }
  expect(other.sort()).toEqual(Object.keys(disagreements).sort());
  expect(1 - other.length / cases.length).toBeGreaterThanOrEqual(0.98);
});

test('an internationalized domain is converted to ASCII, and a UTF-8 local part is accepted', async () => {
  posthouse.resolver.zone.set('xn--bcher-kva.com', {
    mx: [{ exchange: 'mx.xn--bcher-kva.com', priority: 1 }],
  });
  const { output } = await posthouse.call('verify_email_address', { email: 'ada@bücher.com' });
  expect(output).toMatchObject({ valid: true, email: 'ada@xn--bcher-kva.com' });
  const utf8 = await posthouse.call('verify_email_address', { email: 'жанна@bücher.com' });
  expect(utf8.output).toMatchObject({ valid: true, email: 'жанна@xn--bcher-kva.com', code: null });
});

test('an address too long for an SMTP envelope is rejected', async () => {
  const domain = `${['a', 'b', 'c', 'd'].map((label) => label.repeat(50)).join('.')}.com`;
  expect(await readsAsAddress(`${'x'.repeat(254 - domain.length - 1)}@${domain}`)).toBe(true);
  expect(await readsAsAddress(`${'x'.repeat(254 - domain.length)}@${domain}`)).toBe(false);
});
