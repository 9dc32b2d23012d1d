import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '../../../../src/model/instant.ts';
import {
  type ProofKind,
  type ProviderName,
  selectProofScheme,
} from '../../../../src/model/integration/providers.ts';
import { verifies } from '../../../spec/verifies.ts';
import { baseUrl, type HttpReply, openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { supabaseBeforeUser } from './payloads.ts';
import {
  type SignedRequest,
  signers,
  snsCertificate,
  snsCertificateUrl,
  snsNotification,
  unsigned,
} from './signed-requests.ts';

/** Sends requests of every provider to the door. */

let posthouse: SimulatedPlatform;
beforeAll(async () => {
  posthouse = await openPlatform();
  posthouse.documents.found.set(snsCertificateUrl, { text: snsCertificate.certificate.toString() });
});
afterAll(() => posthouse.close());

const now = () => posthouse.clock.now();

async function made(provider: ProviderName, secret: string | undefined) {
  // Each integration has its own organization, because their number per organization is limited.
  const { organization } = await posthouse.addOrganization(`Of ${provider}`);
  const { output } = await posthouse.call(
    'create_integration',
    { provider, ...(secret !== undefined && { secret }) },
    { caller: posthouse.caller('v2', organization) },
  );
  const { url, proof, id } = output as { url: string; proof: ProofKind; id: string };
  const path = url.slice(baseUrl.length);
  const events = async () => {
    const listed = await posthouse.call(
      'list_integration_events',
      { id, limit: 100 },
      { caller: posthouse.caller('v2', organization) },
    );
    return (listed.output as { data: unknown[] }).data.length;
  };
  return { path, proof, id, events };
}

async function post(path: string, { headers, body }: SignedRequest): Promise<HttpReply> {
  return await posthouse.http('POST', path, { token: null, headers, body });
}

/** Returns the text with another character of the same alphabet. */
function changedAt(text: string, at: number): string {
  const other = text[at] === 'a' ? 'b' : 'a';
  return text.slice(0, at) + other + text.slice(at + 1);
}

describe.each(signers.map((signer) => [signer.provider, signer] as const))(
  'an integration with %s',
  (provider, signer) => {
    const way = selectProofScheme(provider, true)!;
    const { proof } = way;
    const signsBody = proof !== 'origin';
    const signsTime = proof === 'body+time' || proof === 'origin';
    const accepted = provider === 'supabase' ? {} : { received: true };

    verifies(
      ['integration.proof', 'integration.answer'],
      'accepts and stores a genuine request',
      async () => {
        const integration = await made(provider, signer.secret);
        expect(integration.proof).toBe(proof);
        const answer = await post(integration.path, signer.sign(signer.payload, now()));
        expect([answer.status, answer.body]).toEqual([200, accepted]);
        expect(await integration.events()).toBe(1);
      },
    );

    verifies(
      'integration.signature',
      'answers a request signed with a wrong secret with 401 and does not store it',
      async () => {
        const integration = await made(provider, signer.secret);
        const answer = await post(
          integration.path,
          signer.sign(signer.payload, now(), { secret: signer.otherSecret! }),
        );
        expect([answer.status, answer.body.error]).toEqual([401, 'invalid_signature']);
        expect(await integration.events()).toBe(0);
      },
    );

    test('answers a request without a signature with 401', async () => {
      const integration = await made(provider, signer.secret);
      const { body } = signer.sign(signer.payload, now());
      const bare =
        provider === 'mailgun'
          ? JSON.stringify({ 'event-data': signer.payload })
          : provider === 'ses'
            ? JSON.stringify({ ...JSON.parse(body), Signature: undefined })
            : body;
      expect((await post(integration.path, { body: bare, headers: {} })).status).toBe(401);
    });

    test('rejects a signed body if any region of it changed', async () => {
      const integration = await made(provider, signer.secret);
      const request = signer.sign(signer.payload, now());
      const places = [0.1, 0.25, 0.5, 0.75, 0.9].map((part) => {
        // Changes a letter within a word; a changed brace would be rejected as invalid JSON.
        let at = Math.floor(request.body.length * part);
        while (!/[a-z]/.test(request.body[at]!)) at += 1;
        return at;
      });
      const statuses: number[] = [];
      for (const at of places) {
        statuses.push(
          (await post(integration.path, { ...request, body: changedAt(request.body, at) })).status,
        );
      }
      if (provider === 'ses') {
        // The only unsigned parts of an SNS message are the signature and the location of its key.
        expect(statuses.every((status) => status === 401 || status === 200)).toBe(true);
        const signed = JSON.parse(request.body);
        for (const name of ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type']) {
          const changed = { ...signed, [name]: changedAt(signed[name], 2) };
          expect((await post(integration.path, { ...request, body: JSON.stringify(changed) })).status).toBe(
            401,
          );
        }
        return;
      }
      if (signsBody) expect(statuses).toEqual(places.map(() => 401));
      else expect(statuses).toContain(200);
    });

    verifies(
      'integration.window',
      'rejects a request whose signed time is too old or in the future',
      async () => {
        const integration = await made(provider, signer.secret);
        const scheme = way.scheme;
        const window = 'window' in scheme ? scheme.window : { pastMs: dayMs, aheadMs: minuteMs };
        const statusAt = async (at: number) =>
          (await post(integration.path, signer.sign(signer.payload, at))).status;
        const wanted = signsTime ? 401 : 200;
        expect(await statusAt(now() - window.pastMs - 2_000)).toBe(wanted);
        expect(await statusAt(now() + window.aheadMs + 2_000)).toBe(wanted);
        if (!signsTime) return;
        expect(await statusAt(now() - window.pastMs + 2_000)).toBe(200);
        if (provider !== 'sendgrid') expect(await statusAt(now() + window.aheadMs - 2_000)).toBe(200);
      },
    );

    verifies(
      'integration.duplicates',
      'answers a repeated request with 200, and the repeat has no effect',
      async () => {
        const integration = await made(provider, signer.secret);
        const request = signer.sign(signer.payload, now());
        expect((await post(integration.path, request)).status).toBe(200);
        const again = await post(integration.path, request);
        expect([again.status, again.body]).toEqual([200, accepted]);
        expect(await integration.events()).toBe(1);
      },
    );

    test('rejects a repeated signature header, or accepts it if one signature is correct', async () => {
      const integration = await made(provider, signer.secret);
      const request = signer.sign(signer.payload, now());
      const wrong = signer.sign(signer.payload, now(), { secret: signer.otherSecret! });
      const names = Object.keys(request.headers).filter(
        (name) => name !== 'content-type' && name !== 'x-shopify-topic',
      );
      // Mailgun and SNS use no headers; a repeated field in JSON counts as its last value.
      if (names.length === 0 || provider === 'ses') return;
      for (const name of names) {
        const twice = { ...request.headers, [name]: `${wrong.headers[name]}, ${request.headers[name]}` };
        const { status } = await post(integration.path, { ...request, headers: twice });
        const isList = /^(?:svix|webhook)-signature$/.test(name);
        const isUnsigned = name === 'x-shopify-webhook-id';
        expect([name, status]).toEqual([name, isList || isUnsigned ? 200 : 401]);
      }
    });

    verifies('integration.body-max', 'accepts 1 MB and answers one byte more with 413', async () => {
      const integration = await made(provider, signer.secret);
      const size = 1024 * 1024;
      const sized = (target: number): SignedRequest => {
        const wrap = (pad: string) =>
          Array.isArray(signer.payload)
            ? [...signer.payload, { pad }]
            : { ...(signer.payload as object), pad };
        const bare = Buffer.byteLength(signer.sign(wrap(''), now(), { id: 'msg_fixed' }).body);
        return signer.sign(wrap('x'.repeat(target - bare)), now(), { id: 'msg_fixed' });
      };
      const whole = sized(size);
      expect(Buffer.byteLength(whole.body)).toBe(size);
      expect((await post(integration.path, whole)).status).toBe(200);
      expect((await post(integration.path, sized(size + 1))).status).toBe(413);
    });

    test('rejects a secret of the wrong format at creation', async () => {
      const refused = await posthouse
        .call('create_integration', { provider, secret: 'short' }, { caller: posthouse.caller('v2') })
        .then(
          () => null,
          (error: unknown) => error,
        );
      expect(refused).toMatchObject({ failure: 'validation_error' });
    });
  },
);

describe.each(unsigned.map((one) => [one.provider, one.payload] as const))(
  'an integration with %s without a signature',
  (provider, payload) => {
    const request = (fields: object = {}): SignedRequest => ({
      headers: {},
      body: JSON.stringify({ ...(payload as object), ...fields }),
    });

    verifies(
      'integration.url-secret',
      'is authenticated by the secret in the URL, and any other secret gets 401',
      async () => {
        const integration = await made(provider, undefined);
        expect(integration.proof).toBe('path');
        expect((await post(integration.path, request())).status).toBe(200);
        expect(await integration.events()).toBe(1);
        const secret = integration.path.slice(integration.path.lastIndexOf('.') + 1);
        expect(secret).toMatch(/^[\w-]{43}$/);
        const without = integration.path.slice(0, integration.path.lastIndexOf('.'));
        const wrong = `${without}.${changedAt(secret, 0)}`;
        expect((await post(wrong, request({ n: 1 }))).status).toBe(401);
        expect((await post(without, request({ n: 2 }))).status).toBe(401);
        expect(await integration.events()).toBe(1);
      },
    );

    test('accepts the secret as a password or a Bearer token instead of in the URL', async () => {
      const integration = await made(provider, undefined);
      const at = integration.path.lastIndexOf('.');
      const [path, secret] = [integration.path.slice(0, at), integration.path.slice(at + 1)];
      const basic = Buffer.from(`posthouse:${secret}`).toString('base64');
      for (const [index, authorization] of [`Basic ${basic}`, `Bearer ${secret}`].entries()) {
        const answer = await post(path, {
          ...request({ MessageID: `m${index}`, n: index }),
          headers: { authorization },
        });
        expect(answer.status).toBe(200);
      }
      const wrong = await post(path, {
        ...request({ n: 3 }),
        headers: { authorization: `Bearer ${secret}x` },
      });
      expect(wrong.status).toBe(401);
    });

    test('treats the same body a moment later as a repeat', async () => {
      const integration = await made(provider, undefined);
      await post(integration.path, request());
      expect((await post(integration.path, request())).status).toBe(200);
      expect(await integration.events()).toBe(1);
    });
  },
);

verifies('version.integrations', 'an integration needs no token and ignores one', async () => {
  const stripe = signers.find(({ provider }) => provider === 'stripe')!;
  const { path } = await made('stripe', stripe.secret);
  const { headers, body } = stripe.sign(stripe.payload, now());
  for (const token of [null, 'posthouse_of_nobody']) {
    const answer = await posthouse.http('POST', path, { token, headers, body });
    expect(answer.status).toBe(200);
  }
  const refused = await posthouse.http('POST', path, { headers: {}, body });
  expect([refused.status, refused.body.success]).toEqual([401, false]);
});

test("a repeated request is recognized under the provider's other header names, whatever its unsigned id is", async () => {
  const signer = signers.find(({ provider }) => provider === 'clerk')!;
  const integration = await made('clerk', signer.secret);
  const request = signer.sign(signer.payload, now());
  await post(integration.path, request);
  const renamed = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.replace(/^svix-/, 'webhook-'), value]),
  );
  const repeated = await post(integration.path, {
    ...request,
    headers: { ...renamed, 'svix-id': 'msg_other' },
  });
  expect([repeated.status, await integration.events()]).toEqual([200, 1]);
});

test('the subject of an SNS message cannot be mistaken for part of its id', async () => {
  const signer = signers.find(({ provider }) => provider === 'ses')!;
  const integration = await made('ses', signer.secret);
  const request = snsNotification(signer.payload, now(), { Subject: 'Amazon SES Email Event Notification' });
  await post(integration.path, request);
  const { Subject, ...fields } = JSON.parse(request.body);
  const moved = { ...fields, MessageId: `${fields.MessageId}\nSubject\n${Subject}` };
  const repeated = await post(integration.path, { ...request, body: JSON.stringify(moved) });
  expect([repeated.status, await integration.events()]).toEqual([401, 1]);
});

test('a byte order mark before the body is skipped', async () => {
  for (const { provider, payload } of unsigned) {
    const integration = await made(provider, undefined);
    const answer = await post(integration.path, { headers: {}, body: `\uFEFF${JSON.stringify(payload)}` });
    expect([provider, answer.status, await integration.events()]).toEqual([provider, 200, 1]);
  }
});

test('a Supabase hook whose body starts with a byte order mark is accepted', async () => {
  const secret = `v1,whsec_${Buffer.alloc(32, 3).toString('base64')}`;
  const integration = await made('supabase', secret);
  const body = `\uFEFF${JSON.stringify(supabaseBeforeUser)}`;
  const signature = new Webhook(secret.slice('v1,'.length)).sign('msg_marked', new Date(now()), body);
  const headers = {
    'webhook-id': 'msg_marked',
    'webhook-timestamp': String(Math.floor(now() / 1000)),
    'webhook-signature': signature,
  };
  const answer = await post(integration.path, { headers, body });
  expect([answer.status, answer.body]).toEqual([200, {}]);
});
