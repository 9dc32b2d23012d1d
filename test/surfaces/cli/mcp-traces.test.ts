import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openConfigured } from '../../../src/open.ts';
import type { CliEnvironment } from '../../../src/surfaces/cli/environment.ts';
import { runMcp } from '../../../src/surfaces/cli/mcp.ts';
import { openPlatform } from '../../world/platform.ts';
import { idOf, keptSpans, traceOf } from '../../world/telemetry/traced.ts';
import { keptStreams } from './runner.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${spanId}-01`;

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
};

const call = (id: number | string, name: string, meta?: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {}, ...(meta && { _meta: meta }) },
});

/** Serves messages on stdio until all are answered. @returns the number of answers */
async function serve(
  messages: readonly unknown[],
  openConfigured: CliEnvironment['openConfigured'],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const written = text(output);
  const running = runMcp([], { readConfig: () => readConfig(environment), openConfigured }, keptStreams(), {
    input,
    output,
  });
  input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  expect(await running).toBe(0);
  output.end();
  return (await written).split('\n').filter((line) => line !== '').length;
}

test('a tool call on stdio continues the trace in its _meta and records the pipe transport', async () => {
  const { traces, named } = keptSpans();
  const { platform } = await openPlatform({ traces });
  const messages = [
    initialize,
    call(7, 'list_tags', { traceparent, tracestate: 'vendor=1' }),
    call('eight', 'list_segments'),
  ];
  expect(await serve(messages, async () => platform)).toBe(3);
  const tags = named('tools/call list_tags');
  expect([traceOf(tags), tags.parentSpanContext?.spanId]).toEqual([traceId, spanId]);
  expect(tags.spanContext().traceState?.serialize()).toBe('vendor=1');
  expect(tags.attributes).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'list_tags',
    'network.transport': 'pipe',
    'jsonrpc.request.id': '7',
    'posthouse.door': 'mcp',
  });
  const segments = named('tools/call list_segments');
  expect(segments.parentSpanContext).toBeUndefined();
  expect(idOf(segments)).not.toBe(idOf(tags));
  expect(segments.attributes['jsonrpc.request.id']).toBe('eight');
});

test('the stdio program exports its spans to the collector from the environment', async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  onTestFinished(() => void collector.close());
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-mcp-traces-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { port } = collector.address() as AddressInfo;
  const environment = {
    POSTHOUSE_DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  };
  const messages = [initialize, call(1, 'list_tags', { traceparent })];
  expect(await serve(messages, openConfigured, environment)).toBe(2);
  const sent = bodies.join('\n');
  expect(sent).toContain('tools/call list_tags');
  expect(sent).toContain(traceId);
});

test('the stdio program records no spans without a collector', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-mcp-traces-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  let world: object = {};
  await serve(
    [initialize],
    async (config, opening) => {
      const platform = await openConfigured(config, opening);
      world = platform.engine.world;
      return platform;
    },
    { POSTHOUSE_DATA_DIR: folder, LOG_LEVEL: 'silent' },
  );
  expect(world).not.toHaveProperty('traces');
  expect(world).not.toHaveProperty('meters');
});
