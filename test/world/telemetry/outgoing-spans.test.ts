import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemResolver } from '../../../src/world/dns/resolver.ts';
import { tracedResolver } from '../../../src/world/telemetry/traced-resolver.ts';
import { realWorld } from '../../../src/world/world.ts';
import { addWebhook } from '../../engine/webhooks/webhook-scene.ts';
import { ed25519Signer, rsaSigner } from '../../model/message/letters.ts';
import { mail } from '../../spec/scene.ts';
import { outgoing, scene } from '../mail/scene.ts';
import { dnsServer } from '../simulated/dns-server.ts';
import { answered } from '../simulated/receivers.ts';
import { idOf, keptSpans, traced, traceOf } from './traced.ts';

let stage: ReturnType<typeof scene>;
beforeEach(() => {
  stage = scene();
});
afterEach(() => stage.end());

test('a webhook post is an HTTP span in its own trace, which its receiver can continue', async () => {
  const { deliver, receivers, named, spans, ...posthouse } = await traced();
  const id = await addWebhook(posthouse as never, { url: 'https://hooks.acme.dev/services/a-secret-path' });
  await posthouse.call('send_email', mail({ to: 'grace@example.com' }));
  await deliver();
  const post = spans().findLast(({ name }) => name === 'POST')!;
  expect(post.kind).toBe(SpanKind.CLIENT);
  expect(post.parentSpanContext).toBeUndefined();
  expect(post.attributes).toMatchObject({
    'http.request.method': 'POST',
    'server.address': 'hooks.acme.dev',
    'server.port': 443,
    'http.response.status_code': 204,
    'posthouse.webhook.id': id,
    'posthouse.attempt': 1,
  });
  expect(post.status.code).toBe(SpanStatusCode.UNSET);
  const last = receivers.posts.at(-1)!;
  expect(post.attributes['messaging.message.id']).toBe(last.headers['webhook-id']);
  expect(last.headers.traceparent).toBe(`00-${traceOf(post)}-${idOf(post)}-01`);
  expect(JSON.stringify(post.attributes)).not.toContain('secret');
});

test.each([
  [answered(500), { 'error.type': '500', 'http.response.status_code': 500 }],
  [answered(404), { 'error.type': '404', 'http.response.status_code': 404 }],
  [
    { kind: 'unanswered', fault: 'timed_out', why: 'no answer in time' } as const,
    { 'error.type': 'timed_out' },
  ],
])('a failed post ends its span with an error: %j', async (answer, attributes) => {
  const { deliver, receivers, spans, ...posthouse } = await traced();
  await addWebhook(posthouse as never);
  receivers.answers.set('https://hooks.acme.dev/in', [answer]);
  await posthouse.call('send_email', mail());
  await deliver();
  const post = spans().find(({ name }) => name === 'POST')!;
  expect(post.status.code).toBe(SpanStatusCode.ERROR);
  expect(post.attributes).toMatchObject(attributes);
});

test('a DNS query to a server is a span below its caller, and a cached response has no span', async () => {
  const zone = { 'reader.example': { MX: [{ priority: 1, exchange: 'mx.reader.example' }] } };
  const server = await dnsServer({ ...zone, 'broken.example': 'servfail' });
  onTestFinished(() => server.close());
  const { traces, spans, named } = keptSpans();
  const { resolver } = realWorld({
    logLevel: 'silent',
    dnsServers: [server.address],
    delivery: { by: 'capture' },
    telemetry: { traces },
  });
  await traces.span('deliver', { kind: 'client' }, async () => {
    expect((await resolver.mx('reader.example')).kind).toBe('found');
    expect((await resolver.mx('reader.example')).kind).toBe('found');
  });
  const lookUp = named('lookup MX');
  expect(lookUp.kind).toBe(SpanKind.CLIENT);
  expect(lookUp.parentSpanContext?.spanId).toBe(idOf(named('deliver')));
  expect(lookUp.attributes).toEqual({
    'dns.question.name': 'reader.example',
    'posthouse.dns.type': 'MX',
    'posthouse.dns.answer': 'found',
  });
  expect((await resolver.txt('absent.example')).kind).toBe('no_such_domain');
  expect(named('lookup TXT').status.code).toBe(SpanStatusCode.UNSET);
  expect((await resolver.cname('broken.example')).kind).toBe('unavailable');
  expect(named('lookup CNAME').status.code).toBe(SpanStatusCode.ERROR);
  expect(named('lookup CNAME').attributes['error.type']).toBe('unavailable');
  await resolver.names('192.0.2.7');
  expect(named('lookup PTR').attributes).not.toHaveProperty('dns.question.name');
  const apart = resolver.apart!({ use: 'verification', organization: 1 });
  await apart.tlsa('_25._tcp.mx.reader.example');
  await resolver.fresh!.addresses('reader.example');
  expect(spans().map(({ name }) => name)).toEqual(expect.arrayContaining(['lookup TLSA', 'lookup A/AAAA']));
});

test('a world without traces does not wrap its resolver', () => {
  const asking = systemResolver({ servers: ['127.0.0.1'], timeoutMs: 1_000 });
  expect(Object.keys(tracedResolver(asking, keptSpans().traces)).sort()).toEqual(Object.keys(asking).sort());
  const world = realWorld({ logLevel: 'silent', dnsServers: null, delivery: { by: 'capture' } });
  expect(world).not.toHaveProperty('traces');
  expect(world).not.toHaveProperty('meters');
});

test('signing is a span below the delivery, and an unsigned mail has no such span', async () => {
  const sink = await stage.sink();
  const { traces, spans, named } = keptSpans();
  const relay = stage.relay([sink], { traces });
  const deliver = (signers: Parameters<typeof outgoing>[0]) =>
    traces.span('deliver', { kind: 'client' }, () => relay.send(outgoing(signers)));
  await deliver({});
  expect(spans().map(({ name }) => name)).toEqual(['deliver']);
  await deliver({ signers: [rsaSigner, ed25519Signer] });
  const sign = named('sign');
  expect(sign.kind).toBe(SpanKind.INTERNAL);
  expect(sign.parentSpanContext?.spanId).toBe(idOf(spans().at(-1)!));
  expect(sign.attributes).toEqual({
    'posthouse.dkim.signatures': 2,
    'posthouse.dkim.algorithms': 'rsa-sha256 ed25519-sha256',
  });
  expect(sink.messages[1]!.raw.toString('latin1').match(/^DKIM-Signature:/gm)).toHaveLength(2);
});
