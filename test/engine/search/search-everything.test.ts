import { expect, test } from 'vitest';
import { type Found, searchEverything } from '../../../src/engine/search/search-everything.ts';
import type { TokenScope } from '../../../src/model/organization/token.ts';
import { queueStanding } from '../../../src/store/records/mail/queue-state.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';

const letter = { from: 'hello@acme.dev', subject: 'Spring letter', markdown: 'Hello' };

async function search(
  { platform, organization }: Place,
  text: string,
  scopes: TokenScope[] = ['full_access'],
): Promise<Found[]> {
  return await searchEverything(platform.platform.engine, { organization, scopes }, text);
}

async function fill({ use }: Place): Promise<Record<'email' | 'subscriber' | 'campaign' | 'domain', string>> {
  const email = (await use('send_email', { ...letter, to: 'ada@example.com' })).id;
  const subscriber = (await use('create_subscriber', { email: 'ada@example.com' })).id;
  const campaign = (
    await use('create_campaign', {
      name: 'Spring news',
      subject: 'News',
      fromEmail: 'news@acme.dev',
      markdown: 'Hello [Leave]({{unsubscribeUrl}})',
    })
  ).id;
  const domain = (await use('add_domain', { name: 'spring.acme.dev' })).id;
  await use('create_segment', {
    name: 'Spring_people',
    rule: { field: 'status', operator: 'eq', value: 'ACTIVE' },
  });
  await use('create_template', {
    name: 'spring',
    from: 'hello@acme.dev',
    subject: 'Spring',
    markdown: 'Hello',
  });
  return { email, subscriber, campaign, domain };
}

onBothDatabases((place) => {
  test('a search finds a complete id, an address and a part of a name', async () => {
    const here = place();
    const ids = await fill(here);
    for (const [kind, id] of Object.entries(ids))
      expect(await search(here, ` ${id} `)).toMatchObject([{ kind, id }]);
    const byAddress = await search(here, 'Ada@Example.com');
    expect(byAddress.map(({ kind, id }) => [kind, id])).toEqual([
      ['subscriber', ids.subscriber],
      ['email', ids.email],
    ]);
    const kinds = (await search(here, 'SPRING')).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['campaign', 'domain', 'email', 'segment', 'template']);
    expect(await search(here, 'g_p')).toMatchObject([{ kind: 'segment', title: 'Spring_people' }]);
    for (const nothing of ['', 's', 'no such name', 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb']) {
      expect(await search(here, nothing)).toEqual([]);
    }
  });

  test('a search finds at most five of a kind', async () => {
    const here = place();
    for (let n = 0; n < 7; n += 1) await here.use('send_email', { ...letter, to: `many${n}@example.com` });
    expect(await search(here, 'many')).toHaveLength(5);
  });

  test('search returns only kinds within the scopes, and nothing from other organizations', async () => {
    const here = place();
    const { email, domain } = await fill(here);
    expect((await search(here, 'spring', ['domains.read'])).map(({ kind }) => kind)).toEqual(['domain']);
    expect(await search(here, email, ['domains.read'])).toEqual([]);
    const other = await here.platform.addOrganization('Other');
    const elsewhere = { ...here, organization: other.organization };
    for (const text of [email, domain, 'ada@example.com', 'spring']) {
      expect(await search(elsewhere, text)).toEqual([]);
    }
  });

  test('the queue of an organization has the number and the age of its waiting mail', async () => {
    const here = place();
    const { database } = here.platform.platform.engine.store;
    const standing = () => queueStanding(database.reader, here.organization.key);
    expect(await standing()).toEqual({ queued: 0, isMore: false, oldestAt: null });
    const oldestAt = here.platform.clock.now();
    await here.use('send_email', { ...letter, to: 'ada@takes-mail.com' });
    await here.platform.clock.advance(60_000);
    await here.use('send_email', { ...letter, to: 'bob@takes-mail.com' });
    const { queued, ...rest } = await standing();
    expect([queued, rest]).toEqual([2, { isMore: false, oldestAt }]);
  });
});
