import type { IncomingHttpHeaders } from 'node:http';
import type { SeededRandom } from '../../world/simulated/random.ts';

/** Generates a malformed or almost valid request. */
export type HostileRequest = {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer | null;
};

/** An operation from `/openapi.json`, so that the traffic covers any door. */
export type Target = { method: string; path: string; body: unknown; query: readonly string[] };

// biome-ignore lint/suspicious/noExplicitAny: the shape of a description that its own tests hold
export function targetsOf(document: any): Target[] {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const resolved = (value: any): { in?: string; name: string } =>
    value.$ref ? document.components.parameters[value.$ref.split('/').at(-1)] : value;
  const paths = Object.entries<Record<string, Record<string, unknown>>>(document.paths);
  // The small platform serves no pages for people, although the document describes them.
  const served = paths.filter(
    ([path]) =>
      // A wait request blocks until the simulated clock advances, and no request advances it.
      (path.startsWith('/api/') && !path.endsWith('/emails/wait')) ||
      /^\/(healthz|readyz|openapi)/.test(path),
  );
  const targets = served.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      // biome-ignore lint/suspicious/noExplicitAny: as above
      body: (operation as any).requestBody?.content['application/json']?.example,
      // biome-ignore lint/suspicious/noExplicitAny: as above
      query: ((operation as any).parameters ?? [])
        .map(resolved)
        .filter((parameter: { in?: string }) => parameter.in === 'query')
        .map(({ name }: { name: string }) => name),
    })),
  );
  // The small platform's failing tool appears as its own example.
  return targets.filter(({ body }) => !JSON.stringify(body ?? null).includes('break_thing'));
}

/** Mutates an honest request in one to three ways. */
export function hostileRequest(
  random: SeededRandom,
  targets: readonly Target[],
  token: string,
): HostileRequest {
  const target = random.pick(targets);
  const hostile: HostileRequest & { given: unknown } = {
    method: target.method,
    target: target.path.replace(/\{(\w+)\}/g, () => random.pick(pathWords)),
    headers: {
      host: 'posthouse.example',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: null,
    given: target.body,
  };
  const wrongs = 1 + random.integer(3);
  for (let count = 0; count < wrongs; count++) random.pick(spoilers)(hostile, target, random);
  if (hostile.body === null && hostile.method !== 'GET' && hostile.given !== undefined) {
    hostile.body = Buffer.from(JSON.stringify(hostile.given));
  }
  return hostile;
}

type Spoiler = (request: HostileRequest & { given: unknown }, target: Target, random: SeededRandom) => void;

const spoilers: readonly Spoiler[] = [
  // A value of a wrong type in the body.
  (request, _target, random) => {
    request.given = spoiled(request.given ?? {}, random);
  },
  (request, _target, random) => {
    request.given = spoiled(spoiled(request.given ?? {}, random), random);
  },
  // An extra field.
  (request, _target, random) => {
    request.given = { ...(request.given as object), [random.pick(oddNames)]: random.pick(oddValues) };
  },
  (request, _target, random) => {
    const text = JSON.stringify(request.given ?? {});
    request.body = Buffer.from(random.pick(textSpoilers)(text, random));
  },
  (request, _target, random) => {
    request.body = random.fill(Buffer.alloc(1 + random.integer(300)));
  },
  (request, _target, random) => {
    request.body = Buffer.from(
      JSON.stringify(request.given ?? {}),
      random.pick(['utf16le', 'base64', 'hex']),
    );
  },
  (request, _target, random) => {
    request.headers[random.pick(headerNames)] = random.pick(oddHeaderValues);
  },
  (request, _target, random) => {
    delete request.headers[random.pick(['authorization', 'content-type', 'host'])];
  },
  (request, _target, random) => {
    request.headers.authorization = random.pick(oddTokens);
  },
  (request, _target, random) => {
    request.headers['content-type'] = random.pick(oddTypes);
  },
  (request, _target, random) => {
    request.method = random.pick(oddMethods);
  },
  // Odd request targets.
  (request, target, random) => {
    const name = random.pick([...target.query, ...oddNames]);
    const join = request.target.includes('?') ? '&' : '?';
    request.target += `${join}${encodeURIComponent(name)}=${random.pick(oddQueryValues)}`;
  },
  (request, _target, random) => {
    request.target = random.pick(targetSpoilers)(request.target);
  },
];

const long = 'x'.repeat(70_000);
const pathWords = [
  '1',
  'none',
  'eml_01',
  'a@example.com',
  'ext:1',
  '%2e%2e',
  '%00',
  '%F0%9F%92%A5',
  "'--",
  'a%2Fb',
  '%E2%80%AE',
  'x'.repeat(300),
];
const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'limit',
  'after',
  'page',
  'cursor',
  'id',
  'organization',
  '$where',
  'a.b',
  'a[0]',
  '\u0000',
  'ключ',
];
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  '',
  ' ',
  'null',
  '0',
  'NaN',
  '\u0000',
  '\ud800',
  '\u202e',
  '💥',
  long,
  'a\r\nBcc: x@evil.test',
  '{{name}}',
  "'; DROP TABLE emails; --",
  '<script>',
  [],
  [[]],
  [null],
  {},
  { a: {} },
  { $gt: '' },
  { __proto__: 1 },
  Array.from({ length: 300 }, () => 0),
  'a@b',
  '@',
  'a@example.com,b@example.com',
  '2026-13-45T99:99:99Z',
  'DRAFT',
  [{}],
  'x'.repeat(999),
];
const oddQueryValues = [
  '',
  '1',
  '-1',
  '0',
  '101',
  '1e3',
  'NaN',
  '%',
  '%zz',
  '%00',
  '%FF',
  'true',
  'maybe',
  'a,b,,c',
  ',',
  '[]',
  '{}',
  'null',
  'x'.repeat(5_000),
  '%F0%9F%92%A5',
  '1&limit=2',
  '=',
  '+',
  ';',
];
const oddMethods = [
  'OPTIONS',
  'HEAD',
  'TRACE',
  'PUT',
  'DELETE',
  'PATCH',
  'POST',
  'GET',
  'PROPFIND',
  'SEARCH',
  'get',
  'FOO',
  '',
  'CONNECT',
  '__proto__',
  'constructor',
];
const oddTypes = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-7',
  'application/json; charset=',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/json, text/html',
  'application/xml',
  '*/*',
  long.slice(0, 4_000),
];
const oddTokens = [
  '',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'Bearer posthouse_',
  `Bearer posthouse_${'A'.repeat(40)}`,
  `Bearer ${long.slice(0, 9_000)}`,
  'Bearer a b c',
  'bearer\tposthouse_x',
  'Digest realm="x"',
  'Bearer posthouse_\u00ff',
];
const headerNames = [
  'x-request-id',
  'idempotency-key',
  'content-encoding',
  'x-forwarded-for',
  'content-length',
  'accept',
  'x-batch-validation',
  'expect',
  'transfer-encoding',
  'host',
  'if-match',
  'range',
  'cookie',
  'x-http-method-override',
  'te',
  'forwarded',
];
const oddHeaderValues = [
  '',
  ' ',
  '0',
  '-1',
  'gzip',
  'identity',
  'chunked',
  '127.0.0.1',
  '1.2.3.4, 5.6.7.8, unknown, [::1]:80',
  '::ffff:300.1.1.1',
  '\u00e9',
  '<script>',
  'a'.repeat(257),
  'a'.repeat(5_000),
  '"quoted"',
  '""',
  'strict',
  'maybe',
  '100-continue',
  '*/*',
  'bytes=0-',
  'DELETE',
  '__proto__',
];

const textSpoilers: readonly ((text: string, random: SeededRandom) => string)[] = [
  (text, random) => text.slice(0, random.integer(text.length)),
  (text, random) => text + random.pick(['}', ']', ',', 'x', '\u0000', '{}']),
  (text) => text.replaceAll('"', "'"),
  (text) => `\ufeff${text}`,
  (text) => `\ufeff\ufeff${text}`,
  (text) => text.replace('{', '{"__proto__":{"polluted":true},'),
  (text) => text.replace('{', '{"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":true},'),
  (text) => text.replace('{', '{"a":1,"a":2,'),
  (text) => text.replace('{', '{"a":NaN,'),
  (text) => text.replace('{', '{"a":1e999,'),
  (text) => text.replace('{', '{"a":"\\ud800",'),
  (text) => text.replace('{', '{"a":"\u0001",'),
  (text) => text.replace('{', `{"a":${'['.repeat(60)}${']'.repeat(60)},`),
  (text) => text.replace('{', `{"a":${'{"a":'.repeat(5_000)}`),
  () => '['.repeat(100_000),
  () => '['.repeat(50_000) + ']'.repeat(50_000),
  () => `[${'{},'.repeat(2_000)}{}]`,
  () => `{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  () => '"'.repeat(1_001),
  () => `"${'\\'.repeat(2_001)}"`,
  () => `"${long.repeat(20)}"`,
  () => '[]',
  () => 'null',
  () => '0',
  () => '""',
  () => '',
  () => ' ',
];

const targetSpoilers: readonly ((target: string) => string)[] = [
  (target) => `${target}/`,
  (target) => target.replace('/api', '//api'),
  (target) => target.replace('/v2', '/v3').replace('/v1', '/v0'),
  (target) => target.toUpperCase(),
  (target) => `${target}%`,
  (target) => `${target}%zz`,
  (target) => `${target}%00`,
  (target) => `${target}/../../../etc/passwd`,
  (target) => `${target}/..%2f..%2f`,
  (target) => `${target}?`,
  (target) => `${target}?&&==&`,
  (target) => `${target}?limit[]=1&limit[$gt]=2`,
  (target) => `${target}?${'a=1&'.repeat(500)}`,
  (target) => `${target}#fragment?x=1`,
  (target) => `${target};jsessionid=1`,
  (target) => `http://elsewhere.example${target}`,
  (target) => `ftp://elsewhere.example${target}`,
  (target) => `${target}/${'y'.repeat(3_000)}`,
  (target) => target.replace(/\/[^/]*$/, '/'),
  (target) => target.replace(/\/[^/]*$/, '/%ff%fe'),
  () => '*',
  () => '',
  () => '/',
  () => '/api/v1',
  () => '/api/v2/',
  () => '/api/v1/__proto__',
  () => '/api/v2/constructor',
];

/** Returns a copy with one value replaced by an odd one at any depth. */
function spoiled(value: unknown, random: SeededRandom): unknown {
  if (Array.isArray(value) && value.length > 0 && random.uniform() < 0.8) {
    const copy = [...value];
    const at = random.integer(copy.length);
    copy[at] = spoiled(copy[at], random);
    return copy;
  }
  if (typeof value === 'object' && value !== null && random.uniform() < 0.9) {
    const names = Object.keys(value);
    if (names.length === 0) return random.pick(oddValues);
    const name = random.pick(names);
    if (random.uniform() < 0.15) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      return rest;
    }
    return { ...value, [name]: spoiled((value as Record<string, unknown>)[name], random) };
  }
  return random.pick(oddValues);
}

/** Bytes for a bare socket: partial requests, wrong framing and noise. */
export function hostileBytes(random: SeededRandom, request: HostileRequest): Buffer {
  const { method, target, headers, body } = request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\nContent-Length: ${body?.length ?? 0}\r\n`;
  const whole = Buffer.concat([
    Buffer.from(`${head}Connection: close\r\n\r\n`, 'latin1'),
    body ?? Buffer.alloc(0),
  ]);
  return random.pick<() => Buffer>([
    () => whole,
    () => whole,
    () => whole,
    () => random.fill(Buffer.alloc(1 + random.integer(2_000))),
    () => whole.subarray(0, random.integer(whole.length)),
    () => Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    () => Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\r'), 'latin1'),
    () => Buffer.from(whole.toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'), 'latin1'),
    () => Buffer.from(whole.toString('latin1').replace('HTTP/1.1', 'HTTP/2.0'), 'latin1'),
    () =>
      Buffer.from(
        whole.toString('latin1').replace('HTTP/1.1', 'HTTP/1.1\r\nTransfer-Encoding: chunked'),
        'latin1',
      ),
    () =>
      Buffer.from(whole.toString('latin1').replace('HTTP/1.1', 'HTTP/1.1\r\nContent-Length: 5'), 'latin1'),
    () =>
      Buffer.from(
        whole.toString('latin1').replace('HTTP/1.1', `HTTP/1.1\r\nX: ${'y'.repeat(20_000)}`),
        'latin1',
      ),
    () => Buffer.from(whole.toString('latin1').replace('HTTP/1.1', 'HTTP/1.1\r\n Folded: yes'), 'latin1'),
    () => Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 'latin1'),
    () =>
      Buffer.from(
        `${method} ${target} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\nabc`,
        'latin1',
      ),
    () =>
      Buffer.from(
        `${method} ${target} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9999999999\r\n\r\n`,
        'latin1',
      ),
    () =>
      Buffer.from(
        `${method} ${target} HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n`,
        'latin1',
      ),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1'),
    () => Buffer.from('EHLO mail.example\r\n', 'latin1'),
  ])();
}
