import { expect, test } from 'vitest';
import { publicLink } from '../../../src/engine/content/public-links.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { connected } from '../../tools/integrations/scene.ts';
import { pngOf } from '../../world/pictures.ts';
import { baseUrl } from '../../world/platform.ts';
import { personIn } from '../console/scene.ts';

onBothDatabases((place) => {
  const brand = (more: object = {}) =>
    place().use('update_organization_settings', {
      name: 'Fernhill "Books"',
      default_from: 'hello@fernhill.dev',
      logo: pngOf(640, 128).toString('base64'),
      accent_color: '#2f6b3f',
      ...more,
    });
  const lastMail = () => place().platform.mailbox.messages.at(-1)!;

  test('the pages behind the links of a mail show the logo, the name and the accent color', async () => {
    const { logo } = await brand();
    await place().use('create_subscriber', { email: 'ada@example.com' });
    const { id } = await place().use('send_email', {
      from: 'news@example.com',
      to: ['ada@example.com'],
      subject: 'News',
      html: '<p>Hello</p>',
    });
    const { engine } = place().platform.platform;
    for (const purpose of ['unsubscribe', 'preferences'] as const) {
      const link = publicLink(engine, purpose, { organization: place().organization.key, id }, '');
      const { text } = await place().http('GET', link.slice(baseUrl.length), { token: null });
      const file = logo.url.split('/').at(-1);
      expect(text).toContain(
        `<header><img src="../logos/${file}" alt="Fernhill &quot;Books&quot;" width="240" height="48"></header>`,
      );
      expect(text).toContain(`<link rel="icon" href="../logos/${file}">`);
      expect(text).toContain(':root{--accent:#2f6b3f;--on-accent:#fff;--link:light-dark(#2f6b3f,');
      expect(new URL(`../logos/${file}`, link).href).toBe(logo.url);
    }
    await place().use('update_organization_settings', { logo: null, accent_color: null });
    const link = publicLink(engine, 'preferences', { organization: place().organization.key, id }, '');
    const plain = await place().http('GET', link.slice(baseUrl.length), { token: null });
    expect(plain.text).toContain('<header><bdi>Fernhill &quot;Books&quot;</bdi></header>');
    expect(plain.text).not.toContain('<img');
    expect(plain.text).not.toContain('#2f6b3f');
  });

  test('an opt-in request shows the logo with the name for programs without pictures, and the accent color', async () => {
    const { logo } = await brand();
    await place().use('create_subscriber', { email: 'ada@mailbox.dev', doubleOptIn: true });
    await place().platform.deliver();
    const { html, text } = lastMail();
    expect(html).toContain(`src="${logo.url}" alt="Fernhill &quot;Books&quot;" width="240" height="48"`);
    expect(html).toContain('#2f6b3f');
    expect(text).toContain('Fernhill "Books"');
  });

  test('an invitation and a mail of Supabase Auth show the logo', async () => {
    const { logo } = await brand();
    await place().outcome(
      'create_person',
      { name: 'Grace', email: 'grace@mailbox.dev', roles: ['viewer'] },
      { door: 'cli' },
    );
    await place().platform.deliver();
    expect([lastMail().to.address, lastMail().html]).toEqual([
      'grace@mailbox.dev',
      expect.stringContaining(`src="${logo.url}"`),
    ]);
    const supabase = await connected(place(), 'supabase', { mapping: {} });
    await supabase.post({
      user: { email: 'lin@mailbox.dev' },
      email_data: { email_action_type: 'reauthentication', token: '305805' },
    });
    await place().platform.deliver();
    expect([lastMail().to.address, lastMail().html]).toEqual([
      'lin@mailbox.dev',
      expect.stringContaining(`src="${logo.url}"`),
    ]);
    expect(lastMail().html).toContain('Your confirmation code');
  });

  test('an assistant needs an approval to change the logo and the accent color', async () => {
    const { platform, token, organization } = place();
    await personIn(platform, organization);
    const assistant = assistantOf(platform, { token });
    const { refused, result } = await assistant.call('update_organization_settings', {
      logo: pngOf(64, 64).toString('base64'),
      accent_color: '#2f6b3f',
    });
    expect([refused, result.name]).toEqual([true, 'confirmation_required']);
    expect(JSON.stringify(result)).toContain(
      'Opt-in requests and public pages show a new logo and the accent color #2f6b3f',
    );
    expect(JSON.stringify(result).length).toBeLessThan(4_000);
    expect((await place().use('get_organization')).logo).toBeNull();
  });
});
