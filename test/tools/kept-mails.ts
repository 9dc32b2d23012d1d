import type { EmailRecord, EmailSource } from '../../src/model/email/email.ts';
import type { EmailEventType } from '../../src/model/email/lifecycle.ts';
import { addEmails } from '../../src/store/records/mail/emails.ts';
import type { Place } from './both-databases.ts';

export type Sketch = {
  source: EmailSource;
  lastEvent: EmailEventType;
  from: string;
  to: string;
  subject: string;
  subscriberId: string | null;
  campaignId: string | null;
  createdAt: number;
};

export const campaign = `cmp_${'0'.repeat(25)}1`;
export const usual: Omit<Sketch, 'createdAt'> = {
  source: 'api',
  lastEvent: 'delivered',
  from: 'Acme <hello@acme.dev>',
  to: 'reader@mailbox.dev',
  subject: 'Your receipt',
  subscriberId: null,
  campaignId: null,
};

/** More mails than one page of a list scans. */
export const manyMails = 9_000;

/** Stores mails directly, oldest first, and returns them with their ids. */
export async function keep(
  { platform, organization }: Place,
  sketches: readonly Sketch[],
): Promise<(Sketch & { id: string })[]> {
  const { engine } = platform.platform;
  const kept = sketches.map((sketch) => ({ ...sketch, id: engine.world.ids.id('eml') }));
  for (let at = 0; at < kept.length; at += 1_000) {
    await engine.store.database.transaction((queries) =>
      addEmails(
        queries,
        kept.slice(at, at + 1_000).map(
          (mail): Omit<EmailRecord, 'key'> => ({
            ...mail,
            organization: organization.key,
            token: null,
            deliveryMode: 'live',
            lastEventAt: mail.createdAt,
            lastEventMachine: false,
            sentAt: null,
            toKey: mail.to,
            replyTo: null,
            preview: null,
            messageId: `<${mail.id}@acme.dev>`,
            workflowRunId: null,
            mergeValues: null,
            mergeMissing: null,
            body: { kind: 'markdown', source: 'Thank you' },
            badges: null,
            tracked: { opens: false, clicks: false },
            automatic: false,
            transactional: false,
            trace: null,
            cause: null,
            template: null,
          }),
        ),
      ),
    );
  }
  return kept;
}
