import { expect, test } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  test('concurrent edits of a domain are all saved', async () => {
    const { use, http, organization } = place();
    const { id } = await use('add_domain', { name: `org${organization.key}.acme.com` });
    const edits = [
      { open_tracking: true },
      { click_tracking: true },
      { tls: 'enforced' },
      { custom_return_path: 'bounces' },
      { tracking_subdomain: 'links' },
    ];
    const replies = await Promise.all(edits.map((body) => http('PATCH', `/api/v2/domains/${id}`, { body })));
    expect(replies.map(({ status }) => status)).toEqual(edits.map(() => 200));
    expect(await use('get_domain', { id })).toMatchObject(Object.assign({}, ...edits));
  });
});
