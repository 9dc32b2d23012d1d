import { describe, expect } from 'vitest';
import { refused } from '../world/mail/capture-mail.ts';
import type { SimulatedPlatform } from '../world/platform.ts';
import { callThrough, doors, outputThrough } from './doors.ts';
import { dayMs, mail, open, realMailbox } from './scene.ts';
import { verifies, verifiesThrough } from './verifies.ts';

const minuteMs = 60_000;

describe("an organization's rate limit", () => {
  for (const [plan, limit] of [
    ['free', 100],
    ['premium', 700],
    ['enterprise', 2_000],
  ] as const) {
    verifies(
      ['limit.plans', 'limit.organization', 'limit.window', 'limit.retry-after'],
      `is ${limit} requests a minute on the plan ${plan}`,
      async () => {
        const { http, clock } = await open({ plan });
        const path = '/api/v2/tags?limit=1';
        for (let count = 0; count < limit; count++) {
          const { status } = await http('GET', path, { peer: `192.0.2.${count % 250}` });
          if (status !== 200) throw new Error(`request ${count + 1} was refused with ${status}`);
        }
        await clock.advance(20_000);
        const beyond = await http('GET', path);
        expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([429, '40']);
        await clock.advance(39_999);
        expect((await http('GET', path)).status).toBe(429);
        await clock.advance(1);
        const next = await http('GET', path);
        expect([next.status, next.headers.get('ratelimit-remaining')]).toEqual([200, String(limit - 1)]);
      },
    );
  }

  verifies('limit.shared-by-versions', 'is shared by both versions, MCP and every token', async () => {
    const platform = await open({ plan: 'free' });
    const { token } = await platform.addToken(platform.organization);
    const remaining = async (...request: Parameters<typeof platform.http>) =>
      Number((await platform.http(...request)).headers.get('ratelimit-remaining'));
    expect(await remaining('GET', '/api/v1/tags')).toBe(99);
    expect(await remaining('GET', '/api/v2/tags')).toBe(98);
    expect(await remaining('GET', '/api/v2/tags', { token })).toBe(97);
    expect(await remaining('GET', '/api/v2/nowhere')).toBe(96);
    expect(await remaining('GET', '/api/v1/admin/tools')).toBe(95);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const accept = 'application/json, text/event-stream';
    expect(await remaining('POST', '/mcp', { body: list, headers: { accept } })).toBe(94);
  });

  verifies(
    ['limit.organization.v1-body', 'limit.organization.v2-body', 'limit.retry-after'],
    'causes an error in the format of each version',
    async () => {
      const { http } = await open({ plan: 'free' });
      for (let count = 0; count < 100; count++) await http('GET', '/api/v2/tags');
      const v1 = await http('GET', '/api/v1/tags');
      expect([v1.status, v1.body]).toEqual([
        429,
        { message: 'Too many requests', docs: expect.stringMatching(/^https?:\/\//) },
      ]);
      const v2 = await http('GET', '/api/v2/tags');
      expect([v2.status, v2.body]).toEqual([
        429,
        { name: 'rate_limit_exceeded', message: 'Too many requests', statusCode: 429 },
      ]);
      for (const { headers } of [v1, v2]) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    },
  );

  verifies(['limit.headers', 'limit.headers.agree'], 'is reported by consistent headers', async () => {
    const { http, clock } = await open({ plan: 'premium' });
    await http('GET', '/api/v2/tags');
    await clock.advance(12_500);
    for (const path of ['/api/v1/tags', '/api/v2/tags', '/api/v2/tags/nothing', '/api/v1/admin/tools']) {
      const { headers } = await http('GET', path);
      const left = headers.get('ratelimit-remaining');
      expect(headers.get('ratelimit-policy')).toBe('"default";q=700;w=60');
      expect(headers.get('ratelimit')).toBe(`"default";r=${left};t=48`);
      expect(headers.get('ratelimit-limit')).toBe('700');
      expect(headers.get('ratelimit-reset')).toBe('48');
      for (const name of ['limit', 'remaining', 'reset']) {
        expect(headers.get(`x-ratelimit-${name}`)).toBe(headers.get(`ratelimit-${name}`));
      }
    }
  });

  verifies('limit.ip', 'is separate from the limit of 500 requests per second from one address', async () => {
    const { http, clock } = await open();
    const ask = (peer: string) => http('GET', '/healthz', { token: null, peer });
    for (let count = 0; count < 500; count++) await ask('192.0.2.1');
    const beyond = await ask('192.0.2.1');
    expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await ask('192.0.2.2')).status).not.toBe(429);
    await clock.advance(1_000);
    expect((await ask('192.0.2.1')).status).not.toBe(429);
  });
});

describe('the recipient guard', () => {
  verifiesThrough(
    ['guard.short', 'guard.refusals-do-not-count'],
    doors.all,
    'allows five sends in ten minutes',
    async (door) => {
      const platform = await open();
      for (let count = 0; count < 5; count++) expect(await sendTo(door, platform)).toBe('accepted');
      for (let count = 0; count < 5; count++)
        expect(await sendTo(door, platform)).toBe('RECIPIENT_RATE_LIMITED');
      await platform.clock.advance(10 * minuteMs - 1);
      expect(await sendTo(door, platform)).toBe('RECIPIENT_RATE_LIMITED');
      await platform.clock.advance(1);
      expect(await sendTo(door, platform)).toBe('accepted');
    },
  );

  verifies('guard.long', 'allows twenty sends in a day', async () => {
    const platform = await open();
    for (let burst = 0; burst < 4; burst++) {
      for (let count = 0; count < 5; count++) expect(await sendTo('v2', platform)).toBe('accepted');
      await platform.clock.advance(11 * minuteMs);
    }
    expect(await sendTo('v2', platform)).toBe('RECIPIENT_RATE_LIMITED');
    await platform.clock.advance(dayMs - 44 * minuteMs);
    expect(await sendTo('v2', platform)).toBe('accepted');
  });

  verifies('guard.cooldown', 'blocks a mailbox for an hour after a bounce', async () => {
    const platform = await open();
    platform.mailbox.next(refused(550, 'rcpt', '5.2.2'));
    await sendTo('v2', platform);
    await platform.deliver();
    const { status, body, headers } = await platform.http('POST', '/api/v2/emails', {
      body: mail({ to: realMailbox }),
    });
    expect([status, body.details.reason]).toEqual([429, 'cooldown']);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60 * 60);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(59 * 60);
  });

  verifies('guard.after-hard-bounce', 'gives way to a suppression an hour after a hard bounce', async () => {
    const platform = await open();
    platform.mailbox.next(refused(550, 'rcpt', '5.1.1'));
    await sendTo('v2', platform);
    await platform.deliver();
    expect(await sendTo('v2', platform)).toBe('RECIPIENT_RATE_LIMITED');
    await platform.clock.advance(60 * minuteMs);
    const { id } = await outputThrough('v2', platform, 'send_email', mail({ to: realMailbox }));
    expect((await outputThrough('v2', platform, 'get_email', { id })).last_event).toBe('suppressed');
    await platform.deliver();
    expect(platform.mailbox.messages).toHaveLength(1);
  });

  verifies(
    ['guard.all-doors', 'guard.plan-does-not-cure'],
    'counts the sends of all interfaces together, on every plan',
    async () => {
      const platform = await open({ plan: 'enterprise' });
      for (const door of doors.all) expect(await sendTo(door, platform)).toBe('accepted');
      for (const door of doors.all) expect(await sendTo(door, platform)).toBe('RECIPIENT_RATE_LIMITED');
      const tested = await callThrough('v2', platform, 'send_test_email', mail({ to: [realMailbox] }));
      expect(tested).toMatchObject({ ok: false, name: 'RECIPIENT_RATE_LIMITED' });
      const spelled = await callThrough('v2', platform, 'send_email', mail({ to: 'GRACE+1@takes-mail.com' }));
      expect(spelled).toMatchObject({ ok: false, name: 'RECIPIENT_RATE_LIMITED' });
    },
  );

  verifies(
    ['error.recipient-limited', 'error.recipient-limited.details', 'limit.retry-after'],
    'causes an error in the format of each version',
    async () => {
      const platform = await open();
      for (let count = 0; count < 5; count++) await sendTo('v2', platform);
      const message = 'This recipient is temporarily rate limited';
      const v2 = await platform.http('POST', '/api/v2/emails', { body: mail({ to: realMailbox }) });
      expect([v2.status, v2.headers.get('retry-after'), v2.body]).toEqual([
        429,
        '600',
        {
          name: 'RECIPIENT_RATE_LIMITED',
          message,
          statusCode: 429,
          code: 'RECIPIENT_RATE_LIMITED',
          details: { reason: 'short', rule: '5 in 10 minutes', retry_after: 600 },
        },
      ]);
      const v1 = await platform.http('POST', '/api/v1/emails', {
        body: { from: 'a@acme.test', to: realMailbox, subject: 'Hello', content: 'Hello' },
      });
      expect([v1.status, v1.headers.get('retry-after'), v1.body]).toEqual([
        429,
        '600',
        { success: false, message, error: 'RECIPIENT_RATE_LIMITED', code: 'RECIPIENT_RATE_LIMITED' },
      ]);
    },
  );
});

async function sendTo(door: (typeof doors.all)[number], platform: SimulatedPlatform): Promise<string> {
  const result = await callThrough(door, platform, 'send_email', mail({ to: realMailbox }));
  return result.ok ? 'accepted' : result.name;
}

describe('a token', () => {
  verifiesThrough('token.send-cap', doors.guarded, 'can have a cap of sends per hour', async (door) => {
    const platform = await open();
    const { token } = await platform.addToken(platform.organization, {
      send_cap: { per_hour: 2, per_day: null },
    });
    const send = () => callThrough(door, platform, 'send_email', mail(), { token });
    expect([(await send()).ok, (await send()).ok]).toEqual([true, true]);
    expect(await send()).toMatchObject({ ok: false, name: 'rate_limit_exceeded' });
    const { headers } = await platform.http('POST', '/api/v2/emails', { token, body: mail() });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await platform.clock.advance(60 * minuteMs);
    expect((await send()).ok).toBe(true);
  });

  verifies('token.ip-allowlist', 'can be limited to certain client addresses', async () => {
    const platform = await open();
    const { token } = await platform.addToken(platform.organization, {
      ip_allowlist: ['192.0.2.0/24', '2001:db8::1'],
    });
    const statusFrom = async (peer: string) =>
      (await platform.http('GET', '/api/v2/tags', { token, peer })).status;
    expect(await statusFrom('192.0.2.77')).toBe(200);
    expect(await statusFrom('2001:db8::1')).toBe(200);
    const { status, body } = await platform.http('GET', '/api/v2/tags', { token, peer: '198.51.100.1' });
    expect([status, body.name]).toEqual([403, 'restricted_api_key']);
  });

  verifiesThrough(
    'token.allowed-recipients',
    doors.guarded,
    'can be limited to certain recipients',
    async (door) => {
      const platform = await open();
      const { token } = await platform.addToken(platform.organization, {
        allowed_recipients: ['*@acme.com'],
      });
      const send = (to: string) => callThrough(door, platform, 'send_email', mail({ to }), { token });
      expect((await send('ada@acme.com')).ok).toBe(true);
      expect(await send('ada@example.com')).toMatchObject({ ok: false, name: 'restricted_api_key' });
    },
  );

  verifiesThrough('token.test-mode', doors.guarded, 'in test mode reaches no real mailbox', async (door) => {
    const platform = await open();
    const { token } = await platform.addToken(platform.organization, { mode: 'test' });
    const { id } = await outputThrough(door, platform, 'send_email', mail({ to: realMailbox }), { token });
    await platform.deliver();
    expect(platform.mailbox.messages).toEqual([]);
    expect((await outputThrough('v2', platform, 'get_email', { id })).delivery_mode).toBe('test');
  });
});
