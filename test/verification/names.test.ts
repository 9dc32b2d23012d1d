import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { getDomain } from 'tldts';
import { expect, test } from 'vitest';
import { brandNames, brands, brandsIn } from '../../src/model/verification/content/brands.ts';
import { imitationIn } from '../../src/model/verification/content/imitations.ts';
import { plainWords } from '../../src/model/verification/reading/plain-words.ts';
import { filesOf } from '../pins/checkout/program.ts';

function found(text: string): string[] {
  return brandsIn(plainWords(text)).map(({ name }) => name.brand.name);
}

test('the table has 3,000 names, and none twice', () => {
  const names = brandNames.map(({ words }) => words.join(' '));
  expect(names.length).toBeGreaterThanOrEqual(3_000);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names).not.toContain('');
});

test('each domain is a registered domain, listed once per name', () => {
  for (const { name, domains, offices } of brands) {
    expect(new Set(domains).size, name).toBe(domains.length);
    const owned = domains.filter((domain) => !offices.includes(`.${domain}`));
    for (const domain of owned)
      expect([getDomain(domain), getDomain(domain, { allowPrivateDomains: true })], name).toContain(domain);
  }
});

test('the table takes less than 120 KB compressed', () => {
  const files = filesOf('src/model/verification/content/names/*.ts');
  const text = files.map((file) => readFileSync(file)).join('');
  expect(text.length).toBeGreaterThan(100_000);
  expect(gzipSync(text).length).toBeLessThan(120_000);
});

test.each([
  ['佐川急便よりお荷物のお届けに上がりましたが不在のため持ち帰りました', '佐川急便'],
  ['お客様の三井住友銀行の口座が一時停止されました', '三井住友銀行'],
  ['您的顺丰速运包裹无法派送', '顺丰速运'],
  ['您在中国银行的账户已被冻结', '中国银行'],
  ['พัสดุของคุณจากไปรษณีย์ไทยมาถึงแล้ว', 'ไปรษณีย์ไทย'],
  ['국민은행에서 알려드립니다', '국민은행'],
  ['Посылка от Почта России ждёт вас', 'Почта России'],
  ['החבילה שלך בדואר ישראל', 'דואר ישראל'],
  ['شحنتك من بريد السعودية', 'Saudi Post'],
  ['Η Εθνική Τράπεζα σας ενημερώνει', 'Εθνική Τράπεζα'],
  ['आपका भारतीय स्टेट बैंक खाता', 'State Bank of India'],
  ['Your Royal Bank of Scotland account', 'Royal Bank of Scotland'],
])('finds the name in "%s"', (text, name) => {
  expect(found(text)).toEqual([name]);
});

test('a small name is imitated with a bait word, but not by a typo', () => {
  const how = (host: string) => imitationIn(host, host)?.how ?? null;
  expect(how('vkusvill-login.com')).toBe('lookalike');
  expect(how('vkusvil.com')).toBeNull();
  expect(how('coinbose.com')).toBe('lookalike');
  expect(how('mercury-support.com')).toBeNull();
});
