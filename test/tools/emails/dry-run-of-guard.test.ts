import { describe, expect, test } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Your order', markdown: 'It is on its way.' };

/** Ways to trigger each rule of the recipient guard. */
const rests: readonly (readonly [rule: string, (here: Place, to: string) => Promise<void>])[] = [
  ['5 in 10 minutes', async (here, to) => await sendMany(here, to, 5)],
  [
    '20 in 24 hours',
    async (here, to) => {
      for (let burst = 0; burst < 4; burst += 1) {
        await sendMany(here, to, 5);
        await here.platform.clock.advance(11 * 60_000);
      }
    },
  ],
  [
    'cooldown after a bounce',
    async (here, to) => {
      await here.platform.deliver();
      here.platform.mailbox.next(refused(552, 'data', '5.2.2'));
      await sendMany(here, to, 1);
      await here.platform.deliver();
    },
  ],
];

async function sendMany(here: Place, to: string, amount: number): Promise<void> {
  for (let sent = 0; sent < amount; sent += 1) await here.use('send_email', { ...mail, to });
}

onBothDatabases((place) => {
  describe('a dry run of a send to a limited mailbox', () => {
    test.each(rests)('names the same rule as the send: %s', async (rule, tire) => {
      const here = place();
      const to = `ada-${here.organization.key}@mailbox.dev`;
      await tire(here, to);
      const assistant = assistantOf(here.platform, { token: here.token });
      const { preview } = (await assistant.call('send_email', { ...mail, to, dry_run: true })).result;
      const { details, explanation, retryAfterSeconds } = await here.refusal('send_email', { ...mail, to });
      expect(details).toMatchObject({ rule });
      const retry_at = new Date(here.platform.clock.now() + retryAfterSeconds! * 1_000).toISOString();
      expect(preview.skipped).toEqual([{ reason: 'rate_limited', count: 1, rule, retry_at }]);
      expect(preview.warnings[0]).toBe(`The send would be refused: ${explanation}`);
      expect(explanation).toContain(retry_at);
    });

    test('counts each rule separately in a permissive batch', async () => {
      const here = place();
      for (const [index, [, tire]] of rests.entries()) await tire(here, `tired-${index}@mailbox.dev`);
      // Triggers the first two rules again, because the others took time.
      await sendMany(here, 'fresh@mailbox.dev', 5);
      const emails = ['tired-1', 'tired-2', 'fresh', 'other'].map((name) => ({
        ...mail,
        to: `${name}@mailbox.dev`,
      }));
      const assistant = assistantOf(here.platform, { token: here.token });
      const { preview } = (
        await assistant.call('send_email_batch', { emails, validation: 'permissive', dry_run: true })
      ).result;
      expect(preview.recipients).toBe(1);
      expect(
        preview.skipped.map(({ count, rule }: { count: number; rule: string }) => [count, rule]),
      ).toEqual([
        [1, '20 in 24 hours'],
        [1, '5 in 10 minutes'],
        [1, 'cooldown after a bounce'],
      ]);
    });
  });
});
