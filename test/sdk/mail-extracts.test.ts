import { describe, expect, test } from 'vitest';
import { mailExtracts } from '../../src/sdk/mail-extracts.ts';

const codes = (text: string) => mailExtracts(null, text).codes;

describe('the codes of a mail', () => {
  test.each([
    ['Your verification code is 482913.', '482913'],
    ['482 913 is your Acme code', '482913'],
    ['G-482913 is your Google verification code.', '482913'],
    ['PIN: 4821', '4821'],
    ['Your one-time password:\n\n4829-1357\n\nIt expires in 10 minutes.', '48291357'],
    ['Enter the code ABCD-1234 in the app', 'ABCD-1234'],
    ['Code: 7XK2P9', '7XK2P9'],
    ['Dein Bestätigungscode lautet 123 456', '123456'],
    ['Einmalkennwort: 90817263', '90817263'],
    ['Votre code de connexion : 271828', '271828'],
    ['Tu código es 314159', '314159'],
    ['Il tuo codice è 161803', '161803'],
    ['O seu código: 141421', '141421'],
    ['Twój kod: 173205', '173205'],
    ['Ваш код: 223606', '223606'],
    ['認証コードは 264575 です', '264575'],
    ['您的验证码是482913，请在5分钟内输入', '482913'],
    ['인증번호 331662 를 입력하세요', '331662'],
    ['رمز التحقق: 346410', '346410'],
    ['In 2026 we changed this: your code is 1234', '1234'],
    ['Your code is 2026', '2026'],
  ])('include the one in “%s”', (text, code) => {
    expect(codes(text)).toEqual([code]);
  });

  test.each([
    'Order 48291 was shipped',
    'Your zip code is missing from 12345 Main Street',
    'Verify the amount: $4829.13, or 4829,50 or 4829 €',
    'Call +1 415 555 2671 to verify',
    'Open https://acme.dev/verify?code=482913 to verify',
    'Call 555-1234 for the code',
    'Version 1.2345 of the code',
    'The code was changed on 2026-11-23',
    'VERIFY YOUR ADDRESS NOW',
  ])('do not include a number in “%s”', (text) => {
    expect(codes(text)).toEqual([]);
  });

  test('are read from the HTML of a mail without text, also across elements', () => {
    const html =
      '<style>.a{width:4829px}</style><p>Your code</p><p><b>4</b><b>8</b><span>2</span>913</p><!-- code 9999 -->';
    expect(mailExtracts(html, null).codes).toEqual(['482913']);
  });

  test('are at most five, each once', () => {
    const text = Array.from({ length: 20 }, (_, n) => `code ${4_000 + (n % 10)}`).join('\n');
    expect(codes(text)).toEqual(['4000', '4001', '4002', '4003', '4004']);
  });
});

describe('the links of a mail', () => {
  test('have the address and the text of the anchor, decoded', () => {
    const html = `<!-- <a href="https://commented.dev">no</a> --><a title="a > b" data-href="https://no.dev"
      HREF='https://acme.dev/reset?a=1&amp;b=2'><b>Reset</b> your&nbsp;password</a>
      <a href=https://acme.dev/bare>Bare</a><a href="#top">Top</a><a name="x">None</a>
      <a href="https://acme.dev/logo"><img src="x.png" alt="Acme"></a>
      <script>"<a href='https://script.dev'>no</a>"</script><a href="https://acme.dev/open">Open`;
    expect(mailExtracts(html, null).links).toEqual([
      { href: 'https://acme.dev/reset?a=1&b=2', text: 'Reset your password' },
      { href: 'https://acme.dev/bare', text: 'Bare' },
      { href: 'https://acme.dev/logo', text: 'Acme' },
      { href: 'https://acme.dev/open', text: 'Open' },
    ]);
  });

  test('of HTML and text are listed once, without the full stop of the sentence', () => {
    const html = '<a href="https://acme.dev/a">Go</a>';
    expect(mailExtracts(html, 'See https://acme.dev/a. Or (https://acme.dev/b).').links).toEqual([
      { href: 'https://acme.dev/a', text: 'Go' },
      { href: 'https://acme.dev/b', text: 'https://acme.dev/b' },
    ]);
  });

  test('are at most 200', () => {
    const html = Array.from({ length: 300 }, (_, n) => `<a href="https://acme.dev/${n}">${n}</a>`).join('');
    expect(mailExtracts(html, null).links).toHaveLength(200);
  });
});
