import { expect, test } from 'vitest';
import { clientOf } from '../sdk/client-scene.ts';
import { assistantOf } from '../spec/assistants/assistant.ts';
import { mail } from '../spec/scene.ts';
import { baseUrl } from '../world/platform.ts';
import { onBothDatabases } from './both-databases.ts';

const people = 5;

onBothDatabases((place) => {
  const get = (path: string) => place().http('GET', `/api/v2${path}`, { token: place().token });
  const linked = (headers: Headers): string | null =>
    headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? null;
  const addPeople = async () => {
    for (let index = 0; index < people; index += 1)
      await place().use('create_subscriber', { email: `p${index}@example.com`, tags: ['news'] });
  };

  test('every page but the last links to the next page with the same filters', async () => {
    await addPeople();
    const seen: string[] = [];
    let path: string | null = '/subscribers?limit=2&tag=news&query=example';
    let pages = 0;
    while (path !== null) {
      const { headers, body } = await get(path);
      expect(Object.keys(body)).toEqual(['object', 'data', 'has_more']);
      seen.push(...body.data.map(({ email }: { email: string }) => email));
      const next: string | null = linked(headers);
      expect(next !== null).toBe(body.has_more);
      expect(
        next === null ||
          next.startsWith(`${baseUrl}/api/v2/subscribers?limit=2&tag=news&query=example&after=`),
      ).toBe(true);
      path = next?.slice(`${baseUrl}/api/v2`.length) ?? null;
      pages += 1;
    }
    expect([pages, seen]).toEqual([3, ['p4', 'p3', 'p2', 'p1', 'p0'].map((name) => `${name}@example.com`)]);
  });

  test('a page before an item links to newer pages', async () => {
    await addPeople();
    const { body } = await get('/subscribers');
    const oldest = body.data.at(-1).id;
    const first = await get(`/subscribers?limit=2&before=${oldest}`);
    expect(first.body.data.map(({ email }: { email: string }) => email)).toEqual([
      'p2@example.com',
      'p1@example.com',
    ]);
    const second = await get(linked(first.headers)!.slice(`${baseUrl}/api/v2`.length));
    expect(second.body.data.map(({ email }: { email: string }) => email)).toEqual([
      'p4@example.com',
      'p3@example.com',
    ]);
    expect(linked(second.headers)).toBeNull();
  });

  test('an unknown tag or segment in a filter returns an empty list, with a warning for assistants', async () => {
    await addPeople();
    for (const query of ['tag=nws', 'segment=missing', 'tag=news&segment=missing']) {
      const { status, body } = await get(`/subscribers?${query}`);
      expect([query, status, body]).toEqual([query, 200, { object: 'list', data: [], has_more: false }]);
    }
    const assistant = assistantOf(place().platform, { token: place().token });
    for (const given of [{ tag: ['nws'] }, { segment: 'missing' }]) {
      const { result } = await assistant.call('list_subscribers', given);
      expect(result).toMatchObject({
        data: [],
        warnings: [expect.stringMatching(/(?:of|in) this organization/)],
      });
    }
  });

  test('lists of metrics and tools have next links', async () => {
    await place().use('send_email', mail());
    await place().platform.clock.advance(3_600_000);
    await place().use('send_email', mail());
    for (const path of ['/emails/metrics?interval=hour&limit=1', '/tools?limit=1']) {
      const first = await get(path);
      expect([path, Object.keys(first.body), first.body.has_more]).toEqual([
        path,
        ['object', 'data', 'has_more'],
        true,
      ]);
      const second = await get(linked(first.headers)!.slice(`${baseUrl}/api/v2`.length));
      expect([second.status, second.body.data.length]).toEqual([200, 1]);
      expect(second.body.data).not.toEqual(first.body.data);
    }
  });

  test('the SDK follows the links of a list', async () => {
    await addPeople();
    const client = clientOf(place().platform, { token: place().token });
    const emails: string[] = [];
    for await (const { email } of client.subscribers.list({ limit: 2, tag: ['news'] })) emails.push(email);
    expect(emails).toHaveLength(people);
    const page = await client.subscribers.list({ limit: 2 });
    expect(page.meta.next).toMatch(/^\?limit=2&after=sub_/);
  });
});
