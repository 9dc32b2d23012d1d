import { describe, expect, test } from 'vitest';
import { readRelayUrl, serverName } from '../../../../src/world/mail/smtp/smtp-server.ts';
import { server } from '../scene.ts';

describe('a relay URL', () => {
  test.each([
    [
      'smtp://mail.example.com',
      { host: 'mail.example.com', port: 587, tls: 'opportunistic', credentials: null },
    ],
    ['smtp://mail.example.com:25/', { port: 25 }],
    ['smtps://mail.example.com', { port: 465, tls: 'implicit' }],
    ['smtps://mail.example.com:2465', { port: 2465, tls: 'implicit' }],
    [' smtp://MAIL.Example.COM:25 ', { host: 'mail.example.com' }],
    ['smtp://mail.example.com?tls=required', { tls: 'required' }],
    ['smtp://mail.example.com?tls=never', { tls: 'never' }],
    ['smtp://[2001:db8::1]:2525', { host: '2001:db8::1', port: 2525 }],
    ['smtps://u:p@mail.example.com', { credentials: { user: 'u', password: 'p' }, tls: 'implicit' }],
    ['smtps://u:p@mail.example.com?auth=xoauth2', { auth: 'xoauth2', tls: 'implicit' }],
    ['smtp://u:p@mail.example.com?auth=cram-md5&tls=never', { auth: 'cram-md5', tls: 'never' }],
    ['smtp://a%40b:p%3A%2F%40%25@h.example', { credentials: { user: 'a@b', password: 'p:/@%' } }],
  ])('%s is parsed', (url, expected) => {
    expect(server(url)).toMatchObject(expected);
  });

  test.each([
    '',
    'mail.example.com:25',
    'http://mail.example.com',
    'smtp://',
    'smtp://:25',
    'smtp://mail.example.com:0x',
    'smtp://mail.example.com:99999',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com#x',
    'smtp://mail.example.com?tls=maybe',
    'smtp://mail.example.com?ssl=true',
    'smtps://mail.example.com?tls=never',
    'smtps://u:pa55word@mail.example.com?auth=ntlm',
    'smtps://u:pa55word@mail.example.com?auth=',
    'smtps://u:pa55word@mail.example.com?AUTH=plain',
    'smtps://mail.example.com?auth=plain',
    'smtp://user@mail.example.com',
    'smtp://:pa55word@mail.example.com',
    'smtp://u:pa55word%zz@mail.example.com',
    'smtp://u:pa55word@ma il.example.com',
    'smtp://u:pa55word@mail,example.com',
  ])('%s is rejected with a sentence that reveals nothing', (url) => {
    const read = readRelayUrl(url);
    expect(read).toMatchObject({ fault: expect.stringMatching(/\.$/) });
    expect(JSON.stringify(read)).not.toContain('pa55word');
  });

  test('with a password requires TLS except to loopback, unless TLS is disabled', () => {
    expect(server('smtp://u:p@mail.example.com').tls).toBe('required');
    expect(server('smtp://u:p@mail.example.com?tls=never').tls).toBe('never');
    expect(server('smtp://u:p@127.0.0.1').tls).toBe('opportunistic');
  });

  test('has its certificate verified unless it is loopback', () => {
    for (const host of [
      'mail.example.com',
      '192.0.2.1',
      '128.0.0.1',
      '[2001:db8::1]',
      'localhost.example.com',
      '127.0.0.1.nip.io',
    ]) {
      expect(server(`smtps://${host}`).verifyCertificate).toBe(true);
    }
    for (const host of ['localhost', 'mail.localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
      expect(server(`smtps://${host}`).verifyCertificate).toBe(false);
    }
  });

  test('is displayed as host and port only', () => {
    expect(serverName(server('smtps://u:p@mail.example.com'))).toBe('mail.example.com:465');
    expect(serverName(server('smtp://[::1]:25'))).toBe('[::1]:25');
  });
});
