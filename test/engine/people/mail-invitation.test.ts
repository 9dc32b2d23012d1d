import { afterEach, describe, expect, test } from 'vitest';
import { browser } from '../../surfaces/console/scene.ts';
import { baseUrl, type OpenOptions, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';

describe.each(databases)('the mail to a person who was added, on %s', (_name, openDatabase) => {
  let platform: SimulatedPlatform;
  const open = async (options: OpenOptions = {}) => {
    platform = await openPlatform({ database: await openDatabase(), ...options });
  };
  afterEach(() => platform.close());

  const add = async (email: string) => {
    const caller = platform.caller('cli', platform.organization);
    await platform.call('create_person', { name: 'Ada', email, roles: ['author', 'approver'] }, { caller });
    await platform.deliver();
  };

  test('says where to sign in and as what, and holds nothing that signs in', async () => {
    await open();
    await add('ada@gmail.com');
    expect(platform.mailbox.messages.map(({ to }) => to.address)).toEqual(['ada@gmail.com']);
    const { subject, html } = platform.mailbox.messages[0]!;
    expect(subject).toBe('You can sign in to Default');
    expect(html).toContain('as author and approver');
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
      `${baseUrl}/console/sign-in`,
    ]);
    expect((await browser(platform).get('/console/sign-in')).status).toBe(200);
  });

  test('is not written where no mail leaves, and the person is there all the same', async () => {
    await open({ sendingEnabled: false });
    await add('ada@gmail.com');
    const caller = platform.caller('cli', platform.organization);
    const { output } = await platform.call('list_people', {}, { caller });
    expect(output).toMatchObject({ data: [{ email: 'ada@gmail.com' }] });
    const mails = await platform.call('list_emails', {}, { caller });
    expect(mails.output).toMatchObject({ data: [] });
  });

  test('a mail that is refused leaves the person there', async () => {
    await open();
    const caller = platform.caller('cli', platform.organization);
    await platform.call('add_suppression', { email: 'ada@gmail.com' }, { caller });
    await add('ada@gmail.com');
    expect(platform.mailbox.messages).toEqual([]);
    const { output } = await platform.call('list_people', {}, { caller });
    expect(output).toMatchObject({ data: [{ email: 'ada@gmail.com' }] });
  });
});
