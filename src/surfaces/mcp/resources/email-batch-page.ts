import type { z } from 'zod';
import { limitMax } from '../../../contract/list.ts';
import type { EmailSummary } from '../../../model/email/email.ts';
import type { Fields } from '../../../model/text/fields.ts';
import { markdownTable, markdownText } from '../output/markdown-table.ts';

type Listed = z.infer<typeof EmailSummary>;

/** Markdown, because up to 100 emails would not fit as JSON. `emails` are newest first. */
export function emailBatchPage(emails: readonly Listed[], more: boolean): string {
  const counts = new Map<string, number>();
  for (const { last_event: event } of emails) counts.set(event, (counts.get(event) ?? 0) + 1);
  return [
    `# ${emails.length} emails accepted at ${emails[0]!.created_at}`,
    [...counts].map(([event, count]) => `- ${event}: ${count}`).join('\n'),
    markdownTable(
      ['Email', 'To', 'Last event', 'Why', 'Next attempt'],
      emails.toReversed().map((email) => {
        const { id, to, last_event: event, trouble } = email;
        return [
          id,
          to.map(markdownText).join(', '),
          event,
          trouble?.reason ?? '',
          trouble?.next_attempt_at ?? '',
        ];
      }),
    ),
    ...(more ? ['More were accepted at the same time: list_emails with batch shows them.'] : []),
    '',
  ].join('\n\n');
}

type Use = (tool: string, input: Fields) => Promise<Fields | null>;

/** Returns null if the email did not come through the API. */
export async function loadBatch(
  use: Use,
  useList: Use,
  id: string,
): Promise<{ data: Listed[]; has_more: boolean } | null> {
  const email = await use('get_email', { id });
  if (email?.source !== 'api') return null;
  const list = await useList('list_emails', { batch: id, limit: limitMax });
  return list as { data: Listed[]; has_more: boolean } | null;
}
