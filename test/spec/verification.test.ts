import { describe, expect } from 'vitest';
import { doors, outputThrough } from './doors.ts';
import { open } from './scene.ts';
import { verifies, verifiesThrough } from './verifies.ts';

describe('address verification', () => {
  verifies(
    ['verify.v2', 'verify.v2-old-path', 'verify.v1'],
    'returns the documented fields for each path',
    async () => {
      const { http, resolver } = await open();
      resolver.zone.set('takes-mail.com', { mx: [{ exchange: 'mx.takes-mail.com', priority: 10 }] });
      const body = { email: 'grace@takes-mail.com' };
      const whole = await http('POST', '/api/v2/verify', { body });
      expect(Object.keys(whole.body)).toEqual([
        'object',
        'email',
        'valid',
        'result',
        'code',
        'error',
        'suggestion',
        'checks',
      ]);
      expect(whole.body).toMatchObject({ object: 'verification', email: body.email, result: 'deliverable' });
      const old = await http('POST', '/api/v2/emails/verify', { body });
      expect(old.text).toBe('{"valid":true,"error":null,"code":null}');
      const v1 = await http('POST', '/api/v1/emails/verify', { body });
      expect(v1.text).toBe('{"success":true,"valid":true,"error":null,"code":null}');
    },
  );

  verifiesThrough(
    'verify.fixture',
    doors.all,
    'reports a test recipient as valid without a DNS query',
    async (door) => {
      const platform = await open();
      const { valid } = await outputThrough(door, platform, 'verify_email_address', {
        email: 'a@example.com',
      });
      expect([valid, platform.resolver.asked]).toEqual([true, []]);
    },
  );

  verifiesThrough(
    ['verify.codes', 'verify.valid-with-code', 'verify.always-200'],
    doors.all,
    'names the problem of an address by its code',
    async (door) => {
      const platform = await open();
      const { zone } = platform.resolver;
      zone.set('takes-mail.com', { mx: [{ exchange: 'mx.takes-mail.com', priority: 10 }] });
      zone.set('no-mail.com', { txt: ['nothing to do with mail'] });
      zone.set('null-mx.com', { mx: [{ exchange: '', priority: 0 }] });
      zone.set('silent.com', { unavailable: 'no answer' });
      zone.set('mailinator.com', { mx: [{ exchange: 'mx.mailinator.com', priority: 10 }] });
      await platform.call('add_suppression', { email: 'gone@takes-mail.com' });
      const expected: [string, boolean, string | null][] = [
        ['grace', false, 'INVALID_SYNTAX'],
        ['grace@nowhere.com', false, 'DOMAIN_NOT_FOUND'],
        ['grace@no-mail.com', false, 'NO_MX'],
        ['grace@null-mx.com', false, 'NULL_MX'],
        ['gone@takes-mail.com', false, 'SUPPRESSED'],
        ['grace@mailinator.com', false, 'DISPOSABLE'],
        ['grace@silent.com', true, 'TIMEOUT'],
        ['info@takes-mail.com', true, 'ROLE_ACCOUNT'],
        ['grace@takes-mail.com', true, null],
      ];
      for (const [email, valid, code] of expected) {
        const answer = await outputThrough(door, platform, 'verify_email_address', { email });
        expect([email, answer.valid, answer.code]).toEqual([email, valid, code]);
        expect(answer.error === null).toBe(valid);
      }
    },
  );

  verifiesThrough(
    'verify.display-name',
    doors.all,
    'accepts an address with a display name',
    async (door) => {
      const platform = await open();
      const email = 'Grace Hopper <grace@example.com>';
      expect((await outputThrough(door, platform, 'verify_email_address', { email })).valid).toBe(true);
    },
  );
});
