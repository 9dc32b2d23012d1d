import { type EmailHead, type EmailRecord, emailSummary } from '../../model/email/email.ts';
import { isoInstant } from '../../model/instant.ts';
import type { Page } from '../../store/page.ts';
import { eventsOfEmails, wholeEmails } from '../../store/records/transfers/export-reads.ts';
import type { OrganizationStore } from '../../store/store.ts';

export const emailHeadsMax = 200;

/** Loads whole mails with their events, up to a size limit. */
export async function exportedEmails<Body>(
  store: OrganizationStore,
  { rows, hasMore }: Page<EmailHead>,
  bodyOf: (email: EmailRecord) => Body | Promise<Body>,
  isWanted: (email: EmailRecord) => boolean = () => true,
): Promise<{ records: unknown[]; next: string | null }> {
  const emails = await wholeEmails(store, rows);
  const events = await eventsOfEmails(
    store,
    emails.map(({ id }) => id),
  );
  const records: unknown[] = [];
  for (const email of emails.filter(isWanted)) {
    records.push({
      ...emailSummary(email),
      body: await bodyOf(email),
      merge_values: email.mergeValues,
      template: email.template,
      badges: email.badges ?? [],
      events: (events.get(email.id) ?? []).map(({ type, at, machine, details }) => ({
        type,
        created_at: isoInstant(at),
        machine,
        data: details,
      })),
    });
  }
  const isCut = emails.length < rows.length;
  const last = isCut ? emails.at(-1) : rows.at(-1);
  return { records, next: last && (isCut || hasMore) ? String(last.key) : null };
}
