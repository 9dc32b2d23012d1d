import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FailureName, failures } from '../../../src/model/failure.ts';
import { providers } from '../../../src/model/integration/providers.ts';
import { oauthScopes } from '../../../src/model/oauth/scopes.ts';
import { webhookKindNames } from '../../../src/model/webhook/kinds.ts';
import { failurePage } from '../../../src/surfaces/http/failure-page.ts';
import type { HttpRequest, PublicRoute } from '../../../src/surfaces/http/request-response.ts';
import { integrationRoutes } from '../../../src/surfaces/rest/integrations/routes.ts';
import { builtDocumentText, fillBaseUrl } from '../../../src/surfaces/rest/openapi/built-document.ts';
import { openApiDocument } from '../../../src/surfaces/rest/openapi/document.ts';
import { generatorDocument } from '../../../src/surfaces/rest/openapi/generator-document.ts';
import { documentParts, type ListedPart } from '../../../src/surfaces/rest/openapi/parts.ts';
import { openApi, openApiRoutes } from '../../../src/surfaces/rest/openapi.ts';
import { v1Envelope } from '../../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../../src/surfaces/rest/v2/envelope.ts';
import { catalogue } from '../../../tools/index.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform } from '../../world/platform.ts';

const linterMs = 120_000;
/** 207 operations and 42 webhooks: 1.5 kB each. */
const kilobytesMax = 385;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

const options = {
  catalogue,
  baseUrl: 'https://mail.acme.test',
  version: '2.1.0',
  envelopes: { v1: v1Envelope, v2: v2Envelope },
};
const anonymous = {} as HttpRequest;
// biome-ignore lint/suspicious/noExplicitAny: the document is read the way a client reads it
const full: any = openApiDocument(options);
// biome-ignore lint/suspicious/noExplicitAny: as above
const document: any = generatorDocument(full);

// biome-ignore lint/suspicious/noExplicitAny: as above
type Operation = any;
const operations = operationsIn(document);
/** With the examples and headers that only the parts have. */
const fullOperations = operationsIn(full);

function operationsIn({ paths }: Operation): [string, Operation][] {
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

/** Resolves a reference within the document. */
function resolved(value: Operation, whole: Operation = document): Operation {
  if (typeof value?.$ref !== 'string') return value;
  const at = value.$ref
    .slice(2)
    .split('/')
    .reduce((inside: Operation, step: string) => inside?.[step], whole);
  expect(at, value.$ref).toBeDefined();
  return at;
}

/** Merges a schema with its references and base schemas. */
function flattened(schema: Operation): Operation {
  const { allOf, ...own } = resolved(schema);
  if (!allOf) return own;
  const all = allOf.map(flattened);
  return {
    ...own,
    properties: Object.assign({}, ...all.map(({ properties }: Operation) => properties)),
    required: all.flatMap(({ required = [] }: Operation) => required),
  };
}

verifies('webhook.openapi', 'every webhook event kind has a schema and a matching example', () => {
  expect(Object.keys(document.webhooks)).toEqual(webhookKindNames);
  const { 'email.bounced': bounced } = full.webhooks;
  const { schema, example } = bounced.post.requestBody.content['application/json'];
  const payload = flattened(schema);
  expect(Object.keys(payload.properties).sort()).toEqual(['created_at', 'data', 'timestamp', 'type']);
  expect(payload.properties.type.const).toBe('email.bounced');
  const { bounce } = flattened(payload.properties.data).properties;
  expect(bounce.required).toEqual(['type', 'subType', 'message']);
  expect(example.data.bounce.type).toBe('hard');
});

describe('the OpenAPI document', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it.each([
    ['for generators', document],
    ['with examples', full],
  ])(
    "passes Redocly's recommended rules without a warning: %s",
    async (name, linted) => {
      const file = join(folder, `${name}.json`);
      await writeFile(file, JSON.stringify(linted, null, 1));
      const { stdout } = await run(
        join(root, 'node_modules/.bin/redocly'),
        ['lint', file, '--extends', 'recommended-strict', '--format', 'json'],
        { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
      );
      const { totals, problems } = JSON.parse(stdout);
      expect(
        problems.map(
          (problem: { message: string; ruleId: string }) => `${problem.ruleId}: ${problem.message}`,
        ),
      ).toEqual([]);
      expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
    },
    linterMs,
  );

  /** Spectral needs 11 s for the whole document, so `npm test` checks one resource only. */
  it("passes Spectral's recommended rules without a hint", { timeout: linterMs }, async () => {
    const spectral = new Spectral();
    // The types of the two packages disagree about optional ruleset fields.
    spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
    const linted =
      process.env.LONG === '1' ? JSON.stringify(document) : documentParts(document).text('emails')!;
    const results = await spectral.run(linted);
    expect(results.map(({ code, path }) => `${code}: ${path.join('.')}`)).toEqual([]);
  });

  it('describes exactly the routes of the platform', async () => {
    const platform = await openPlatform();
    const page = '/docs/{page}';
    const served = platform.platform.http.routes
      // CORS preflights are not operations.
      .filter(({ method }) => method !== 'OPTIONS')
      // Pages for signed-in people, which accept no token.
      .filter(({ path }) => !path.startsWith('/console'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .map((place) => place.replace(/ \/docs\/.+$/, ` ${page}`));
    await platform.close();
    const ofOauth = operations.filter(([place]) => /\/oauth\/|authorization-server/.test(place));
    const described = operations.filter((operation) => !ofOauth.includes(operation));
    expect(described.map(([place]) => place).sort()).toEqual([...new Set(served)].sort());
    expect(ofOauth.map(([place]) => place).sort()).toEqual([
      'GET /.well-known/oauth-authorization-server',
      'GET /oauth/authorize',
      'POST /oauth/authorize',
      'POST /oauth/register',
      'POST /oauth/revoke',
      'POST /oauth/token',
    ]);
  });

  it('includes the integration URL, which needs no token', () => {
    const [route] = integrationRoutes({} as Parameters<typeof integrationRoutes>[0]);
    const place = `${route!.method} ${route!.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const { security, parameters, responses } = Object.fromEntries(operations)[place];
    expect(security).toEqual([]);
    expect(resolved(parameters[0].schema).enum).toEqual(Object.keys(providers));
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '4XX', '5XX']),
    );
  });

  it('uses unique operation ids, parameters and references', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [place, { parameters = [] }] of operations) {
      const names = parameters
        .map((each: Operation) => resolved(each))
        .map((each: Operation) => `${each.in} ${each.name}`);
      expect(new Set(names).size, place).toBe(names.length);
    }
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      resolved({ $ref: reference });
    }
  });

  it('has a meaningful schema and an example for every response', () => {
    for (const [place, { responses }] of fullOperations) {
      for (const status of Object.keys(responses).filter((key) => key.startsWith('2'))) {
        const contents = Object.values<Operation>(resolved(responses[status], full).content ?? {});
        if (place.includes(' /api/')) expect(contents.length, place).toBeGreaterThan(0);
        for (const { schema, example } of contents) {
          expect(Object.keys(resolved(schema, full)).length, place).toBeGreaterThan(0);
          if (place.includes(' /api/')) expect(example, place).toBeDefined();
        }
      }
    }
  });

  it("has the version's schema and an example with its status for every refusal", () => {
    for (const [place, { responses }] of fullOperations) {
      const v1 = place.includes(' /api/v1/');
      const refusals = Object.entries<Operation>(responses).filter(([key]) => /^[45]/.test(key));
      for (const [status, reference] of refusals) {
        const examples = resolved(reference, full).content?.['application/json']?.examples ?? {};
        for (const [name, example] of Object.entries(examples)) {
          const { value, description } = resolved(example, full);
          const known = failures[name as keyof typeof failures].status;
          expect(String(known), `${place} ${name}`).toMatch(new RegExp(`^${status.replace('XX', '..')}$`));
          expect(description, name).toBe(
            `[About ${name}](https://mail.acme.test${failurePage(name as FailureName)})`,
          );
          if (!v1) expect(value.statusCode).toBe(known);
          else if (name === 'rate_limit_exceeded') expect(Object.keys(value)).toEqual(['message', 'docs']);
          else expect(value).toMatchObject({ success: false, error: name });
        }
      }
    }
  });

  it('lists every error that a tool declares', () => {
    for (const tool of catalogue) {
      if (!tool.rest) continue;
      const [method, path] = tool.rest.route.split(' ');
      const operation = full.paths[`/api/v2${path}`]?.[method!.toLowerCase()];
      const result = Object.values(operation.responses).flatMap((response) =>
        Object.keys(resolved(response, full).content?.['application/json']?.examples ?? {}),
      );
      expect(result, tool.name).toEqual(expect.arrayContaining([...tool.failures]));
    }
  });

  it('describes the token, the Idempotency-Key of every POST, and the response headers', () => {
    const { token, oauth } = document.components.securitySchemes;
    expect(token).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(Object.keys(oauth.flows.authorizationCode.scopes)).toEqual(oauthScopes);
    for (const [place, { parameters, responses, security }] of fullOperations) {
      if (security) continue;
      const key = { $ref: '#/components/parameters/IdempotencyKey' };
      if (place.startsWith('POST ')) expect(parameters, place).toContainEqual(key);
      const { headers } = resolved(responses['200'] ?? responses['201'], full);
      expect(Object.keys(headers), place).toEqual(expect.arrayContaining(['X-Request-Id', 'RateLimit']));
      expect(Object.keys(resolved(responses['4XX'], full).headers), place).toEqual(
        expect.arrayContaining(['Retry-After', 'WWW-Authenticate', 'RateLimit-Policy', 'X-RateLimit-Reset']),
      );
    }
  });

  it('marks only the frozen version as deprecated', () => {
    for (const [place, { deprecated, tags }] of operations) {
      expect(deprecated ?? false, place).toBe(/ \(v1\)$/.test(tags[0]));
    }
  });

  it('shares repeated schemas and allows unknown fields in responses', () => {
    const { schemas, responses } = document.components;
    const answered = (value: Operation, seen = new Set<string>()): Set<string> => {
      for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (!seen.has(name!)) answered(schemas[name!], seen.add(name!));
      }
      return seen;
    };
    for (const name of answered(responses)) {
      expect(JSON.stringify(schemas[name]), name).not.toContain('"additionalProperties":false');
    }
    expect(schemas.EmailOpenedPayload.allOf[0]).toEqual({ $ref: '#/components/schemas/WebhookPayload' });
    expect(document.paths['/api/v2/emails'].post.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/SendEmailBody',
    });
  });

  it('leaves code samples, examples and the headers of successes to its parts', () => {
    for (const [place, { responses, parameters = [] }] of operations) {
      const described = [...Object.values(responses), ...parameters].map((part) => resolved(part));
      for (const part of described) {
        expect(part, place).not.toHaveProperty('example');
        for (const content of Object.values<Operation>(part.content ?? {})) {
          expect(Object.keys(content), place).toEqual(['schema']);
        }
      }
      const { headers = {} } = resolved(responses['200'] ?? responses['201'] ?? {});
      expect(Object.keys(headers), place).not.toContain('X-Request-Id');
    }
    expect(document.components).not.toHaveProperty('examples');
    const { responses } = document.paths['/api/v2/emails'].post;
    expect(resolved(responses['4XX']).description).toContain('validation_error');
    expect(Object.keys(resolved(responses['4XX']).headers)).toContain('X-Request-Id');
  });

  it('declares Idempotent-Replayed on every success of a request with an Idempotency-Key', () => {
    for (const [place, { parameters = [], responses }] of operations) {
      if (!parameters.some((each: Operation) => resolved(each).name === 'Idempotency-Key')) continue;
      const success = Object.keys(responses).find((status) => /^2/.test(status))!;
      expect(Object.keys(resolved(responses[success]).headers ?? {}), place).toContain('Idempotent-Replayed');
    }
  });

  it('stays below its size limit', () => {
    expect(JSON.stringify(document).length / 1_000).toBeLessThan(kilobytesMax);
  });

  it('is built in steps that let other work run', async () => {
    let turns = 0;
    let isMade = false;
    const turn = () => {
      turns += 1;
      if (!isMade) setImmediate(turn);
    };
    setImmediate(turn);
    await openApi(options);
    isMade = true;
    const { schemas } = document.components;
    // One turn per tool, operation and shared schema.
    expect(turns).toBeGreaterThan(catalogue.length + operations.length + Object.keys(schemas).length);
  });

  it('is written at build time without the base URL, which each start fills in', () => {
    const { baseUrl: _, ...written } = options;
    const baseUrl = 'http://localhost:3000';
    const generated = openApiDocument({ ...options, baseUrl });
    const text = builtDocumentText(written);
    expect(fillBaseUrl(text, baseUrl)).toEqual(JSON.parse(JSON.stringify(generated)));
    expect(fillBaseUrl(text, 'https://a.test/a&b')).toBeNull();
  });

  it('is built once as bytes, with the public address', async () => {
    const [{ answer }] = openApiRoutes(async () => openApi(options)) as [PublicRoute];
    const [first, second] = [await answer(anonymous, null, {}), await answer(anonymous, null, {})];
    expect(second.body).toBe(first.body);
    expect(first.headers['Content-Type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(String(first.body))).toEqual(JSON.parse(JSON.stringify(document)));
    expect(document.servers).toEqual([{ url: 'https://mail.acme.test', description: 'This server' }]);
  });
});

const contract = await openApi(options);

describe('a part of the OpenAPI document', () => {
  it('is listed, and every operation and webhook belongs to a part', async () => {
    const [, { answer }] = openApiRoutes(async () => contract) as [PublicRoute, PublicRoute];
    const { data, has_more } = JSON.parse(String((await answer(anonymous, null, {})).body));
    expect(has_more).toBe(false);
    expect(data[0]).toEqual({
      name: 'emails',
      description: 'Send single emails and track their delivery',
      url: 'https://mail.acme.test/openapi/emails.json',
      operations: Object.values<Operation>(document.paths)
        .flatMap((methods) => Object.values<Operation>(methods))
        .filter(({ tags }) => tags.includes('Emails')).length,
    });
    const counted = data.reduce((sum: number, part: ListedPart) => sum + part.operations, 0);
    expect(counted).toBe(operations.length + webhookKindNames.length);
  });

  it.each(contract.parts().map(({ name }) => name))('is complete by itself: %s', (name) => {
    const part = JSON.parse(contract.part(name)!);
    const text = JSON.stringify(part);
    const used = new Set([...text.matchAll(/"#\/components\/(\w+\/[\w.-]+)"/g)].map(([, place]) => place));
    const { securitySchemes, ...components } = part.components;
    const held = Object.entries<Operation>(components).flatMap(([kind, all]) =>
      Object.keys(all).map((component) => `${kind}/${component}`),
    );
    expect(held.sort()).toEqual([...used].sort());
    expect(securitySchemes).toEqual(document.components.securitySchemes);
    expect(part.info.version).toBe('2.1.0');
  });

  it('has a code sample for each v2 call, unlike the whole document', () => {
    expect(JSON.stringify(document)).not.toContain('x-codeSamples');
    const { paths } = JSON.parse(contract.part('emails')!);
    expect(paths['/api/v2/emails'].post['x-codeSamples'][0]).toEqual({
      lang: 'Shell',
      label: 'curl',
      source: `curl https://mail.acme.test/api/v2/emails \\
  -H "Authorization: Bearer $POSTHOUSE_API_KEY" \\
  --json '{"from":"Acme <hello@acme.example>","to":"ada@example.com","subject":"Your receipt","markdown":"# Thank you\\n\\nHello {{firstName|there}}, your order is on its way."}'`,
    });
    const imports = JSON.parse(contract.part('imports')!).paths;
    const [upload] = imports['/api/v2/imports/{importId}/parts/{part}'].post['x-codeSamples'];
    expect(upload.source).toContain('--data-binary @FILE');
    expect(paths['/api/v2/emails/{id}'].get['x-codeSamples'][1]).toEqual({
      lang: 'TypeScript',
      label: 'SDK',
      source: `import { Posthouse } from 'posthouse';

const posthouse = new Posthouse();
const { data, error } = await posthouse.emails.get('eml_01kaa0xq5v8m3c2n7r4t6w9yzb');`,
    });
  });

  it('is not found under any other name', async () => {
    const [, , { answer }] = openApiRoutes(async () => contract) as [PublicRoute, PublicRoute, PublicRoute];
    for (const file of ['mails.json', 'emails', 'constructor.json', '.json']) {
      await expect(answer(anonymous, null, { file })).rejects.toMatchObject({ failure: 'not_found' });
    }
  });
});
