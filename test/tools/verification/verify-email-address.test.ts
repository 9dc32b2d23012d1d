import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let posthouse: SimulatedPlatform;
beforeEach(async () => {
  posthouse = await openPlatform();
  posthouse.resolver.zone.set('acme.com', { mx: [{ exchange: 'mx.acme.com', priority: 10 }] });
});
afterEach(() => posthouse.close());

async function verify(email: string): Promise<Record<string, unknown>> {
  return (await posthouse.call('verify_email_address', { email })).output as Record<string, unknown>;
}

const reached = { syntax: true, domain: true, mx: true };
const unlisted = { disposable: false, role: false, free: false, suppressed: false, test_mode: false };

describe('verifying an address', () => {
  test('reports deliverable without remarks if its domain accepts mail', async () => {
    expect(await verify('ada@acme.com')).toEqual({
      object: 'verification',
      email: 'ada@acme.com',
      valid: true,
      result: 'deliverable',
      code: null,
      error: null,
      suggestion: null,
      checks: { ...reached, ...unlisted },
    });
  });

  test('accepts a domain with an address record but no MX', async () => {
    posthouse.resolver.zone.set('small.com', { addresses: ['192.0.2.1'] });
    expect(await verify('ada@small.com')).toMatchObject({ valid: true, code: null, checks: reached });
  });

  verifies('verify.codes', 'reports a code for each reason an address is unreachable', async () => {
    posthouse.resolver.zone.set('null.com', { mx: [{ exchange: '', priority: 0 }] });
    posthouse.resolver.zone.set('dot.com', { mx: [{ exchange: '.', priority: 0 }] });
    posthouse.resolver.zone.set('web.com', { txt: ['hello'] });
    const codes: Record<string, string> = {
      'ada@': 'INVALID_SYNTAX',
      '': 'INVALID_SYNTAX',
      'ada@gone.com': 'DOMAIN_NOT_FOUND',
      'ada@null.com': 'NULL_MX',
      'ada@dot.com': 'NULL_MX',
      'ada@web.com': 'NO_MX',
    };
    for (const [email, code] of Object.entries(codes)) {
      const answer = await verify(email);
      expect(answer, email).toMatchObject({ valid: false, result: 'undeliverable', code });
      expect(answer.error, email).toEqual(expect.stringMatching(/^[A-Z].+/));
    }
  });

  test('reports NO_MX if no mail server of the domain has an address', async () => {
    const { zone } = posthouse.resolver;
    zone.set('lame.com', { mx: [{ exchange: 'mx.lame.com', priority: 0 }] });
    zone.set('mx.lame.com', {});
    zone.set('half.com', {
      mx: [
        { exchange: 'mx.lame.com', priority: 0 },
        { exchange: 'mx.half.com', priority: 5 },
      ],
    });
    zone.set('zero.com', { mx: [{ exchange: 'mx.zero.com', priority: 0 }] });
    zone.set('mx.zero.com', { addresses: ['0.0.0.0', '::'] });
    zone.set('home.com', { mx: [{ exchange: 'localhost.', priority: 0 }] });
    zone.set('nowhere.com', { addresses: ['0.0.0.0'] });
    for (const domain of ['lame.com', 'zero.com', 'home.com', 'nowhere.com']) {
      expect(await verify(`ada@${domain}`), domain).toMatchObject({ valid: false, code: 'NO_MX' });
    }
    expect(await verify('ada@half.com')).toMatchObject({ valid: true, code: null });
  });

  test('reports unknown if DNS says nothing about the server', async () => {
    const { zone } = posthouse.resolver;
    zone.set('foggy.com', {
      mx: [
        { exchange: 'mx.foggy.com', priority: 0 },
        { exchange: 'mx.gone.com', priority: 5 },
      ],
    });
    zone.set('mx.foggy.com', { unavailable: 'SERVFAIL' });
    zone.set('mx.gone.com', {});
    expect(await verify('ada@foggy.com')).toMatchObject({ valid: true, result: 'unknown', code: 'TIMEOUT' });
  });

  test('reports a domain as disposable if its mail goes to a disposable service', async () => {
    posthouse.resolver.zone.set('innocent.com', { mx: [{ exchange: 'mail.mailinator.com', priority: 0 }] });
    expect(await verify('x@innocent.com')).toMatchObject({ valid: false, code: 'DISPOSABLE' });
  });

  verifies('verify.display-name', 'ignores a display name', async () => {
    expect(await verify('Ada Lovelace <Ada@ACME.com>')).toMatchObject({ valid: true, email: 'Ada@acme.com' });
  });

  verifies('verify.fixture', 'reports a test address as valid without a DNS query', async () => {
    for (const email of ['admin@example.com', 'x@shop.test', 'vitest-test-1@gmail.com']) {
      expect(await verify(email), email).toMatchObject({
        valid: true,
        result: 'deliverable',
        code: null,
        error: null,
        checks: { domain: null, mx: null, test_mode: true },
      });
    }
    expect(posthouse.resolver.asked).toEqual([]);
  });

  verifies(
    'verify.valid-with-code',
    'reports DNS failures and role addresses without rejecting them',
    async () => {
      posthouse.resolver.zone.set('sick.com', { unavailable: 'SERVFAIL' });
      expect(await verify('support@sick.com')).toMatchObject({
        valid: true,
        result: 'unknown',
        code: 'TIMEOUT',
        error: null,
        checks: { domain: null, mx: null },
      });
      expect(await verify('Support+eu@acme.com')).toMatchObject({
        valid: true,
        result: 'risky',
        code: 'ROLE_ACCOUNT',
        error: null,
      });
    },
  );

  test('waits at most five seconds for DNS in total', async () => {
    posthouse.resolver.mx = async () => ({ kind: 'none' });
    posthouse.resolver.addresses = () => new Promise(() => {});
    const answer = verify('ada@slow.com');
    await posthouse.clock.advance(4_999);
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    await posthouse.clock.advance(0);
    expect(answered).toBe(false);
    await posthouse.clock.advance(1);
    expect(await answer).toMatchObject({ valid: true, result: 'unknown', code: 'TIMEOUT' });
    expect(posthouse.clock.timers()).toBe(0);
  });

  test('reports a suppressed address as undeliverable, except for marketing suppressions', async () => {
    await posthouse.call('add_suppression', { email: 'Gone@acme.com', origin: 'bounce' });
    await posthouse.call('add_suppression', { email: 'shy@acme.com', scope: 'marketing' });
    await posthouse.call('add_suppression', {
      email: 'back@acme.com',
      expires_at: new Date(posthouse.clock.now() + minuteMs).toISOString(),
    });
    await posthouse.clock.advance(minuteMs);
    expect(await verify('gone@ACME.com')).toMatchObject({
      valid: false,
      result: 'undeliverable',
      code: 'SUPPRESSED',
      checks: { suppressed: true },
    });
    expect(await verify('shy@acme.com')).toMatchObject({ valid: true, checks: { suppressed: false } });
    expect(await verify('back@acme.com')).toMatchObject({ valid: true, checks: { suppressed: false } });
  });

  test('ignores suppressions of another organization', async () => {
    const { organization } = await posthouse.addOrganization('Other');
    await posthouse.call(
      'add_suppression',
      { email: 'ada@acme.com' },
      { caller: posthouse.caller('tools', organization) },
    );
    expect(await verify('ada@acme.com')).toMatchObject({ valid: true });
  });

  test('reports a disposable address as invalid, also below a known domain', async () => {
    posthouse.resolver.zone.set('mx1.mailinator.com', { addresses: ['192.0.2.1'] });
    expect(await verify('x@mx1.mailinator.com')).toMatchObject({
      valid: false,
      code: 'DISPOSABLE',
      checks: { disposable: true },
    });
  });

  test('suggests a correction for a misspelled domain, unless that domain accepts mail', async () => {
    expect(await verify('ada.l@gmial.com')).toMatchObject({ valid: false, suggestion: 'ada.l@gmail.com' });
    posthouse.resolver.zone.set('hotmial.com', { unavailable: 'SERVFAIL' });
    expect(await verify('ada@hotmial.com')).toMatchObject({ suggestion: 'ada@hotmail.com' });
    // Disposable lists include this domain: its owner collects misaddressed mail.
    posthouse.resolver.zone.set('gmial.com', { mx: [{ exchange: 'mx.gmial.com', priority: 0 }] });
    posthouse.resolver.zone.set('mx.gmial.com', { addresses: ['192.0.2.1'] });
    expect(await verify('ada.l@gmial.com')).toMatchObject({
      valid: false,
      code: 'DISPOSABLE',
      suggestion: 'ada.l@gmail.com',
    });
    posthouse.resolver.zone.set('hay.com', { mx: [{ exchange: 'mx.hay.com', priority: 0 }] });
    expect(await verify('ada@hay.com')).toMatchObject({ valid: true, suggestion: null });
  });

  test('recognizes a free provider', async () => {
    posthouse.resolver.zone.set('gmail.com', { mx: [{ exchange: 'mx.google.example', priority: 5 }] });
    expect(await verify('ada@gmail.com')).toMatchObject({
      valid: true,
      suggestion: null,
      checks: { free: true },
    });
  });
});

describe('REST v2', () => {
  verifies(
    ['verify.v2', 'verify.v2-old-path'],
    'returns the full result at one path and its core at the older path',
    async () => {
      const core = {
        valid: false,
        error: 'The domain of this address does not exist',
        code: 'DOMAIN_NOT_FOUND',
      };
      const body = { email: 'ada@gone.com' };
      const whole = await posthouse.http('POST', '/api/v2/verify', { body });
      expect(whole.status).toBe(200);
      expect(whole.body).toMatchObject({ object: 'verification', result: 'undeliverable', ...core });
      const older = await posthouse.http('POST', '/api/v2/emails/verify', { body });
      expect(older.status).toBe(200);
      expect(older.body).toMatchObject(core);
    },
  );

  verifies(
    'verify.always-200',
    'returns 200 for an invalid address and 400 for an invalid request',
    async () => {
      const bad = await posthouse.http('POST', '/api/v2/verify', { body: { email: 'a b@c' } });
      expect([bad.status, bad.body.code]).toEqual([200, 'INVALID_SYNTAX']);
      for (const body of [{}, { email: 7 }, { email: 'ada@acme.com', deep: true }]) {
        expect((await posthouse.http('POST', '/api/v2/verify', { body })).status).toBe(400);
      }
    },
  );

  test('accepts a token that may only send, and rejects one that may only read contacts', async () => {
    const sending = await posthouse.addToken(posthouse.organization, { scopes: ['sending_access'] });
    const reading = await posthouse.addToken(posthouse.organization, { scopes: ['subscribers.read'] });
    const body = { email: 'ada@acme.com' };
    expect((await posthouse.http('POST', '/api/v2/verify', { token: sending.token, body })).status).toBe(200);
    expect((await posthouse.http('POST', '/api/v2/verify', { token: reading.token, body })).status).toBe(403);
  });
});
