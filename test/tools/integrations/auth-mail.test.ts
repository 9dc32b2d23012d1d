import { expect } from 'vitest';
import { type AuthMailKind, authMailKinds } from '../../../src/model/integration/auth-mail.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases } from '../both-databases.ts';
import { connected } from './scene.ts';

const project = 'https://abcdefgh.supabase.co';
const from = 'Acme <hello@acme.dev>';

let people = 0;
/** A new address per test, so that tests do not share a mailbox limit. */
const someone = () => `person${++people}@mailbox.dev`;

function hook(kind: string, email: string, more: { user?: object; email_data?: object } = {}): object {
  return {
    user: {
      id: '8484b834-0000-4000-8000-42644d154f76',
      email,
      app_metadata: { provider: 'email' },
      user_metadata: { name: 'Ada' },
      ...more.user,
    },
    email_data: {
      token: '305805',
      token_hash: '7d5b7b1964cf5d388340a7f04f1dbb5eeb6c7b52ef8270e1737a58d0',
      redirect_to: 'https://app.acme.dev/welcome?a=1&b=(2)',
      email_action_type: kind,
      site_url: `${project}/auth/v1`,
      token_new: '',
      token_hash_new: '',
      ...more.email_data,
    },
  };
}

onBothDatabases((place) => {
  const inbox = (since: number) =>
    place()
      .platform.mailbox.messages.slice(since)
      .map(({ to, subject, html, text }) => ({ to: to.address, subject, html, text }));

  /** Returns the mails caused by one request. */
  async function arrived(payload: object, mapping: object = { from }) {
    const supabase = await connected(place(), 'supabase', { mapping });
    const before = place().platform.mailbox.messages.length;
    const answer = await supabase.post(payload);
    await place().platform.deliver();
    return { answer, supabase, mails: inbox(before) };
  }

  const linkTo = (hash: string, kind: string) =>
    `${project}/auth/v1/verify?token=${hash}&amp;type=${kind}&amp;redirect_to=https%3A%2F%2Fapp.acme.dev%2Fwelcome%3Fa%3D1%26b%3D%282%29`;

  const subjects: Record<AuthMailKind, string> = {
    signup: 'Confirm your email address',
    invite: 'You have been invited',
    magiclink: 'Your sign-in link',
    recovery: 'Choose a new password',
    email_change: 'Confirm the change of your email address',
    reauthentication: 'Your confirmation code',
    password_changed_notification: 'Your password was changed',
    email_changed_notification: 'Your email address was changed',
    phone_changed_notification: 'Your phone number was changed',
    identity_linked_notification: 'A new way to sign in was added',
    identity_unlinked_notification: 'A way to sign in was removed',
    mfa_factor_enrolled_notification: 'A second step was added to your sign-in',
    mfa_factor_unenrolled_notification: 'A second step was removed from your sign-in',
  };
  const withLink = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'];

  for (const kind of authMailKinds) {
    verifies('integration.auth-mail', `a Supabase hook for ${kind} sends the right mail`, async () => {
      const email = someone();
      const payload = hook(kind, email, {
        email_data: { provider: 'github', factor_type: 'totp', old_email: email },
        user: kind === 'email_change' ? { new_email: `new-${email}` } : {},
      });
      const { answer, mails } = await arrived(payload);
      expect([answer.status, answer.body]).toEqual([200, {}]);
      expect(mails).toHaveLength(1);
      const [mail] = mails;
      expect(mail).toMatchObject({
        to: kind === 'email_change' ? `new-${email}` : email,
        subject: subjects[kind],
      });
      const hash = '7d5b7b1964cf5d388340a7f04f1dbb5eeb6c7b52ef8270e1737a58d0';
      expect(mail!.html.includes(linkTo(hash, kind))).toBe(withLink.includes(kind));
      expect(mail!.html.includes('305805')).toBe(withLink.includes(kind) || kind === 'reauthentication');
      expect(mail!.html + mail!.text).not.toContain('{{');
      if (kind.endsWith('notification')) expect(mail!.text).toContain('change your password now');
      if (kind.startsWith('identity')) expect(mail!.text).toContain('github');
      if (kind.startsWith('mfa')) expect(mail!.text).toContain('totp');
    });
  }

  verifies(
    'integration.auth-mail',
    'a secure address change mails both addresses, each with its own token',
    async () => {
      const email = someone();
      const { mails, answer } = await arrived(
        hook('email_change', email, {
          user: { new_email: `new-${email}` },
          email_data: { token: '111111', token_hash: 'aaaa', token_new: '222222', token_hash_new: 'bbbb' },
        }),
      );
      expect(answer.body).toEqual({});
      const by = new Map(mails.map((mail) => [mail.to, mail]));
      expect([...by.keys()].sort()).toEqual([`new-${email}`, email].sort());
      const [current, next] = [by.get(email)!, by.get(`new-${email}`)!];
      expect(current.html).toContain(linkTo('bbbb', 'email_change'));
      expect(current.html).toContain('111111');
      expect(current.html).not.toContain('222222');
      expect(next.html).toContain(linkTo('aaaa', 'email_change'));
      expect(next.html).toContain('222222');
      expect(next.html).not.toContain('111111');
    },
  );

  verifies('integration.auth-mail', 'a sign-in mail without a code has only the link', async () => {
    const { mails } = await arrived(hook('magiclink', someone(), { email_data: { token: '' } }));
    expect(mails[0]!.text).not.toContain('enter this code');
    expect(mails[0]!.html).toContain('/auth/v1/verify?token=7d5b');
  });

  verifies(
    'integration.auth-mail',
    'the texts, sender and project URL of sign-in mails can be customized',
    async () => {
      const email = someone();
      const { mails, answer } = await arrived(hook('signup', email), {
        from: 'Fern <fern@acme.dev>',
        url: 'https://auth.acme.dev',
        mails: {
          signup: {
            subject: 'Welcome, {{email}}',
            markdown: 'Hello {{email}}\n\n[Go]({{link}})\n\nCode {{token}}',
          },
        },
      });
      expect(answer.body).toEqual({});
      expect(mails[0]!.subject).toBe(`Welcome, ${email}`);
      expect(mails[0]!.html).toContain('https://auth.acme.dev/auth/v1/verify?token=');
      expect(mails[0]!.text).toContain(`Hello ${email}`);
    },
  );

  verifies(
    'integration.auth-mail',
    "an attacker's address or redirect becomes neither markup nor a merge field",
    async () => {
      const hostile = '](https://evil.example)<b>{{firstName|x}}';
      const changed = await arrived(
        hook('email_change', someone(), {
          user: { new_email: `{{email}}_*b*_${++people}@mailbox.dev` },
          email_data: { redirect_to: `${hostile} "{{unsubscribeUrl}}`, token: '[x](https://evil.example)' },
        }),
      );
      const linked = await arrived(
        hook('identity_linked_notification', someone(), { email_data: { provider: hostile } }),
      );
      for (const { mails } of [changed, linked]) {
        expect(mails).toHaveLength(1);
        expect(mails[0]!.html).not.toContain('href="https://evil.example');
        expect(mails[0]!.html).not.toMatch(/<b>|<em>b/);
      }
      expect(linked.mails[0]!.text).toContain('{{firstName|x}}');
      expect(changed.mails[0]!.text).toContain('{{email}}_*b*_');
    },
  );

  verifies(
    'integration.auth-mail-answer',
    'a repeated request returns {} and mails once, whatever the id of its attempt',
    async () => {
      const email = someone();
      const payload = hook('signup', email);
      const { supabase, mails } = await arrived(payload);
      expect(mails).toHaveLength(1);
      const before = place().platform.mailbox.messages.length;
      // Supabase signs each attempt again with another id.
      for (const id of ['attempt-2', 'attempt-3']) {
        const answer = await supabase.post(payload, { id });
        expect([answer.status, answer.body]).toEqual([200, {}]);
      }
      await place().platform.deliver();
      expect(inbox(before)).toEqual([]);
    },
  );

  verifies('integration.auth-mail-answer', 'two concurrent attempts send one mail', async () => {
    const supabase = await connected(place(), 'supabase', { mapping: { from } });
    const payload = hook('recovery', someone());
    const before = place().platform.mailbox.messages.length;
    const answers = await Promise.all([1, 2, 3].map(() => supabase.post(payload)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await place().platform.deliver();
    expect(inbox(before)).toHaveLength(1);
  });

  verifies(
    'integration.auth-mail-answer',
    'a mail that cannot be sent is returned as an error that Supabase shows',
    async () => {
      const { answer } = await arrived(hook('signup', someone()), {});
      expect([answer.status, answer.body.error.http_code]).toEqual([200, 400]);
      expect(answer.body.error.message).toContain('sender');
      const unknown = await arrived(hook('carrier_pigeon', someone()));
      expect(unknown.answer.body.error).toMatchObject({ http_code: 400 });
      const other = await arrived({ user: { id: '1' }, claims: {}, authentication_method: 'password' });
      expect(other.answer.body.error.message).toContain('send-email hook');
      const email = someone();
      const first = await arrived(hook('signup', email));
      expect(first.answer.body).toEqual({});
      // Hits the recipient limit: the person must wait, and the hook is not asked to retry.
      let last = first.answer;
      for (let round = 0; round < 12 && last.body.error === undefined; round += 1) {
        last = (await arrived(hook('magiclink', email, { email_data: { token_hash: `h${round}` } }))).answer;
      }
      expect([last.status, last.body.error?.http_code, last.headers.get('retry-after')]).toEqual([
        200,
        429,
        null,
      ]);
    },
  );

  verifies(
    'integration.auth-mail-answer',
    'a request that exceeds its time gets 503 with Retry-After',
    async () => {
      const { platform } = place();
      const supabase = await connected(place(), 'supabase', { mapping: { from } });
      const { accept } = platform.platform.engine;
      const { submit } = accept;
      const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      accept.submit = async (submission) => {
        begun.resolve();
        await released.promise;
        return (await submit.call(accept, submission)) as never;
      };
      try {
        const asked = supabase.post(hook('signup', someone()));
        await begun.promise;
        await platform.clock.advance(4_000);
        const answer = await asked;
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      } finally {
        accept.submit = submit;
        released.resolve();
      }
    },
  );

  verifies(
    'integration.auth-mail',
    'no part of a sign-in request is stored except the mail itself',
    async () => {
      const { supabase } = await arrived(hook('signup', someone()));
      expect(await supabase.events()).toEqual([]);
    },
  );

  verifies('integration.minting', 'an assistant cannot enable sending without a person', async () => {
    const { engine } = place().platform.platform;
    engine.settings.approvalMode = 'never';
    const made = (
      await place().outcome(
        'create_integration',
        {
          provider: 'supabase',
          secret: `v1,whsec_${Buffer.alloc(32, 3).toString('base64')}`,
          mapping: { from },
        },
        { door: 'mcp' },
      )
    ).output as { id: string; sends: boolean };
    expect(made.sends).toBe(false);
    engine.settings.approvalMode = 'bulk';
    const assistant = place().outcome('update_integration', { id: made.id, sends: true }, { door: 'mcp' });
    await expect(assistant).rejects.toMatchObject({ failure: 'confirmation_required' });
    const changed = await place().use('update_integration', { id: made.id, sends: true });
    expect(changed.sends).toBe(true);
  });

  verifies(
    'integration.mapping',
    'the before-user-created hook allows everyone, and they become subscribers',
    async () => {
      const supabase = await connected(place(), 'supabase');
      const email = someone();
      const applied = await supabase.apply({
        metadata: { name: 'before-user-created', time: '2026-09-21T12:00:00Z' },
        user: { id: 'u1', email, user_metadata: { full_name: 'Ada Lovelace' } },
      });
      expect(applied.state).toBe('applied');
      expect(await place().use('get_subscriber', { subscriber: email })).toMatchObject({
        lastName: 'Lovelace',
      });
    },
  );
});
