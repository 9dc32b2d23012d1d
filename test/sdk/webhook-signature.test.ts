import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { samplePayload, webhookKindNames } from '../../src/model/webhook/kinds.ts';
import { signingKey, webhookHeaders } from '../../src/model/webhook/sign.ts';
import { verify, verifyRequest } from '../../src/sdk/webhooks.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const at = Date.UTC(2026, 10, 26, 12);
const now = { now: at };
const body = JSON.stringify({ type: 'email.bounced', data: { subject: 'Grüße 日本' } });
const signed = (secrets = [secret], text = body, when = at): Record<string, string> => ({
  ...webhookHeaders({ id: 'msg_1', at: when, body: text }, secrets.map(signingKey)),
});

test('the example of the Standard Webhooks specification is accepted', async () => {
  const { event, error } = await verify(
    '{"test": 2432232314}',
    {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    secret,
    { now: 1_614_265_330_000 },
  );
  expect(error).toBeNull();
  expect(event).toEqual({ test: 2432232314 });
});

test('our signatures and the official library’s signatures verify each other', async () => {
  const webhook = new Webhook(secret);
  const headers = {
    'webhook-id': 'msg_2',
    'webhook-timestamp': String(at / 1_000),
    'webhook-signature': webhook.sign('msg_2', new Date(at), body),
  };
  expect((await verify(body, headers, secret, now)).error).toBeNull();
});

test.each(webhookKindNames)('a delivery of %s is parsed with its type', async (kind) => {
  const text = JSON.stringify(samplePayload(kind));
  const { event, id } = await verify(text, signed([secret], text), secret, now);
  expect(event?.type).toBe(kind);
  expect(id).toBe('msg_1');
});

describe('a payload', () => {
  test.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a buffer', Buffer.from(body)],
    ['an array buffer', new TextEncoder().encode(body).buffer],
  ])('may be %s', async (_, payload) => {
    expect((await verify(payload, signed(), secret, now)).error).toBeNull();
  });

  test('is read from a fetch request by verifyRequest', async () => {
    const request = (text: string) =>
      new Request('https://acme.test/', { method: 'POST', headers: signed(), body: text });
    expect((await verifyRequest(request(body), secret, now)).event?.type).toBe('email.bounced');
    expect((await verifyRequest(request(`${body} `), secret, now)).error?.name).toBe('invalid_signature');
  });

  test('that is not text is compared as bytes', async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0x7b]);
    const { error } = await verify(bytes, signed(), secret, now);
    expect(error?.name).toBe('invalid_signature');
  });

  test('with a valid signature but invalid JSON has its own error', async () => {
    expect((await verify('no json', signed([secret], 'no json'), secret, now)).error?.name).toBe(
      'unreadable_payload',
    );
  });
});

describe('after a secret rotation,', () => {
  test('a delivery signed with both secrets is accepted with either of them', async () => {
    const headers = signed([other, secret]);
    expect((await verify(body, headers, secret, now)).error).toBeNull();
    expect((await verify(body, headers, other, now)).error).toBeNull();
  });

  test('a receiver with both secrets accepts a signature by either secret', async () => {
    expect((await verify(body, signed([other]), [secret, other], now)).error).toBeNull();
    expect((await verify(body, signed([other]), [secret], now)).error?.name).toBe('invalid_signature');
  });
});

describe('headers', () => {
  test('are read from Node and fetch, in any case', async () => {
    const { 'webhook-signature': signature, ...rest } = signed();
    const upper = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const headers of [{ ...rest, 'webhook-signature': [signature!] }, new Headers(signed()), upper]) {
      expect((await verify(body, headers, secret, now)).error).toBeNull();
    }
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s cause an error',
    async (name) => {
      const { [name]: _, ...headers } = signed();
      expect((await verify(body, headers, secret, now)).error?.name).toBe('missing_headers');
    },
  );
});

describe('tampering', () => {
  test('with any character of the body is detected', async () => {
    for (let place = 0; place < body.length; place += 1) {
      const changed = `${body.slice(0, place)}${body[place] === 'x' ? 'y' : 'x'}${body.slice(place + 1)}`;
      expect((await verify(changed, signed(), secret, now)).error?.name).toBe('invalid_signature');
    }
  });

  test.each([
    ['another id', { 'webhook-id': 'msg_2' }, 'invalid_signature'],
    ['another time', { 'webhook-timestamp': String(at / 1_000 + 1) }, 'invalid_signature'],
    ['a time that is none', { 'webhook-timestamp': '1e9' }, 'invalid_timestamp'],
    ['no version', { 'webhook-signature': signed()['webhook-signature']!.slice(3) }, 'invalid_signature'],
    [
      'another version',
      { 'webhook-signature': signed()['webhook-signature']!.replace('v1', 'v2') },
      'invalid_signature',
    ],
    ['a short signature', { 'webhook-signature': 'v1,AAAA' }, 'invalid_signature'],
    ['a signature that is not base64', { 'webhook-signature': 'v1,%%%' }, 'invalid_signature'],
    ['an empty signature', { 'webhook-signature': 'v1,' }, 'invalid_signature'],
  ])('with %s is refused', async (_, change, name) => {
    expect((await verify(body, { ...signed(), ...change }, secret, now)).error?.name).toBe(name);
  });

  test.each([-301_000, 301_000])('with an old or future time is refused: %i ms', async (off) => {
    expect((await verify(body, signed(), secret, { now: at + off })).error?.name).toBe('invalid_timestamp');
    expect((await verify(body, signed(), secret, { now: at + off, tolerance: 400 })).error).toBeNull();
  });
});

test('an invalid secret throws an error about its use', async () => {
  await expect(verify(body, signed(), 'whsec_%%%', now)).rejects.toThrow(TypeError);
});
