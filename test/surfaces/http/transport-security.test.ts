import { afterEach, expect, test } from 'vitest';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let posthouse: SimulatedPlatform;
afterEach(() => posthouse.close());

const asked: readonly (readonly [method: string, path: string, token?: null])[] = [
  ['GET', '/healthz'],
  ['GET', '/api/v2/emails'],
  ['POST', '/api/v2/emails', null],
  ['GET', '/api/v1/tags'],
  ['POST', '/mcp'],
  ['GET', '/nowhere', null],
  ['GET', '/docs/rate-limits', null],
  ['GET', '/u/none', null],
  ['GET', '/openapi.json', null],
  ['OPTIONS', '/oauth/token', null],
];

const headersOf = async (baseUrl: string): Promise<(string | null)[]> => {
  posthouse = await openPlatform({ settings: { baseUrl } });
  const answers: (string | null)[] = [];
  for (const [method, path, token] of asked) {
    const { headers } = await posthouse.http(method, path, token === null ? { token } : {});
    answers.push(headers.get('strict-transport-security'));
  }
  return answers;
};

test('every response of an https instance has a Strict-Transport-Security header of one year', async () => {
  const year = 'max-age=31536000';
  expect(await headersOf('https://mail.host.dev')).toEqual(asked.map(() => year));
});

test('no response of an http instance has a Strict-Transport-Security header', async () => {
  expect(await headersOf('http://127.0.0.1:3025')).toEqual(asked.map(() => null));
});
