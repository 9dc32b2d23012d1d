import { expect, it } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  it('create_tag with an existing name warns about the fields that it ignored', async () => {
    const { use } = place();
    const made = await use('create_tag', { name: 'news', description: 'Monthly', color: '#1f6feb' });
    expect(made).not.toHaveProperty('warnings');
    expect(await use('create_tag', { name: 'News' })).toEqual(made);
    const alike = { name: 'NEWS', description: 'Monthly', color: '#1f6feb', topic: false };
    expect(await use('create_tag', alike)).toEqual(made);
    const again = await use('create_tag', { name: 'news', description: 'Weekly', color: null, topic: true });
    expect(again).toEqual({
      ...made,
      warnings: [
        'A tag with this name exists: description, color and topic were ignored. Change them with update_tag',
      ],
    });
    expect((await use('create_tag', { name: 'news', topic: true })).warnings).toEqual([
      'A tag with this name exists: topic was ignored. Change it with update_tag',
    ]);
    expect(await use('get_tag', { tag: 'news' })).toEqual(made);
  });

  it('create_tag returns no such warning in v1', async () => {
    await place().use('create_tag', { name: 'news' });
    const body = { name: 'news', description: 'Weekly' };
    const answer = await place().http('POST', '/api/v1/tags', { body });
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['success', 'tag']]);
    expect(answer.body.tag).not.toHaveProperty('warnings');
  });
});
