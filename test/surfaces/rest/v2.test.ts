import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSmallPlatform, type SmallPlatform } from '../http/small-platform.ts';

let posthouse: SmallPlatform;
beforeEach(async () => {
  posthouse = await openSmallPlatform();
});
afterEach(async () => {
  await posthouse.close();
});

/** Returns the input that `list_things` received. */
async function asked(query: string): Promise<Record<string, unknown>> {
  const { status, body } = await posthouse.ask('GET', `/api/v2/things${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data[0];
}

/** Returns the faults of a refused request as `path: message`. */
async function faults(method: string, path: string, body?: unknown): Promise<string[]> {
  const reply = await posthouse.ask(method, path, body === undefined ? {} : { body });
  expect(reply.status).toBe(400);
  expect(reply.body.name).toBe('validation_error');
  return reply.body.details.map(
    ({ path: at, code, message }: Record<string, string>) => `${at} ${code}: ${message}`,
  );
}

describe('a query string', () => {
  it('is parsed by the types of the tool', async () => {
    expect(await asked('')).toEqual({ limit: 20, verbose: false });
    expect(await asked('?limit=7&verbose=true&weight=-1.5&status=NEW&after=thing_1')).toEqual({
      limit: 7,
      verbose: true,
      weight: -1.5,
      status: 'NEW',
      after: 'thing_1',
    });
    expect((await asked('?verbose=0')).verbose).toBe(false);
    expect((await asked('?after=a%2Bb+c')).after).toBe('a+b c');
  });

  it('accepts a list by repetition or commas', async () => {
    expect((await asked('?tag=a')).tag).toEqual(['a']);
    expect((await asked('?tag=a&tag=b')).tag).toEqual(['a', 'b']);
    expect((await asked('?tag=a,b&tag=c')).tag).toEqual(['a', 'b', 'c']);
  });

  it('with unparsable values gets an error that names the valid values', async () => {
    expect(await faults('GET', '/api/v2/things?limit=many&verbose=maybe&status=new&weight=1e3')).toEqual([
      'limit invalid: must be a number',
      'status invalid: must be one of NEW, OLD',
      'weight invalid: must be a number',
      'verbose invalid: must be true or false',
    ]);
    expect(await faults('GET', '/api/v2/things?limit=0')).toEqual(['limit invalid: must be at least 1']);
    expect(await faults('GET', '/api/v2/things?limit=')).toEqual(['limit invalid: must be a number']);
    expect(await faults('GET', '/api/v2/things?limit=99999999999999999999')).toEqual([
      'limit invalid: must be a number',
    ]);
  });

  it('with unknown parameters is rejected with each of them', async () => {
    expect(await faults('GET', '/api/v2/things?page=2&cursor=x&limit=1')).toEqual([
      'page unknown_field: is not a field of this request',
      'cursor unknown_field: is not a field of this request',
    ]);
    expect(await faults('GET', '/api/v2/things?__proto__=1&constructor=2')).toEqual([
      '__proto__ unknown_field: is not a field of this request',
      'constructor unknown_field: is not a field of this request',
    ]);
    expect(await faults('GET', '/api/v2/things/thing_1?thing=thing_2')).toEqual([
      'thing unknown_field: is not a field of this request',
    ]);
  });

  it('that repeats a single value is rejected', async () => {
    expect(await faults('GET', '/api/v2/things?limit=1&limit=2')).toEqual([
      'limit invalid: is given more than once',
    ]);
  });

  it('of a POST or PATCH accepts only switches, and the body takes precedence over it', async () => {
    const create = (query: string, body: unknown) =>
      posthouse.ask('POST', `/api/v2/things${query}`, { body }).then((reply) => reply.body);
    expect((await create('?triggerWorkflows=false', { name: 'a' })).triggerWorkflows).toBe(false);
    expect(
      (await create('?triggerWorkflows=false', { name: 'b', triggerWorkflows: true })).triggerWorkflows,
    ).toBe(true);
    expect(await faults('POST', '/api/v2/things?name=c', {})).toEqual([
      'name unknown_field: is not a field of this request',
    ]);
    const patched = await posthouse.ask('PATCH', '/api/v2/things/thing_1?triggerWorkflows=false', {
      body: {},
    });
    expect(patched.body).toMatchObject({ id: 'thing_1', triggerWorkflows: false });
  });
});

describe('a path', () => {
  it('has its parameters decoded', async () => {
    const reply = await posthouse.ask('DELETE', '/api/v2/things/a%2Fb%40c%25/tags?tags=x');
    expect(reply.body).toEqual({ object: 'thing', id: 'a/b@c%', tags: ['x'] });
  });

  it('takes precedence, and the body may not repeat its parameters', async () => {
    expect(await faults('PATCH', '/api/v2/things/thing_1', { thing: 'thing_1', name: 'b' })).toEqual([
      'thing unknown_field: is not a field of this request',
    ]);
  });

  it('may have an alias with the same response', async () => {
    const reply = await posthouse.ask('GET', '/api/v2/objects?limit=3');
    expect(reply.body.data).toEqual([{ limit: 3, verbose: false }]);
  });

  it('for older clients returns only its three fields', async () => {
    const body = { email: 'ada@example.com' };
    expect((await posthouse.ask('POST', '/api/v2/emails/verify', { body })).body).toEqual({
      valid: true,
      error: null,
      code: null,
    });
    expect((await posthouse.ask('POST', '/api/v2/verify', { body })).body.object).toBe('verification');
  });
});

describe('a body', () => {
  const notThere = 'unknown_field: is not a field of this request';

  it('with unknown fields is rejected with each of them and, once, the valid fields', async () => {
    expect(await faults('POST', '/api/v2/things', { name: 'a', colour: 1, size: 2 })).toEqual([
      `colour ${notThere}; it has name, attributes, triggerWorkflows`,
      `size ${notThere}`,
    ]);
  });

  it('with many unknown fields gets an error with twenty of them and the number of the rest', async () => {
    const unknown = (amount: number) =>
      Object.fromEntries(Array.from({ length: amount }, (_, index) => [`k${index}`, 1]));
    const twenty = Array.from({ length: 20 }, (_, index) => `k${index} ${notThere}`);
    twenty[0] += '; it has name, attributes, triggerWorkflows';
    expect(await faults('POST', '/api/v2/things', { name: 'a', ...unknown(20) })).toEqual(twenty);
    expect(await faults('POST', '/api/v2/things', { name: 'a', ...unknown(21) })).toEqual([
      ...twenty,
      ' unknown_field: has 1 more unknown field',
    ]);
    expect(await faults('POST', '/api/v2/things', unknown(2_900))).toEqual([
      'name required: is required',
      ...twenty,
      ' unknown_field: has 2,880 more unknown fields',
    ]);
  });

  it('with unknown fields in many places gets an error with forty of them and the number in each place', async () => {
    const thing = {
      name: 'a',
      ...Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 1])),
    };
    const named = (place: number) =>
      Array.from(
        { length: 20 },
        (_, index) => `[${place}].k${index} ${notThere}${index === 0 ? '; it has name' : ''}`,
      );
    expect(await faults('POST', '/api/v2/things/batch', [thing, thing, thing])).toEqual([
      ...named(0),
      '[0] unknown_field: has 1 more unknown field',
      ...named(1),
      '[1] unknown_field: has 1 more unknown field',
      '[2] unknown_field: has 21 unknown fields',
    ]);
  });

  it('that is not an object is rejected', async () => {
    for (const body of [[], null, 1, 'x', true]) {
      const text = JSON.stringify(body);
      expect(await faults('POST', '/api/v2/things', text)).toEqual([' invalid: must be an object']);
      expect(await faults('PATCH', '/api/v2/things/a', text)).toEqual([' invalid: must be an object']);
    }
  });

  it('of a DELETE works like its query string', async () => {
    const reply = await posthouse.ask('DELETE', '/api/v2/things/a/tags', { body: { tags: ['x', 'y'] } });
    expect(reply.body.tags).toEqual(['x', 'y']);
    expect(await faults('DELETE', '/api/v2/things/a/tags')).toEqual(['tags required: is required']);
  });

  it('that is a single field of the tool has its errors located within the body', async () => {
    const reply = await posthouse.ask('POST', '/api/v2/things/batch', {
      body: [{ name: 'a' }, { name: 'b' }],
    });
    expect(reply.body).toEqual({ data: [{ id: 'thing_1' }, { id: 'thing_2' }], validation: 'strict' });
    expect(await faults('POST', '/api/v2/things/batch', [{ name: 'a' }, { nam: 1 }])).toEqual([
      '[1].name required: is required',
      '[1].nam unknown_field: is not a field of this request; did you mean name?',
    ]);
    expect(await faults('POST', '/api/v2/things/batch', [])).toEqual([' invalid: must not be empty']);
    expect(await faults('POST', '/api/v2/things/batch', { things: [] })).toEqual([
      ' invalid: must be an array',
    ]);
    expect(await faults('POST', '/api/v2/things/batch')).toEqual([' invalid: must be an array']);
    expect(await faults('POST', '/api/v2/things/batch?validation=permissive', [{ name: 'a' }])).toEqual([
      'validation unknown_field: is not a field of this request',
    ]);
  });

  it('is completed with fields from headers', async () => {
    const send = (value: string) =>
      posthouse.ask('POST', '/api/v2/things/batch', {
        body: [{ name: 'a' }],
        headers: { 'x-batch-validation': value },
      });
    expect((await send('permissive')).body.validation).toBe('permissive');
    expect((await send('lenient')).body.details).toEqual([
      { path: 'validation', code: 'invalid', message: 'must be one of strict, permissive' },
    ]);
  });
});

describe('a response', () => {
  it('is 201 for a created object and 200 for an existing one', async () => {
    const create = () => posthouse.ask('POST', '/api/v2/things', { body: { name: 'a' } });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect(first.body).not.toHaveProperty('success');
  });

  it('that refuses a recipient has the code at top level and a Retry-After', async () => {
    const reply = await posthouse.ask('POST', '/api/v2/things/send', { body: { name: 'too often' } });
    expect(reply.status).toBe(429);
    expect(reply.headers.get('retry-after')).toBe('30');
    expect(reply.body).toEqual({
      name: 'RECIPIENT_RATE_LIMITED',
      message: 'This recipient is temporarily rate limited',
      statusCode: 429,
      details: { reason: 'short', retry_after: 30 },
      code: 'RECIPIENT_RATE_LIMITED',
    });
  });
});

describe('an Idempotency-Key', () => {
  const send = (key: string, body: unknown, path = '/api/v2/things/send') =>
    posthouse.ask('POST', path, { body, headers: { 'idempotency-key': key } });

  it('returns the first response again, including its status', async () => {
    const first = await send('k1', { name: 'a' }, '/api/v2/things');
    const again = await send('"k1"', { name: 'a' }, '/api/v2/things');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('with another body is a conflict', async () => {
    await send('k1', { name: 'a' });
    const reply = await send('k1', { name: 'b' });
    expect(reply.status).toBe(409);
    expect(reply.body.name).toBe('invalid_idempotent_request');
  });

  it('is separate for each path', async () => {
    const sent = await send('k1', { name: 'a' });
    const created = await send('k1', { name: 'a' }, '/api/v2/things');
    expect(created.headers.get('idempotent-replayed')).toBeNull();
    expect(sent.headers.get('idempotent-replayed')).toBeNull();
  });

  it('whose first request is still running gets a conflict with Retry-After', async () => {
    const replies = await Promise.all([send('k1', { name: 'a' }), send('k1', { name: 'a' })]);
    const late = replies.find(({ status }) => status === 409);
    expect(late?.body.name).toBe('concurrent_idempotent_requests');
    expect(late?.headers.get('retry-after')).toBe('1');
  });

  it('must have 1 to 256 printable characters on any POST', async () => {
    for (const key of ['', '""', 'x'.repeat(257), 'é']) {
      const reply = await send(key, { email: 'a@example.com' }, '/api/v2/verify');
      expect(reply.status, key).toBe(400);
      expect(reply.body.name).toBe('invalid_idempotency_key');
    }
    expect((await send('x'.repeat(256), { name: 'a' })).status).toBe(200);
    const get = await posthouse.ask('GET', '/api/v2/things', { headers: { 'idempotency-key': '' } });
    expect(get.status).toBe(200);
  });
});
