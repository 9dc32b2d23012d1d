import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAddress } from '../../src/engine/recipients/verify-address.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';

/**
 * The suite of is_email by Dominic Sayers, version 3.04, as it comes with the package email-addresses: addresses with
 * what the standards make of each. It asks whether an address can be written; we ask whether mail is really sent to
 * it as written, which is less.
 */
const suite = readFileSync(createRequire(import.meta.url).resolve('email-addresses/test/tests.xml'), 'utf8');

/** What each category of the suite is worth to a sender of mail. */
const takesMail: Record<string, boolean> = {
  ISEMAIL_VALID_CATEGORY: true,
  // It is written well; what DNS said of it in 2011 is another question.
  ISEMAIL_DNSWARN: true,
  // Quoted parts, addresses in brackets, one-part and numeric domains: the law of addresses refuses all of them,
  // because two programs are known to read them as two mailboxes, or because no mail is sent to such domains.
  ISEMAIL_RFC5321: false,
  // Comments and folded lines belong into a header. Blanks around an address do no harm and are dropped: see below.
  ISEMAIL_CFWS: false,
  ISEMAIL_DEPREC: false,
  ISEMAIL_RFC5322: false,
  ISEMAIL_ERR: false,
};

/** Plain blanks before or after, which people copy with an address; the law of addresses drops them. */
const outerBlanks = /^[ \t]+[^\s()]+$|^[^\s()]+[ \t]+$/;

/** Where we say something else than the suite, and why. */
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

/** Control characters cannot stand in XML; the suite writes their pictures instead. */
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

test('the suite is the one we know', () => {
  expect(cases).toHaveLength(164);
  expect(new Set(cases.map(({ category }) => category))).toEqual(new Set(Object.keys(takesMail)));
});

test('verifying agrees with a public suite of addresses, but for what we say on purpose', async () => {
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

test('an address that fits on no envelope is refused', async () => {
  const domain = `${['a', 'b', 'c', 'd'].map((label) => label.repeat(50)).join('.')}.com`;
  expect(await readsAsAddress(`${'x'.repeat(254 - domain.length - 1)}@${domain}`)).toBe(true);
  expect(await readsAsAddress(`${'x'.repeat(254 - domain.length)}@${domain}`)).toBe(false);
});
