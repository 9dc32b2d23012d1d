import { describe, expect, test } from 'vitest';
import { chooseMethod, SigningIn, withoutPassword } from '../../../../src/world/mail/smtp/smtp-auth.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the authentication method', () => {
  test.each([
    ['the simplest over TLS', ['CRAM-MD5', 'LOGIN', 'PLAIN'], undefined, true, 'plain'],
    ['LOGIN over TLS if nothing else is offered', ['CRAM-MD5', 'LOGIN'], undefined, true, 'login'],
    ['a challenge over TLS if nothing else is offered', ['GSSAPI', 'CRAM-MD5'], undefined, true, 'cram-md5'],
    ['a challenge without TLS', ['PLAIN', 'LOGIN', 'CRAM-MD5'], undefined, false, 'cram-md5'],
    ['the password without TLS if nothing else is offered', ['PLAIN', 'LOGIN'], undefined, false, 'plain'],
    ['a token only when configured', ['XOAUTH2'], undefined, true, null],
    ['the configured mechanism', ['PLAIN', 'XOAUTH2'], 'xoauth2', true, 'xoauth2'],
    ['the configured mechanism, even if another is better', ['PLAIN', 'LOGIN'], 'login', true, 'login'],
    ['only the configured mechanism', ['PLAIN', 'LOGIN'], 'cram-md5', false, null],
    ['never a mechanism that is not offered', ['GSSAPI', 'NTLM'], undefined, true, null],
  ] as const)('is %s', (_name, offered, result, encrypted, chosen) => {
    expect(chooseMethod(offered, result, encrypted)).toBe(chosen);
  });
});

describe('authenticating', () => {
  test('with CRAM-MD5 gives the response of RFC 2195', () => {
    const signing = new SigningIn('cram-md5', { user: 'tim', password: 'tanstaaftanstaaf' });
    expect(signing.command).toBe('AUTH CRAM-MD5');
    const challenge = 'PDE4OTYuNjk3MTcwOTUyQHBvc3RvZmZpY2UucmVzdG9uLm1jaS5uZXQ+';
    expect(signing.answer(challenge)).toBe('dGltIGI5MTNhNjAyYzdlZGE3YTQ5NWI0ZTZlNzMzNGQzODkw');
    expect(signing.answer('')).toBeNull();
  });

  test('with PLAIN sends everything on one line (RFC 4616)', () => {
    const signing = new SigningIn('plain', { user: 'tim', password: 'tanstaaftanstaaf' });
    expect(signing.command).toBe('AUTH PLAIN AHRpbQB0YW5zdGFhZnRhbnN0YWFm');
    expect(signing.answer('')).toBeNull();
  });

  test('with LOGIN sends the user, then the password, in UTF-8', () => {
    const signing = new SigningIn('login', { user: 'zoë', password: 'pässword' });
    expect(signing.command).toBe('AUTH LOGIN');
    expect(signing.answer('VXNlcm5hbWU6')).toBe(base64('zoë'));
    expect(signing.answer('UGFzc3dvcmQ6')).toBe(base64('pässword'));
    expect(signing.answer('')).toBeNull();
  });

  test('with a bearer token uses XOAUTH2, and requests the refusal after an error', () => {
    const signing = new SigningIn('xoauth2', {
      user: 'someuser@example.com',
      password: 'ya29.vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg',
    });
    expect(signing.command).toBe(
      'AUTH XOAUTH2 dXNlcj1zb21ldXNlckBleGFtcGxlLmNvbQFhdXRoPUJlYXJlciB5YTI5LnZGOWRmdDRxbVRjMk52YjNSbGNrQmhkSFJoZG1semRHRXVZMjl0Q2cBAQ==',
    );
    expect(signing.answer(base64('{"status":"401"}'))).toBe('');
    expect(signing.answer('')).toBeNull();
  });

  test.each(['plain', 'xoauth2'] as const)(
    'with %s and a long secret sends it on a separate line',
    (method) => {
      const signing = new SigningIn(method, { user: 'u', password: 'x'.repeat(1_500) });
      expect(signing.command).toBe(`AUTH ${method.toUpperCase()}`);
      expect(Buffer.from(signing.answer('')!, 'base64').toString()).toContain('x'.repeat(1_500));
    },
  );

  test('uses at most 512 octets per line', () => {
    for (let length = 300; length < 400; length++) {
      const { command } = new SigningIn('plain', { user: 'u', password: 'x'.repeat(length) });
      expect(command.length).toBeLessThanOrEqual(510);
    }
  });
});

test("a server's reply is quoted without the password", () => {
  const credentials = { user: 'tim', password: 'pa55word' };
  for (const secret of ['pa55word', base64('pa55word'), base64('\0tim\0pa55word')]) {
    expect(withoutPassword(`535 5.7.8 no ${secret}!`, credentials)).toBe('535 5.7.8 no …!');
  }
});
