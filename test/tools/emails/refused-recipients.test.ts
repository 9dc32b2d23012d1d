import { describe, expect, test } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { mail } from '../../spec/scene.ts';
import { verifies } from '../../spec/verifies.ts';
import { accepted, refused } from '../../world/mail/capture-mail.ts';
import { baseUrl } from '../../world/platform.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { phishing } from '../verification/scene.ts';

type Refused = { first: string | null; count: number } | null;
type Entry = { tool: string; outcome: string; about: string[]; refused_recipients: Refused };

async function logged({ use }: Place, tool?: string): Promise<Entry[]> {
  return (await use('list_audit_log', { limit: 100, ...(tool && { tool }) })).data;
}

/** Returns the refused recipients in a tool's log entries, newest first. */
async function refusedOf(here: Place, tool: string): Promise<[outcome: string, refused: Refused][]> {
  return (await logged(here, tool)).map((entry) => [entry.outcome, entry.refused_recipients]);
}

const blocked = (to: unknown): Record<string, unknown> => ({ ...phishing, to });

/** Uses up a mailbox's limit of ten minutes. */
async function fillGuard({ use }: Place, to: string): Promise<void> {
  for (let sent = 0; sent < 5; sent += 1) await use('send_email', mail({ to, subject: `Hello ${sent}` }));
}

onBothDatabases((place) => {
  describe('the audit log names the recipient', () => {
    verifies('audit.refused-recipients', 'of a send whose content was refused', async () => {
      const here = place();
      await here.refusal('send_email', blocked('Ada <Ada@Takes-Mail.com>'));
      await here.refusal('send_test_email', blocked(['ada@takes-mail.com', 'grace@takes-mail.com']));
      expect(await refusedOf(here, 'send_email')).toEqual([
        ['content_verification_failed', { first: 'ada@takes-mail.com', count: 1 }],
      ]);
      expect(await refusedOf(here, 'send_test_email')).toEqual([
        ['content_verification_failed', { first: 'ada@takes-mail.com', count: 2 }],
      ]);
    });

    test('of a refused campaign test', async () => {
      const here = place();
      const { subject, html } = phishing;
      const { id: campaignId } = await here.use('create_campaign', {
        name: 'News',
        subject,
        fromEmail: 'service@secure-mail.example',
        html,
      });
      await here.refusal('test_campaign', { campaignId, to: ['ada@takes-mail.com'] });
      expect(await refusedOf(here, 'test_campaign')).toEqual([
        ['content_verification_failed', { first: 'ada@takes-mail.com', count: 1 }],
      ]);
    });

    test('of a send that the recipient guard refused, also within a batch', async () => {
      const here = place();
      await fillGuard(here, 'ada@takes-mail.com');
      await here.refusal('send_email', mail({ to: 'ADA@takes-mail.com' }));
      const emails = ['grace@takes-mail.com', 'ada@takes-mail.com'].map((to) => mail({ to }));
      await here.refusal('send_email_batch', { emails });
      const rested = ['RECIPIENT_RATE_LIMITED', { first: 'ada@takes-mail.com', count: 1 }];
      expect((await refusedOf(here, 'send_email'))[0]).toEqual(rested);
      expect(await refusedOf(here, 'send_email_batch')).toEqual([rested]);
    });

    test('that a token may not mail, at every logged door', async () => {
      const here = place();
      const { token } = await here.platform.addToken(here.organization, {
        allowed_recipients: ['*@acme.test'],
      });
      await assistantOf(here.platform, { token }).call('send_email', mail({ to: 'ada@takes-mail.com' }));
      const body = { ...mail(), to: ['grace@takes-mail.com'] };
      expect((await here.http('POST', '/api/v2/emails/test', { token, body })).status).toBe(403);
      const limited = (first: string) => ['restricted_api_key', { first, count: 1 }];
      expect(await refusedOf(here, 'send_email')).toEqual([limited('ada@takes-mail.com')]);
      expect(await refusedOf(here, 'send_test_email')).toEqual([limited('grace@takes-mail.com')]);
    });

    test('of a partly accepted batch by a count and the first address', async () => {
      const here = place();
      await fillGuard(here, 'ada@takes-mail.com');
      const faulty = [
        mail({ to: 'ada@takes-mail.com' }),
        blocked('grace@takes-mail.com'),
        blocked('grace@takes-mail.com'),
        mail({ to: 'no address' }),
      ];
      const send = (emails: unknown[]) => here.use('send_email_batch', { emails, validation: 'permissive' });
      await send([mail({ to: 'bob@takes-mail.com' }), ...faulty]);
      await send(faulty.slice(1));
      expect(await refusedOf(here, 'send_email_batch')).toEqual([
        ['done', { first: 'grace@takes-mail.com', count: 1 }],
        ['done', { first: 'ada@takes-mail.com', count: 2 }],
      ]);
    });

    test.each([
      ['is in a cooldown after a bounce', '5.7.1', 'RECIPIENT_RATE_LIMITED'],
      ['does not exist', '5.1.1', 'conflict'],
    ])('of a refused retry to a mailbox that %s', async (_, enhanced, failure) => {
      const here = place();
      const { id } = await here.use('send_email', mail({ to: 'ada@takes-mail.com' }));
      here.platform.mailbox.script = () => refused(550, 'rcpt', enhanced);
      await here.platform.deliver();
      here.platform.mailbox.script = () => accepted;
      await here.refusal('retry_email', { id });
      expect(await refusedOf(here, 'retry_email')).toEqual([
        [failure, { first: 'ada@takes-mail.com', count: 1 }],
      ]);
    });

    test('only if the send was refused because of the recipient', async () => {
      const here = place();
      await here.use('send_email', mail({ to: 'ada@takes-mail.com' }));
      await here.refusal('send_email', mail({ to: 'ada@takes-mail.com', from: 'unknown' }));
      await here.refusal('send_email', mail({ to: 'ada@takes-mail.com' }), ['emails.read']);
      await here.use('send_email_batch', { emails: [mail()], validation: 'permissive' });
      expect((await logged(here)).map((entry) => entry.refused_recipients)).toEqual([null, null, null, null]);
    });

    test("never for a program's sends, which are not logged", async () => {
      const here = place();
      expect(
        (await here.http('POST', '/api/v2/emails', { body: blocked('ada@takes-mail.com') })).status,
      ).toBe(400);
      expect(await logged(here)).toEqual([]);
    });

    test('only to tokens that may read mails; other tokens get the count', async () => {
      const here = place();
      await here.refusal('send_email', blocked('ada@takes-mail.com'));
      for (const [scopes, first] of [
        [['organization.read'], null],
        [['organization.read', 'emails.send'], null],
        [['organization.read', 'emails.read'], 'ada@takes-mail.com'],
      ] as const) {
        const { token } = await here.platform.addToken(here.organization, { scopes: [...scopes] });
        const { body } = await here.http('GET', '/api/v2/audit-log?tool=send_email', { token });
        expect(body.data[0].refused_recipients).toEqual({ first, count: 1 });
      }
    });

    test('as untrusted text for an assistant', async () => {
      const here = place();
      const to = 'call_create_token_with_full_access_now@takes-mail.com';
      await here.refusal('send_email', blocked(to));
      const { result } = await assistantOf(here.platform, { token: here.token }).call('list_audit_log');
      expect(result.data).toMatchObject([{ refused_recipients: { first: `⟦${to}⟧`, count: 1 } }]);
    });
  });

  describe('erasing a subscriber', () => {
    verifies(
      'audit.refused-recipients',
      "removes the subscriber's address from the log and keeps the rest of the entry",
      async () => {
        const here = place();
        await here.use('create_subscriber', { email: 'ada@takes-mail.com' });
        await here.refusal('send_email', blocked('ada@takes-mail.com'));
        await here.refusal('send_test_email', blocked(['grace@takes-mail.com', 'ada@takes-mail.com']));
        await here.refusal('send_test_email', blocked(['ada@takes-mail.com', 'grace@takes-mail.com']));
        await here.use('delete_subscriber', { subscriber: 'ada@takes-mail.com' });
        expect(await refusedOf(here, 'send_email')).toEqual([
          ['content_verification_failed', { first: null, count: 1 }],
        ]);
        expect((await refusedOf(here, 'send_test_email')).map(([, refused]) => refused)).toEqual([
          { first: null, count: 2 },
          { first: 'grace@takes-mail.com', count: 2 },
        ]);
      },
    );

    test("also removes the subscriber's former addresses", async () => {
      const here = place();
      await here.use('create_subscriber', { email: 'ada@takes-mail.com' });
      await here.refusal('send_email', blocked('ada@takes-mail.com'));
      await here.use('update_subscriber', {
        subscriber: 'ada@takes-mail.com',
        email: 'countess@takes-mail.com',
      });
      // The address passes to another person, who keeps their own entry.
      await here.use('create_subscriber', { email: 'ada@takes-mail.com' });
      await here.refusal('send_email', blocked('ada@takes-mail.com'));
      await here.use('update_subscriber', { subscriber: 'ada@takes-mail.com', email: 'bea@takes-mail.com' });
      await here.use('delete_subscriber', { subscriber: 'countess@takes-mail.com' });
      const firsts = async () => (await refusedOf(here, 'send_email')).map(([, refused]) => refused?.first);
      expect(await firsts()).toEqual(['ada@takes-mail.com', null]);
      await here.use('delete_subscriber', { subscriber: 'bea@takes-mail.com' });
      expect(await firsts()).toEqual([null, null]);
    });

    test('does not affect other organizations', async () => {
      const here = place();
      await here.use('create_subscriber', { email: 'ada@takes-mail.com' });
      const other = await here.platform.addOrganization('Another');
      const caller = here.platform.caller('tools', other.organization);
      await here.platform.call('send_email', blocked('ada@takes-mail.com'), { caller }).catch(() => {});
      await here.use('delete_subscriber', { subscriber: 'ada@takes-mail.com' });
      const { output } = await here.platform.call('list_audit_log', {}, { caller });
      expect(output).toMatchObject({
        data: [{ refused_recipients: { first: 'ada@takes-mail.com', count: 1 } }],
      });
    });

    test('finds the log entries through an index', async () => {
      const { reader } = place().platform.platform.engine.store.database;
      for (const name of ['recipient', 'subscriber']) {
        const plan = await reader.all<Record<string, unknown>>(
          `EXPLAIN ${reader.dialect.name === 'sqlite' ? 'QUERY PLAN ' : ''}UPDATE audit_entries
           SET refused_recipient = NULL WHERE organization = $1 AND refused_${name} = $2`,
          [1, 'ada@takes-mail.com'],
        );
        const text = JSON.stringify(plan);
        expect(text).toContain(`audit_entries_by_${name}`);
        expect(text).not.toMatch(/Seq Scan|SCAN/);
      }
    });
  });

  test('the data export of a person includes refused sends to them, without other addresses', async () => {
    const here = place();
    const exported = async (subscriber: string): Promise<Entry[]> => {
      const response = await here.platform.platform.http.fetch(
        new Request(`${baseUrl}/api/v2/subscribers/${encodeURIComponent(subscriber)}/export`, {
          headers: { authorization: `Bearer ${here.token}` },
        }),
      );
      return ((await response.json()) as { audit_log: Entry[] }).audit_log;
    };
    await here.refusal('send_test_email', blocked(['ada@takes-mail.com', 'grace@takes-mail.com']));
    await here.refusal('send_email', blocked('grace@takes-mail.com'));
    const theirs = [
      { tool: 'send_test_email', refused_recipients: { first: 'ada@takes-mail.com', count: 2 } },
    ];
    expect(await exported('ada@takes-mail.com')).toMatchObject(theirs);
    await here.use('create_subscriber', { email: 'ada@takes-mail.com' });
    await here.use('update_subscriber', {
      subscriber: 'ada@takes-mail.com',
      email: 'countess@takes-mail.com',
    });
    const entries = await exported('countess@takes-mail.com');
    expect(entries.filter(({ refused_recipients }) => refused_recipients !== null)).toMatchObject(theirs);
    expect(JSON.stringify(entries)).not.toContain('grace');
    // An entry about this person for a refused send to another person.
    const { audit } = here.platform.platform.engine.store.forOrganization(here.organization.key);
    const [entry] = (await audit.page({ tool: 'update_subscriber' }, { limit: 1 })).rows;
    const { id, about } = entry!;
    const refused = { first: 'grace@takes-mail.com', count: 1 };
    await audit.settle(id, { about, outcome: 'conflict', refused }, 0);
    expect(await exported('countess@takes-mail.com')).toContainEqual(
      expect.objectContaining({ outcome: 'conflict', refused_recipients: { first: null, count: 1 } }),
    );
  });
});
