import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { expect, onTestFinished, test } from 'vitest';
import { exportTraces } from '../../../src/world/telemetry/export-traces.ts';
import { assistantOf, officialClient } from '../../spec/assistants/assistant.ts';
import { mail, open, realMailbox } from '../../spec/scene.ts';
import { refused } from '../mail/capture-mail.ts';
import { idOf, traced, traceOf } from './traced.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${spanId}-01`;

test("a send over REST joins its caller's trace, and its delivery is linked in a separate trace", async () => {
  const { http, deliver, named, organization, platform } = await traced();
  const { body } = await http('POST', '/api/v2/emails', {
    body: mail({ to: realMailbox }),
    headers: { traceparent, tracestate: 'vendor=1' },
  });
  const request = named('POST /api/v2/emails');
  expect(request.kind).toBe(SpanKind.SERVER);
  expect(traceOf(request)).toBe(traceId);
  expect(request.parentSpanContext).toMatchObject({ spanId, isRemote: true });
  expect(request.spanContext().traceState?.serialize()).toBe('vendor=1');
  expect(request.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/v2/emails',
    'http.response.status_code': 200,
  });
  const tool = named('send_email');
  expect(tool.parentSpanContext?.spanId).toBe(idOf(request));
  expect(tool.attributes).toMatchObject({
    'posthouse.tool': 'send_email',
    'posthouse.door': 'v2',
    'posthouse.organization.id': organization.id,
  });
  const accept = named('accept');
  expect(accept.kind).toBe(SpanKind.PRODUCER);
  expect(accept.parentSpanContext?.spanId).toBe(idOf(tool));
  expect(accept.attributes).toMatchObject({ 'messaging.batch.message_count': 1, 'posthouse.source': 'api' });
  const kept = await platform.engine.store.forOrganization(organization.key).emails.byId(body.id);
  expect(kept?.trace).toBe(`00-${traceId}-${idOf(accept)}-01`);

  await deliver();
  const job = named('process deliver_email');
  expect(job.kind).toBe(SpanKind.CONSUMER);
  expect(job.parentSpanContext).toBeUndefined();
  expect(traceOf(job)).not.toBe(traceId);
  const delivery = named('deliver');
  expect(delivery.parentSpanContext?.spanId).toBe(idOf(job));
  expect(delivery.links.map(({ context }) => [context.traceId, context.spanId])).toEqual([
    [traceId, idOf(accept)],
  ]);
  expect(delivery.attributes).toMatchObject({
    'messaging.message.id': body.id,
    'server.address': 'simulated:25',
    'posthouse.outcome': 'accepted',
    'posthouse.attempt': 1,
  });
});

test('a refused delivery ends its span with an error', async () => {
  const { call, deliver, mailbox, named } = await traced();
  mailbox.next(refused(550, 'rcpt', '5.1.1'));
  await call('send_email', mail({ to: realMailbox }));
  await deliver();
  const { status, attributes } = named('deliver');
  expect(status.code).toBe(SpanStatusCode.ERROR);
  expect(attributes).toMatchObject({ 'error.type': 'refused', 'smtp.response.status_code': 550 });
});

test('a tool call over MCP joins the trace in its _meta, on the fast path and through the SDK', async () => {
  const platform = await traced();
  const { result } = assistantOf(platform);
  await result('tools/call', {
    name: 'list_tags',
    arguments: {},
    _meta: { traceparent, tracestate: 'vendor=1' },
  });
  const direct = platform.named('tools/call list_tags');
  expect(traceOf(direct)).toBe(traceId);
  expect(direct.parentSpanContext).toMatchObject({ spanId, isRemote: true });
  expect(direct.kind).toBe(SpanKind.SERVER);
  expect(direct.attributes).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'list_tags',
  });
  const client = await officialClient(platform);
  await client.callTool({ name: 'list_segments', arguments: {}, _meta: { traceparent } });
  expect(traceOf(platform.named('tools/call list_segments'))).toBe(traceId);
});

test('a tool call without a trace in _meta is part of its request', async () => {
  const platform = await traced();
  await assistantOf(platform).call('list_tags');
  const request = platform.spans().find(({ name }) => name === 'POST /mcp')!;
  expect(platform.named('tools/call list_tags').parentSpanContext?.spanId).toBe(idOf(request));
});

test('a refusal does not mark its span as failed, and an internal error does', async () => {
  const { http, named, platform } = await traced();
  await http('GET', '/api/v2/emails/eml_none');
  expect(named('GET /api/v2/emails/{id}').status.code).toBe(SpanStatusCode.UNSET);
  expect(named('GET /api/v2/emails/{id}').attributes['http.response.status_code']).toBe(404);
  expect(named('get_email').status.code).toBe(SpanStatusCode.UNSET);
  expect(named('get_email').attributes['posthouse.refused']).toBe('not_found');
  await platform.engine.store.database.transaction((queries) => queries.run('DROP TABLE segments', []));
  expect((await http('GET', '/api/v2/segments')).status).toBe(500);
  const failed = named('list_segments');
  expect(failed.status.code).toBe(SpanStatusCode.ERROR);
  // A database error may quote a value.
  expect(JSON.stringify([failed.status, failed.events])).not.toContain('segments');
});

test.each([
  'garbage',
  `00-${traceId}-${spanId}`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
])('an invalid traceparent %j is ignored, and the request is answered', async (given) => {
  const { http, named } = await traced();
  expect((await http('GET', '/api/v2/tags', { headers: { traceparent: given } })).status).toBe(200);
  expect(named('GET /api/v2/tags').parentSpanContext).toBeUndefined();
});

test('a caller that does not sample gets no span, and its mail stores no trace', async () => {
  const { http, spans, platform, organization } = await traced();
  const { body } = await http('POST', '/api/v2/emails', {
    body: mail(),
    headers: { traceparent: traceparent.replace(/01$/, '00') },
  });
  expect(spans()).toEqual([]);
  const kept = await platform.engine.store.forOrganization(organization.key).emails.byId(body.id);
  expect(kept?.trace).toBeNull();
});

test('spans contain neither addresses nor content, and a request without a token has no span', async () => {
  const { http, deliver, spans } = await traced();
  await http('GET', '/healthz', { token: null, headers: { traceparent } });
  await http('GET', '/api/v2/emails', { token: null, headers: { traceparent } });
  expect(spans()).toEqual([]);
  const secret = 'a secret subject';
  await http('POST', '/api/v2/emails', {
    body: mail({ to: realMailbox, subject: secret, markdown: secret }),
  });
  await http('GET', `/api/v2/emails?to=${encodeURIComponent(realMailbox)}`);
  await http('GET', `/api/v2/suppressions/${encodeURIComponent(realMailbox)}`);
  await deliver();
  const said = JSON.stringify(
    spans().map(({ name, attributes, status, events }) => [name, attributes, status, events]),
  );
  expect(spans().length).toBeGreaterThan(6);
  expect(said).not.toContain(secret);
  expect(said).not.toMatch(/@|takes-mail/);
});

test('a platform without traces stores no part of a caller’s trace', async () => {
  const { http, platform, organization } = await open();
  const { body } = await http('POST', '/api/v2/emails', { body: mail(), headers: { traceparent } });
  const kept = await platform.engine.store.forOrganization(organization.key).emails.byId(body.id);
  expect(kept?.trace).toBeNull();
});

test('spans are exported by OTLP under the service name, at the end of a drain at the latest', async () => {
  const bodies: { url: string | undefined; text: string }[] = [];
  const collector = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      bodies.push({ url: request.url, text });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as AddressInfo;
  const warnings: unknown[] = [];
  const traces = await exportTraces(
    { endpoint: `http://127.0.0.1:${port}/`, service: 'mail of acme', ratio: 1 },
    { warn: (facts: unknown) => void warnings.push(facts) } as never,
  );
  await traces!.span('a span', { kind: 'internal' }, async () => {});
  await traces!.close();
  expect(warnings).toEqual([]);
  expect(bodies.map(({ url }) => url)).toEqual(['/v1/traces']);
  expect(bodies[0]!.text).toContain('mail of acme');
  expect(bodies[0]!.text).toContain('a span');
});

test('an unreachable collector does not delay a drain', async () => {
  const traces = await exportTraces({ endpoint: 'http://127.0.0.1:9', service: 'posthouse', ratio: 1 }, {
    warn() {},
  } as never);
  const answer = await traces!.span('a span', { kind: 'internal' }, async () => 'done');
  expect(answer).toBe('done');
  await expect(traces!.close()).resolves.toBeUndefined();
});
