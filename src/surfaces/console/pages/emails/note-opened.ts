import { markRead, unreadAmong } from '../../../../store/records/mail/unread-mails.ts';
import type { Visit } from '../../page.ts';

/** Marks a captured or test mail as read, because a person opened it. Does nothing for live mail. */
export async function noteOpened({ engine, organization, now }: Visit, id: string): Promise<void> {
  const { reader } = engine.store.database;
  const unread = await unreadAmong({ queries: reader, organization: organization.key }, [id]);
  if (unread.size === 0) return;
  await engine.store.database.transaction((queries) =>
    markRead({ queries, organization: organization.key }, id, now),
  );
}
