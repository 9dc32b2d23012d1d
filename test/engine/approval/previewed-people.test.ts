import { expect, it } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { draftCampaign, previewed } from './preview-scene.ts';

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
const ada = 'ada@mailbox.dev';
const batch = (...to: string[]) => ({ emails: to.map((one) => ({ ...mail, to: one })) });

/** A preview counts each subscriber once and lists the recipients. */
onBothDatabases((place) => {
  it.each<[string, (here: Place) => Promise<Record<string, unknown>>, string[], number, string | undefined]>([
    ['send_test_email', async () => ({ ...mail, to: [ada, ada] }), [ada, ada], 1, '2 mails go to one person'],
    [
      'test_campaign',
      async (here) => ({ campaignId: (await draftCampaign(here)).id, to: [ada, ada] }),
      [ada, ada],
      1,
      '2 mails go to one person',
    ],
    [
      'send_email_batch',
      async () => batch(ada, 'Ada@Mailbox.dev', '"Ada" <ada@mailbox.dev>', 'bob@mailbox.dev'),
      [ada, 'Ada@mailbox.dev', ada, 'bob@mailbox.dev'],
      2,
      '4 mails go to 2 people',
    ],
    // Delivery uses the address with its label; counting subscribers ignores the label.
    [
      'send_email_batch',
      async () => batch(ada, 'ada+shop@mailbox.dev'),
      [ada, 'ada+shop@mailbox.dev'],
      2,
      undefined,
    ],
  ])(
    'a preview counts each person once and lists every recipient: %s',
    async (tool, given, to, people, warning) => {
      const here = place();
      const input = await given(here);
      const preview = await previewed(here, tool, input);
      expect(preview).toMatchObject({ to, recipients: people });
      const first = expect(preview.warnings[0] ?? '');
      if (warning === undefined) first.not.toMatch(/mails go to/);
      else first.toBe(warning);
      const { result } = await assistantOf(here.platform, { token: here.token }).call(tool, input);
      expect(result.details.preview.recipients).toBe(people);
      const { result: tried } = await assistantOf(here.platform, { token: here.token }).call(tool, {
        ...input,
        dry_run: true,
      });
      expect(tried.preview.recipients).toBe(people);
    },
  );
});
