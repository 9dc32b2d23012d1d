import { afterEach, describe, expect, test } from 'vitest';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { dayMs, hourMs } from '../../../src/model/instant.ts';
import { invitationLimits, invitationSentences } from '../../../src/model/person/invitation.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { browser } from '../../surfaces/console/scene.ts';
import { baseUrl, type OpenOptions, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

/** Calls a tool as the operator on the command line. */
const atCli = async (platform: SimulatedPlatform, tool: string, input: object): Promise<Answer> => {
  const caller = platform.caller('cli', platform.organization);
  return (await platform.call(tool, input, { caller })).output;
};
const addTo = async (platform: SimulatedPlatform, email: string): Promise<Answer> =>
  await atCli(platform, 'create_person', { name: 'Ada', email, roles: ['author', 'approver'] });

/** Adds and removes a person. @returns the status of the invitation */
async function inviteAndRemove(platform: SimulatedPlatform, email: string): Promise<string> {
  const { id, invitation } = await addTo(platform, email);
  await atCli(platform, 'delete_person', { id });
  return invitation.status;
}

describe.each(databases)('an invitation mail, on %s,', (_name, openDatabase) => {
  let platform: SimulatedPlatform;
  const open = async (options: OpenOptions = {}) => {
    platform = await openPlatform({ database: await openDatabase(), ...options });
  };
  afterEach(() => platform.close());

  const add = async (email: string): Promise<Answer> => {
    const answer = await addTo(platform, email);
    await platform.deliver();
    return answer;
  };
  const mailed = (): string[] => platform.mailbox.messages.map(({ to }) => to.address);

  test('states the role and where to sign in, and contains no sign-in link', async () => {
    await open();
    expect((await add('ada@gmail.com')).invitation).toEqual({
      status: 'mailed',
      message: invitationSentences.mailed,
    });
    expect(mailed()).toEqual(['ada@gmail.com']);
    const { subject, html } = platform.mailbox.messages[0]!;
    expect(subject).toBe('You can sign in to Default');
    expect(html).toContain('as author and approver');
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
      `${baseUrl}/console/sign-in`,
    ]);
    expect((await browser(platform).get('/console/sign-in')).status).toBe(200);
  });

  test('is not created when no mail can be sent, but the person is added', async () => {
    await open({ sendingEnabled: false });
    const { invitation } = await add('ada@gmail.com');
    expect(invitation).toMatchObject({
      status: 'off',
      message: expect.stringContaining('posthouse console'),
    });
    expect(await atCli(platform, 'list_people', {})).toMatchObject({ data: [{ email: 'ada@gmail.com' }] });
    expect(await atCli(platform, 'list_emails', {})).toMatchObject({ data: [] });
  });

  test('that is refused or suppressed is reported in the result, and the person is added', async () => {
    await open();
    await atCli(platform, 'add_suppression', { email: 'ada@gmail.com' });
    const refused = { status: 'refused', message: expect.stringContaining('posthouse console') };
    expect((await add('ada@gmail.com')).invitation).toEqual(refused);
    const mail = { from: 'hello@acme.test', to: 'grace@gmail.com', markdown: 'Hello' };
    for (let n = 0; n < 5; n += 1) await platform.call('send_email', { ...mail, subject: `Hello ${n}` });
    expect((await addTo(platform, 'grace@gmail.com')).invitation).toEqual(refused);
    expect(mailed()).toEqual([]);
    expect(await atCli(platform, 'list_people', {})).toMatchObject({
      data: [{ email: 'grace@gmail.com' }, { email: 'ada@gmail.com' }],
    });
  });

  test('goes to one mailbox at most three times a day, however often the person is removed and added', async () => {
    await open();
    const statuses: string[] = [];
    for (const email of ['ada@gmail.com', 'ADA@gmail.com', 'ada+1@gmail.com', 'ada@gmail.com']) {
      statuses.push(await inviteAndRemove(platform, email));
      await platform.clock.advance(hourMs);
    }
    expect(statuses).toEqual(['mailed', 'mailed', 'mailed', 'too_many']);
    expect(await inviteAndRemove(platform, 'grace@gmail.com')).toBe('mailed');
    const { id, invitation } = await add('ada@gmail.com');
    expect(invitation.message).toMatch(
      /^No invitation was mailed: the limit is 3 .* within 24 hours\. .*posthouse console/,
    );
    expect(mailed()).toHaveLength(4);
    expect(await atCli(platform, 'list_people', {})).toMatchObject({ data: [{ email: 'ada@gmail.com' }] });
    await atCli(platform, 'delete_person', { id });
    // The first one no longer counts.
    await platform.clock.advance(dayMs - 4 * hourMs);
    expect(await inviteAndRemove(platform, 'ada@gmail.com')).toBe('mailed');
    expect(await inviteAndRemove(platform, 'ada@gmail.com')).toBe('too_many');
  });

  test('goes to at most fifty addresses a day per organization', async () => {
    await open();
    for (let n = 0; n < invitationLimits.perOrganizationMax; n += 1) {
      expect(await inviteAndRemove(platform, `p${n}@mailbox${n}.dev`)).toBe('mailed');
    }
    expect(await inviteAndRemove(platform, 'one@more.dev')).toBe('too_many');
    const { organization } = await platform.addOrganization('Another');
    const { output } = await platform.call(
      'create_person',
      { name: 'Ada', email: 'one@more.dev', roles: ['admin'] },
      { caller: platform.caller('cli', organization) },
    );
    expect(output).toMatchObject({ invitation: { status: 'mailed' } });
  });

  test('is counted under a hash of the mailbox that is deleted after a day', async () => {
    await open();
    await add('ada@gmail.com');
    const { engine } = platform.platform;
    const kept = () =>
      engine.store.database.reader.all<{ mailbox: string }>('SELECT mailbox FROM invitations LIMIT 10', []);
    expect(await kept()).toEqual([{ mailbox: expect.stringMatching(/^[\w-]{22}$/) }]);
    await platform.clock.advance(dayMs - 1);
    await sweep(engine);
    expect(await kept()).toHaveLength(1);
    await platform.clock.advance(2);
    await sweep(engine);
    expect(await kept()).toEqual([]);
  });
});

test('two processes share the count of invitations, also after a restart', async () => {
  const { url, drop } = await freshPostgres();
  const open = async (seed: number) => await openPlatform({ database: await openPostgres(url), seed });
  const [one, other] = [await open(1), await open(2)];
  const many = Array.from({ length: invitationLimits.perOrganizationMax + 10 }, (_, n) => n);
  const answers = await Promise.all(
    many.map((n) => addTo(n % 2 === 0 ? one : other, `p${n}@mailbox${n}.dev`)),
  );
  const statuses = answers.map(({ invitation }) => invitation.status);
  expect(statuses.filter((status) => status === 'mailed')).toHaveLength(invitationLimits.perOrganizationMax);
  expect(statuses.filter((status) => status === 'too_many')).toHaveLength(10);
  await Promise.all([one.close(), other.close()]);
  const restarted = await open(3);
  expect((await addTo(restarted, 'one@more.dev')).invitation.status).toBe('too_many');
  await restarted.close();
  await drop();
});
