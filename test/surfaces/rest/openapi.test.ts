import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/context/scope.ts';
import { failures } from '../../../src/model/failure.ts';
import { providers } from '../../../src/model/integration/providers.ts';
import { webhookKindNames } from '../../../src/model/webhook/kinds.ts';
import type { DownloadDoor } from '../../../src/surfaces/exports/answer-download.ts';
import type { HttpRequest } from '../../../src/surfaces/http/request-response.ts';
import { adminToolRoutes } from '../../../src/surfaces/rest/admin-tools.ts';
import { integrationRoutes } from '../../../src/surfaces/rest/integrations/routes.ts';
import { openApiDocument, openApiRoute, openApiText } from '../../../src/surfaces/rest/openapi.ts';
import { v1Envelope } from '../../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../../src/surfaces/rest/v2/envelope.ts';
import { exportRoutes } from '../../../src/surfaces/rest/v2/exports.ts';
import { v2Routes } from '../../../src/surfaces/rest/v2/routes.ts';
import { toolRoutes } from '../../../src/surfaces/rest/v2/tools.ts';
import { catalogue } from '../../../tools/index.ts';
import { verifies } from '../../spec/verifies.ts';

const linterMs = 120_000;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

const options = {
  catalogue,
  baseUrl: 'https://mail.acme.test',
  version: '2.1.0',
  envelopes: { v1: v1Envelope, v2: v2Envelope },
};
/** The document is the same for every client. */
const anonymous = {} as HttpRequest;
// biome-ignore lint/suspicious/noExplicitAny: the document is read the way a client reads it
const document: any = openApiDocument(options);

// biome-ignore lint/suspicious/noExplicitAny: as above
type Operation = any;
const operations: [string, Operation][] = Object.entries<Record<string, Operation>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
);

/** Follows a reference into the document. */
function resolved(value: Operation): Operation {
  if (typeof value?.$ref !== 'string') return value;
  const at = value.$ref
    .slice(2)
    .split('/')
    .reduce((inside: Operation, step: string) => inside?.[step], document);
  expect(at, value.$ref).toBeDefined();
  return at;
}

verifies(
  'webhook.openapi',
  'every kind that a webhook is sent has a schema with an example that fits it',
  () => {
    expect(Object.keys(document.webhooks)).toEqual(webhookKindNames);
    const { 'email.bounced': bounced } = document.webhooks;
    const { schema, example } = bounced.post.requestBody.content['application/json'];
    expect(schema.properties.type.const).toBe('email.bounced');
    expect(schema.properties.data.properties.bounce.required).toEqual(['type', 'subType', 'message']);
    expect(example.data.bounce.type).toBe('hard');
  },
);

describe('the description', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document, null, 1));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it('passes the recommended rules of Redocly without a warning', { timeout: linterMs }, async () => {
    const { stdout } = await run(
      join(root, 'node_modules/.bin/redocly'),
      ['lint', file, '--extends', 'recommended', '--format', 'json'],
      { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
    );
    const { totals, problems } = JSON.parse(stdout);
    expect(
      problems.map((problem: { message: string; ruleId: string }) => `${problem.ruleId}: ${problem.message}`),
    ).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  it('passes the recommended rules of Spectral without a hint', { timeout: linterMs }, async () => {
    const spectral = new Spectral();
    // The types of the two packages disagree about what a ruleset may leave out.
    spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
    const results = await spectral.run(JSON.stringify(document, null, 1));
    expect(results.map(({ code, path }) => `${code}: ${path.join('.')}`)).toEqual([]);
  });

  it('tells of every route that is derived from the catalogue, and of no other', () => {
    const nothing = { engine: {} as Engine, catalogue };
    const served = [
      ...v2Routes(nothing),
      ...exportRoutes({} as DownloadDoor),
      ...toolRoutes(nothing),
      ...adminToolRoutes(nothing),
    ].map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const result = operations
      .map(([place]) => place)
      .filter((place) => / \/api\/(v2|v1\/admin)\//.test(place));
    expect(result.sort()).toEqual(served.sort());
  });

  it('has the URL that other systems post to, which takes no token', () => {
    const [route] = integrationRoutes({} as Parameters<typeof integrationRoutes>[0]);
    const place = `${route!.method} ${route!.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const { security, parameters, responses } = Object.fromEntries(operations)[place];
    expect(security).toEqual([]);
    expect(parameters[0].schema.enum).toEqual(Object.keys(providers));
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '413', '429', '503']),
    );
  });

  it('names every operation, parameter and reference once', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [place, { parameters }] of operations) {
      const names = parameters.map(resolved).map((each: Operation) => `${each.in} ${each.name}`);
      expect(new Set(names).size, place).toBe(names.length);
    }
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      resolved({ $ref: reference });
    }
  });

  it('gives every answer a schema that says something, and an example', () => {
    for (const [place, { responses }] of operations) {
      for (const status of Object.keys(responses).filter((key) => key.startsWith('2'))) {
        const [{ schema, example }] = Object.values(responses[status].content) as [Operation];
        expect(Object.keys(resolved(schema)).length, place).toBeGreaterThan(0);
        expect(example, place).toBeDefined();
      }
    }
  });

  it('gives every refusal the schema of its version and an example with its status', () => {
    for (const [place, { responses }] of operations) {
      const v1 = place.includes(' /api/v1/');
      for (const [status, reference] of Object.entries(responses).filter(([key]) => !key.startsWith('2'))) {
        const { content, headers } = resolved(reference);
        expect(headers['X-Request-Id'], place).toBeDefined();
        if (!content['application/json'].examples) continue;
        for (const [name, example] of Object.entries(content['application/json'].examples)) {
          const { value } = resolved(example);
          expect(failures[name as keyof typeof failures].status, `${place} ${name}`).toBe(Number(status));
          if (!v1) expect(value.statusCode).toBe(Number(status));
          else if (name === 'rate_limit_exceeded') expect(Object.keys(value)).toEqual(['message', 'docs']);
          else expect(value).toMatchObject({ success: false, error: name });
        }
      }
    }
  });

  it('tells of every failure a tool declares', () => {
    for (const tool of catalogue) {
      if (!tool.rest) continue;
      const [method, path] = tool.rest.route.split(' ');
      const operation = document.paths[`/api/v2${path}`]?.[method!.toLowerCase()];
      const result = Object.values(operation.responses).flatMap((response) =>
        Object.keys(resolved(response).content['application/json']?.examples ?? {}),
      );
      expect(result, tool.name).toEqual(expect.arrayContaining([...tool.failures]));
    }
  });

  it('shows the token, the Idempotency-Key of every POST, and the rate headers', () => {
    expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const [place, { parameters, responses, security }] of operations) {
      if (security) continue;
      const key = { $ref: '#/components/parameters/IdempotencyKey' };
      if (place.startsWith('POST ')) expect(parameters, place).toContainEqual(key);
      expect(responses['401'], place).toBeDefined();
      expect(Object.keys(responses['200']?.headers ?? responses['201'].headers), place).toContain(
        'RateLimit',
      );
      expect(Object.keys(resolved(responses['429']).headers), place).toContain('Retry-After');
    }
  });

  it('is served as bytes that are made once, with the public address', async () => {
    const { answer } = openApiRoute(openApiText(options));
    const [first, second] = [await answer(anonymous, null, {}), await answer(anonymous, null, {})];
    expect(second.body).toBe(first.body);
    expect(first.headers['Content-Type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(String(first.body))).toEqual(JSON.parse(JSON.stringify(document)));
    expect(document.servers).toEqual([{ url: 'https://mail.acme.test', description: 'This server' }]);
  });
});
