import { expect, test } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  const named = async (input: object): Promise<string[]> =>
    (await place().use('list_segments', input)).data.map(({ name }: { name: string }) => name);
  const create = (name: string, rule: object) => place().use('create_segment', { name, rule });

  test('list_segments with a subscriber returns the segments whose rule matches this person now', async () => {
    const { use } = place();
    await use('create_tag', { name: 'books' });
    const ada = await use('create_subscriber', {
      email: 'ada@example.com',
      tags: ['books'],
      attributes: { city: 'Leeds' },
    });
    await use('create_subscriber', { email: 'lin@example.com' });
    await create('Book club', { field: 'tags', operator: 'eq', value: 'books' });
    await create('Leeds', { field: 'attributes.city', operator: 'eq', value: 'Leeds' });
    await create('Example', { field: 'email', operator: 'contains', value: 'example' });
    expect(await named({ subscriber: ada.id })).toEqual(['Example', 'Leeds', 'Book club']);
    expect(await named({ subscriber: 'lin@example.com' })).toEqual(['Example']);
    await use('update_subscriber', { subscriber: ada.id, attributes: { city: 'York' } });
    expect(await named({ subscriber: 'ada@example.com' })).toEqual(['Example', 'Book club']);
    expect(await named({})).toHaveLength(3);
  });

  test('a page examines its limit of segments, and next_after continues behind the last one', async () => {
    const { use } = place();
    const { id } = await use('create_subscriber', { email: 'ada@example.com' });
    for (const [index, value] of ['ada', 'lin', 'ada', 'lin', 'lin'].entries()) {
      await create(`Is ${value} ${index}`, { field: 'email', operator: 'contains', value });
    }
    const found: string[] = [];
    const pages: number[] = [];
    let after: string | undefined;
    do {
      const page = await use('list_segments', { subscriber: id, limit: 2, ...(after && { after }) });
      expect(page.has_more).toBe(page.next_after !== undefined);
      found.push(...page.data.map(({ name }: { name: string }) => name));
      pages.push(page.data.length);
      after = page.next_after;
    } while (after !== undefined);
    expect(found).toEqual(['Is ada 2', 'Is ada 0']);
    expect(pages).toEqual([0, 1, 1]);
  });

  test('an unknown subscriber is not found', async () => {
    expect((await place().refusal('list_segments', { subscriber: 'unknown@example.com' })).failure).toBe(
      'not_found',
    );
  });
});
