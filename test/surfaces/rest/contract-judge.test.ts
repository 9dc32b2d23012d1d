import { describe, expect, it } from 'vitest';
import { open } from '../../spec/scene.ts';
import { readContract } from '../../world/contract/contract.ts';
import { type Exchange, judgeResponse, responseJudge } from '../../world/contract/judge-response.ts';

const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req_1' });
const sent: Exchange = {
  method: 'POST',
  path: '/api/v2/emails',
  status: 200,
  headers,
  body: { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' },
};
const refusal = (name: string, statusCode: number) => ({ name, message: 'no', statusCode });

describe('a response', () => {
  it('that matches the contract passes', () => {
    expect(judgeResponse(sent)).toBeNull();
    const body = refusal('not_found', 404);
    expect(judgeResponse({ ...sent, method: 'GET', path: '/api/v2/emails/x', status: 404, body })).toBeNull();
    expect(
      judgeResponse({ ...sent, method: 'PUT', status: 405, body: refusal('method_not_allowed', 405) }),
    ).toBeNull();
  });

  it.each<[string, Partial<Exchange>, string]>([
    ['with an unknown field', { body: { id: 'eml_1', extra: 1 } }, 'additionalProperty":"extra'],
    ['with a field too few', { body: {} }, 'missingProperty":"id'],
    ['of another type', { body: { id: 1 } }, '/id must be string'],
    ['with another status', { status: 202 }, 'there is no answer 202 of post /api/v2/emails'],
    ['with a failure of others', { status: 404, body: refusal('not_found', 404) }, 'not not_found'],
    ['with a failure of none', { status: 400, body: refusal('odd', 400) }, 'not odd'],
    [
      'that is not JSON',
      { headers: new Headers({ 'content-type': 'text/html', 'x-request-id': 'r' }), body: 'x' },
      'never text/html',
    ],
    ['without its id', { headers: new Headers({ 'content-type': 'application/json' }) }, 'no X-Request-Id'],
    [
      'in a part of a named schema',
      {
        method: 'GET',
        path: '/api/v2/emails?limit=1',
        body: { object: 'list', data: [{}], has_more: false },
      },
      '/data/0 must have required',
    ],
    [
      'at a path of none, in a form of none',
      { path: '/api/v2/nothing', status: 404, body: { no: 1 } },
      'must have required',
    ],
  ])('%s is reported', (_, change, fault) => {
    expect(judgeResponse({ ...sent, ...change })).toContain(fault);
  });

  it('that violates the contract fails the test that sent the request', async () => {
    const { http, platform } = await open();
    await expect(http('GET', '/readyz')).resolves.toMatchObject({ status: 200 });
    platform.setPhase('asleep' as 'ready');
    await expect(http('GET', '/readyz')).rejects.toThrow('must be equal to one of the allowed values');
  });
});

it('every example of the contract matches its schema', () => {
  const document = readContract();
  const judge = responseJudge(document);
  const faults = Object.entries<Record<string, never>>(document.paths).flatMap(([path, methods]) =>
    Object.entries<{ responses: Record<string, { $ref?: string }> }>(methods).flatMap(
      ([method, { responses }]) =>
        Object.entries(responses).flatMap(([status, { $ref = '' }]) => {
          const content =
            document.components.responses[$ref.split('/').at(-1)!]?.content?.['application/json'];
          if (!content || status.endsWith('XX')) return [];
          const refusals = Object.keys(content.examples ?? {}).map(
            (name) => document.components.examples[content.examples[name].$ref.split('/').at(-1)].value,
          );
          const bodies = content.example === undefined ? refusals : [content.example];
          return bodies.map((body) =>
            judge.judge({
              method: method.toUpperCase(),
              path: path.replaceAll(/\{\w+\}/g, 'x'),
              status: Number(status),
              headers,
              body,
            }),
          );
        }),
    ),
  );
  expect(faults.length).toBeGreaterThan(150);
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});
