import { expect, test } from 'vitest';
import { openPlatform } from '../../world/platform.ts';

/** Returns the link targets in a mail’s HTML. */
function targetsIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, target]) => target!);
}

test('a caller that may only read mails gets no link that unsubscribes or confirms the recipient', async () => {
  const posthouse = await openPlatform();
  try {
    await posthouse.call('create_subscriber', { email: 'ada@example.com', doubleOptIn: true });
    await posthouse.deliver();
    await posthouse.call('send_email', {
      from: 'hello@acme.example',
      to: 'ada@example.com',
      subject: 'Hello',
      markdown: '[Leave]({{unsubscribeUrl}}) [Choose]({{preferencesUrl}}) [Look]({{webVersionUrl}})',
    });
    const { output } = await posthouse.call('list_emails', {});
    const ids = (output as { data: { id: string }[] }).data.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const reader = await posthouse.addToken(posthouse.organization, { scopes: ['emails.read'] });
    for (const id of ids) {
      const shown = async (token?: string) => {
        const { body } = await posthouse.http(
          'GET',
          `/api/v2/emails/${id}`,
          token === undefined ? {} : { token },
        );
        return targetsIn((body as { html: string }).html);
      };
      const all = await shown();
      const theirs = await shown(reader.token);
      expect(all.length).toBeGreaterThan(0);
      expect(all).toEqual(all.map(() => expect.stringMatching(/\/(u|p|v|confirm)\/1[0-9a-z]+-(eml|sub)_/)));
      expect(theirs).toEqual(
        all.map(() => expect.stringMatching(/\/#(unsubscribe|preferences|webVersion|confirm)Url$/)),
      );
    }
  } finally {
    await posthouse.close();
  }
});
