import { expect, test } from 'vitest';
import { places } from '../../../src/surfaces/console/pages/search/places.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { type Browser, personIn, signedIn } from './scene.ts';

async function at({ platform, organization }: Place, role: 'admin' | 'viewer' = 'admin'): Promise<Browser> {
  return await signedIn(platform, await personIn(platform, organization, { email: null, roles: [role] }));
}

onBothDatabases((place) => {
  test('the search finds people, mails, campaigns, pages and settings', async () => {
    const { use } = place();
    const here = await at(place());
    const { id } = await use('create_subscriber', { email: 'mina@mailbox.dev', firstName: 'Mina' });
    await use('create_campaign', { name: 'Mina’s "May" news' });
    const found = async (text: string) =>
      (await here.get(`/console/search?q=${encodeURIComponent(text)}`)).text;
    const mina = await found('mina');
    expect(mina).toContain(`href="/console/subscribers/${id}"`);
    expect(mina).toContain('Mina’s &quot;May&quot; news');
    expect(mina).toContain('>Campaign<');
    expect(await found('relay')).toContain('href="/console/settings/sending"');
    expect(await found('invite')).toContain('href="/console/settings/team"');
    expect(await found('"><img src=x onerror=alert(1)>')).toContain('Nothing found');
    expect(await found('')).toContain('What are you looking for?');
  });

  test('a complete id leads to its page, and nothing of another organization is found', async () => {
    const { platform, use } = place();
    const here = await at(place());
    const { id } = await use('create_subscriber', { email: 'mina@mailbox.dev' });
    const { status, headers } = await here.get(`/console/search?q=${id}`);
    expect([status, headers.get('location')]).toEqual([303, `/console/subscribers/${id}`]);
    const { organization } = await platform.addOrganization('Elsewhere');
    const eve = await signedIn(platform, await personIn(platform, organization, { email: null }));
    for (const text of [id, 'mina@mailbox.dev', 'mina']) {
      expect((await eve.get(`/console/search?q=${text}`)).text).toContain('Nothing found');
    }
  });

  test('each place that the search offers exists', async () => {
    const here = await at(place());
    for (const { href } of places) {
      const { status } = await here.get(href.replace(/#.*/, ''));
      expect([href, status]).toEqual([href, 200]);
    }
  });

  test('the search offers a viewer no page and no action of other roles', async () => {
    const here = await at(place(), 'viewer');
    expect((await here.get('/console/search?q=invite')).text).toContain('Nothing found');
    expect((await here.get('/console/search?q=test+email')).text).not.toContain('/console/inbox/new');
  });
});
