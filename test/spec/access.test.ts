import { describe, expect } from 'vitest';
import { firstToken } from '../world/platform.ts';
import { callThrough, doors } from './doors.ts';
import { mail, open } from './scene.ts';
import { verifies, verifiesThrough } from './verifies.ts';

const versions = ['v1', 'v2'] as const;

describe('a token', () => {
  verifies(['auth.bearer', 'auth.both-versions'], 'is valid for both versions', async () => {
    const { http } = await open();
    for (const version of versions) {
      const spellings = [`Bearer ${firstToken}`, `bearer ${firstToken}`];
      for (const authorization of spellings) {
        const { status } = await http('GET', `/api/${version}/tags`, {
          token: null,
          headers: { authorization },
        });
        expect(status).toBe(200);
      }
    }
  });

  verifies(
    [
      'auth.missing',
      'auth.challenge',
      'auth.failure-carries-policy',
      'envelope.v1.error',
      'envelope.v2.error',
    ],
    'is required: a request without a token gets a 401',
    async () => {
      const { http } = await open();
      const message = 'Send your API token as "Authorization: Bearer posthouse_…"';
      const bodies = {
        v1: { success: false, message, error: 'missing_api_key', code: 'MISSING_API_KEY' },
        v2: { name: 'missing_api_key', message, statusCode: 401 },
      };
      for (const version of versions) {
        for (const authorization of [undefined, 'Basic cG9zdGhvdXNl', 'Bearer']) {
          const headers = authorization === undefined ? {} : { authorization };
          const reply = await http('GET', `/api/${version}/tags`, { token: null, headers });
          // A header without a valid token counts as invalid, not as missing, except in v1, which is frozen.
          const isInvalid = version === 'v2' && authorization !== undefined;
          const body = isInvalid ? { ...bodies.v2, name: 'invalid_api_key' } : bodies[version];
          expect([reply.status, reply.body]).toEqual([401, body]);
          expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
          expect(reply.headers.get('ratelimit-policy')).toBe('"default";q=100;w=60');
        }
      }
    },
  );

  verifies(
    ['auth.invalid', 'auth.challenge', 'auth.failure-carries-policy', 'token.revoke'],
    'that is unknown, revoked or expired gets a 401',
    async () => {
      const platform = await open();
      const revoked = await platform.addToken(platform.organization);
      await platform.call('revoke_token', { id: revoked.id });
      const expired = await platform.addToken(platform.organization, { expires_at: '2026-01-01T00:01:00Z' });
      await platform.clock.advance(60_000);
      for (const token of [`posthouse_${'z'.repeat(40)}`, revoked.token, expired.token]) {
        for (const version of versions) {
          const { status, body, headers } = await platform.http('GET', `/api/${version}/tags`, { token });
          expect([status, body.error ?? body.name]).toEqual([401, 'invalid_api_key']);
          expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
          expect(headers.get('ratelimit-policy')).toBe('"default";q=100;w=60');
          expect(headers.get('ratelimit-remaining')).toBeNull();
        }
      }
    },
  );

  verifiesThrough('token.scopes', doors.guarded, 'may do what its scopes allow', async (door) => {
    const platform = await open();
    const { token } = await platform.addToken(platform.organization, { scopes: ['tags.read', 'tools.run'] });
    expect((await callThrough(door, platform, 'list_tags', {}, { token })).ok).toBe(true);
    const result = await callThrough(door, platform, 'create_tag', { name: 'red' }, { token }).catch(
      notListed,
    );
    expect(result).toMatchObject({ ok: false, name: 'restricted_api_key' });
  });
});

/** MCP lists only the tools a token may use; any other tool is unknown. */
function notListed(error: unknown) {
  expect(String(error)).toMatch(/tool/i);
  return { ok: false, name: 'restricted_api_key' };
}

describe('a response', () => {
  verifies(
    ['error.validation', 'error.validation.codes', 'error.unknown-fields.v2', 'envelope.v2.error'],
    'lists each invalid field with the kind of error',
    async () => {
      const { http } = await open();
      const { status, body } = await http('POST', '/api/v2/emails', {
        body: { from: 7, subject: 'x', markdown: 'x', colour: 'blue' },
      });
      expect(status).toBe(400);
      expect(Object.keys(body)).toEqual(['name', 'message', 'statusCode', 'details']);
      const faults = body.details.map(({ path, code }: { path: string; code: string }) => [path, code]);
      expect(faults).toContainEqual(['from', 'invalid']);
      expect(faults).toContainEqual(['to', 'required']);
      expect(faults).toContainEqual(['colour', 'unknown_field']);
      for (const fault of body.details) expect(Object.keys(fault)).toEqual(['path', 'code', 'message']);
    },
  );

  verifies(
    ['envelope.v1.error', 'error.unknown-fields.v1'],
    'contains only the first error in v1',
    async () => {
      const { http } = await open();
      const { status, body } = await http('POST', '/api/v1/subscribers', { body: { colour: 'blue' } });
      expect([status, body]).toEqual([
        400,
        { success: false, message: 'email is required', error: 'validation_error', code: 'VALIDATION_ERROR' },
      ]);
    },
  );

  verifies(
    ['error.not-found', 'error.method-not-allowed'],
    'is 404 for an unknown path and 405 for a wrong method',
    async () => {
      const { http } = await open();
      for (const version of versions) {
        const nothing = await http('GET', `/api/${version}/nothing`);
        expect([nothing.status, nothing.body.error ?? nothing.body.name]).toEqual([404, 'not_found']);
        const wrong = await http('DELETE', `/api/${version}/emails`);
        expect([wrong.status, wrong.body.error ?? wrong.body.name]).toEqual([405, 'method_not_allowed']);
        expect(wrong.headers.get('allow')).toContain('POST');
      }
    },
  );

  verifies(
    ['error.unparsable', 'error.media-type', 'error.too-large'],
    'names the problem of an invalid body',
    async () => {
      const { http } = await open();
      for (const version of versions) {
        const send = async (body: string, headers: Record<string, string> = {}) => {
          const reply = await http('POST', `/api/${version}/emails`, { body, headers });
          return [reply.status, reply.body.error ?? reply.body.name];
        };
        expect(await send('{"from":')).toEqual([400, 'validation_error']);
        expect(await send('[]')).toEqual([400, 'validation_error']);
        expect(await send('from=a', { 'content-type': 'text/plain' })).toEqual([
          415,
          'unsupported_media_type',
        ]);
        expect(await send('{}', { 'content-encoding': 'gzip' })).toEqual([415, 'unsupported_media_type']);
        const tooLong = JSON.stringify(mail({ markdown: 'x'.repeat(5 * 1024 * 1024) }));
        expect(await send(tooLong)).toEqual([413, 'payload_too_large']);
      }
    },
  );

  verifies('resource.request-id', 'contains the request id of the caller, or else a new id', async () => {
    const { http } = await open();
    for (const path of [
      '/api/v1/tags',
      '/api/v2/tags',
      '/api/v2/nothing',
      '/nothing',
      '/healthz',
      '/openapi.json',
    ]) {
      const own = await http('GET', path, { headers: { 'x-request-id': 'mine-1' } });
      expect([path, own.headers.get('x-request-id')]).toEqual([path, 'mine-1']);
      const ours = [await http('GET', path), await http('GET', path)].map(({ headers }) =>
        headers.get('x-request-id'),
      );
      expect(ours[0]).toMatch(/^\S{10,}$/);
      expect(ours[0]).not.toBe(ours[1]);
      const unsafe = await http('GET', path, { headers: { 'x-request-id': 'two words' } });
      expect(unsafe.headers.get('x-request-id')).not.toBe('two words');
    }
  });

  verifies('resource.no-cors', 'contains no header that allows another origin', async () => {
    const { http } = await open();
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const method of ['GET', 'OPTIONS']) {
      const reply = await http(method, '/api/v2/tags', { headers });
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('API versions', () => {
  verifies('version.paths', 'are path prefixes, and there are exactly two', async () => {
    const { http } = await open();
    for (const version of versions) expect((await http('GET', `/api/${version}/tags`)).status).toBe(200);
    expect((await http('GET', '/api/v3/tags')).status).toBe(404);
    expect((await http('GET', '/api/tags')).status).toBe(404);
  });

  verifies('version.v2-only', 'differ in the additions of v2', async () => {
    const { http } = await open();
    for (const path of [
      '/domains',
      '/tokens',
      '/tools',
      '/emails/batch',
      '/verify',
      '/suppressions',
      '/organization',
    ]) {
      expect([path, (await http('GET', `/api/v1${path}`)).status]).toEqual([path, 404]);
    }
    for (const path of ['/domains', '/tokens', '/tools', '/emails', '/suppressions', '/organization']) {
      expect([path, (await http('GET', `/api/v2${path}`)).status]).toEqual([path, 200]);
    }
  });

  verifies('version.openapi', 'are described at /openapi.json', async () => {
    const { http } = await open();
    const { status, body } = await http('GET', '/openapi.json', { token: null });
    expect([status, body.openapi.slice(0, 2)]).toEqual([200, '3.']);
    const paths = Object.keys(body.paths).join('\n');
    for (const path of [
      '/api/v1/emails',
      '/api/v2/emails',
      '/api/v1/subscribers/{subscriber}',
      '/api/v2/verify',
    ]) {
      expect(paths).toContain(path);
    }
  });
});

/**
 * Rows of the endpoint table of the specification, with the additions of v2: method, path after the prefix,
 * versions.
 */
const endpoints: [method: string, path: string, versions: readonly ('v1' | 'v2')[]][] = [
  ['POST', '/emails', versions],
  ['POST', '/verify', ['v2']],
  ['POST', '/emails/verify', versions],
  ['POST', '/subscribers', versions],
  ['GET', '/subscribers', versions],
  ['GET', '/subscribers/grace%40example.com', versions],
  ['PATCH', '/subscribers/grace%40example.com', versions],
  ['POST', '/subscribers/grace%40example.com/unsubscribe', versions],
  ['POST', '/subscribers/grace%40example.com/tags', versions],
  ['DELETE', '/subscribers/grace%40example.com/tags', versions],
  ['GET', '/subscribers/grace%40example.com/events', versions],
  ['POST', '/events', versions],
  ['GET', '/tags', versions],
  ['POST', '/tags', versions],
  ['GET', '/tags/red', versions],
  ['GET', '/emails', ['v2']],
  ['GET', '/emails/{sent}', ['v2']],
  ['POST', '/emails/batch', ['v2']],
  ['GET', '/domains', ['v2']],
  ['GET', '/tokens', ['v2']],
  ['GET', '/tools', ['v2']],
];

const v1Send = { from: 'hello@acme.test', to: 'grace@example.com', subject: 'Hello', content: 'Hello' };
const bodies: Record<string, (version: string) => unknown> = {
  '/emails': (version) => (version === 'v1' ? v1Send : mail()),
  '/verify': () => ({ email: 'grace@example.com' }),
  '/emails/verify': () => ({ email: 'grace@example.com' }),
  '/subscribers': () => ({ email: 'grace@example.com', tags: ['red'] }),
  '/subscribers/grace%40example.com': () => ({ firstName: 'Grace' }),
  '/subscribers/grace%40example.com/unsubscribe': () => ({}),
  '/subscribers/grace%40example.com/tags': () => ({ tags: ['red'] }),
  '/events': () => ({ name: 'order.paid', email: 'grace@example.com' }),
  '/tags': () => ({ name: 'blue' }),
  '/emails/batch': () => [mail()],
};

describe('every endpoint of the table', () => {
  for (const version of versions) {
    verifies(
      ['envelope.v2.list', 'envelope.v2.resource', 'envelope.v1.subscriber'],
      `works in ${version}`,
      async () => {
        const { http } = await open();
        let sent = '';
        for (const [method, path, where] of endpoints) {
          if (!where.includes(version)) continue;
          const body = method === 'GET' ? undefined : bodies[path]?.(version);
          const reply = await http(method, `/api/${version}${path.replace('{sent}', sent)}`, {
            ...(body !== undefined && { body }),
          });
          expect([method, path, reply.status]).toEqual([method, path, reply.status === 201 ? 201 : 200]);
          if (method === 'POST' && path === '/emails') sent = reply.body.id;
          if (version === 'v1') {
            expect([path, reply.status, reply.body.success]).toEqual([path, 200, true]);
            if (path.startsWith('/subscribers/') && !path.endsWith('/events')) {
              expect(Object.keys(reply.body)).toEqual(['success', 'subscriber']);
            }
          } else {
            expect(reply.body).not.toHaveProperty('success');
            if (method === 'GET' && (endpointsThatList.includes(path) || path.endsWith('/events'))) {
              expect([path, Object.keys(reply.body)]).toEqual([path, ['object', 'data', 'has_more']]);
              expect(reply.body.object).toBe('list');
            } else if (!path.startsWith('/emails')) {
              expect([path, typeof reply.body.object]).toEqual([path, 'string']);
            }
          }
        }
      },
    );
  }
});

const endpointsThatList = ['/subscribers', '/tags', '/emails', '/domains', '/tokens', '/tools'];
