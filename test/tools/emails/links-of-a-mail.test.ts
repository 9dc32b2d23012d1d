import { expect, test } from 'vitest';
import { openPlatform } from '../../world/platform.ts';

/** Where the links of a mail’s HTML lead. */
function targetsIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, target]) => target!);
}

test('whoever may only read mails gets no link that unsubscribes or confirms its recipient', async () => {
  const house = await openPlatform();
  try {
    await house.call('create_subscriber', { email: 'ada@example.com', doubleOptIn: true });
    await house.deliver();
    await house.call('send_email', {
      from: 'hello@acme.example',
      to: 'ada@example.com',
      subject: 'Hello',
      markdown: '[Leave]({{unsubscribeUrl}}) [Choose]({{preferencesUrl}}) [Look]({{webVersionUrl}})',
    });
    const { output } = await house.call('list_emails', {});
    const ids = (output as { data: { id: string }[] }).data.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const reader = await house.addToken(house.organization, { scopes: ['emails.read'] });
    for (const id of ids) {
      const shown = async (token?: string) => {
        const { body } = await house.http(
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
    await house.close();
  }
});
