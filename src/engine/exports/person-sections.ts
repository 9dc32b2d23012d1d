import type { EmailRecord } from '../../model/email/email.ts';
import { isoInstant, isoInstantOrNull } from '../../model/instant.ts';
import { auditAnswer } from '../../model/organization/audit.ts';
import { eventAnswer } from '../../model/subscriber/event.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { suppressionAnswer } from '../../model/subscriber/suppression.ts';
import { nextMemberships } from '../../store/records/transfers/export-reads.ts';
import type { SecretBox } from '../context/secret-box.ts';
import { erasedMark } from '../recipients/recipient-marks.ts';
import { answerSubscribers } from '../subscribers/find-subscriber.ts';
import { emailHeadsMax, exportedEmails } from './email-records.ts';
import { jsonLines, onePage, type PageOf, type SectionScope, sectionRowsMax } from './section.ts';
import { runsPage } from './workflow-records.ts';

export type Person = {
  email: string;
  /** Null for an address without a subscriber, which may still have mail or suppressions. */
  subscriber: SubscriberRecord | null;
};

type PersonScope = SectionScope & { person: Person; secretBox: SecretBox };

/** By field of the export. `test/tools/exports/person-schema.test.ts` finds tables without a field. */
export const personSections: Readonly<Record<string, PageOf<PersonScope>>> = {
  profile: onePage(async ({ store, person: { subscriber } }) =>
    subscriber ? await answerSubscribers(store, [subscriber]) : [],
  ),
  suppressions: onePage(async ({ store, person: { email }, secretBox, at }) => {
    // Suppressions outlive an erasure under a mark of the address.
    const mark = erasedMark({ secretBox }, store.organization, email);
    const found = await store.suppressions.forAddresses([email, mark], at);
    return found.map((one) => suppressionAnswer({ ...one, email }));
  }),
  campaigns: async ({ store, person: { subscriber } }, after) => {
    if (!subscriber) return { text: '', rows: 0, next: null };
    const rows = await nextMemberships(store, subscriber.key, Number(after ?? 0));
    const records = rows.map(({ campaign: _, changedAt, openedAt, clickedAt, unsubscribedAt, ...line }) => ({
      ...line,
      changedAt: isoInstant(changedAt),
      openedAt: isoInstantOrNull(openedAt),
      clickedAt: isoInstantOrNull(clickedAt),
      unsubscribedAt: isoInstantOrNull(unsubscribedAt),
    }));
    const last = rows.at(-1);
    return { text: jsonLines(records), rows: records.length, next: last ? String(last.campaign) : null };
  },
  events: async ({ store, signal, person: { subscriber } }, after) => {
    if (!subscriber) return { text: '', rows: 0, next: null };
    const request = { limit: sectionRowsMax, after: after === null ? undefined : Number(after), signal };
    const { rows, hasMore } = await store.events.page(subscriber.key, undefined, request);
    const next = hasMore ? String(rows.at(-1)!.key) : null;
    return { text: jsonLines(rows.map(eventAnswer)), rows: rows.length, next };
  },
  workflow_runs: async ({ store, person: { subscriber } }, after) =>
    subscriber ? await runsPage(store, subscriber.key, after) : { text: '', rows: 0, next: null },
  emails: emailsPage,
  audit_log: async ({ store, signal, person: { email, subscriber } }, after) => {
    const request = { limit: sectionRowsMax, after: after === null ? undefined : Number(after), signal };
    const { rows, hasMore } = await store.audit.pageAbout({ id: subscriber?.id ?? null, email }, request);
    const next = hasMore ? String(rows.at(-1)!.key) : null;
    return { text: jsonLines(rows.map(auditAnswer)), rows: rows.length, next };
  },
};

/** Cursor prefix for mail that went to an earlier address of the subscriber. */
const earlierAddress = 'earlier:';

/** Reads mail to the address, then the subscriber's mail to other addresses. */
async function emailsPage(
  { store, signal, person: { email, subscriber } }: PersonScope,
  after: string | null,
) {
  const isEarlier = after?.startsWith(earlierAddress) ?? false;
  const position = isEarlier ? after!.slice(earlierAddress.length) : after;
  const request = {
    limit: emailHeadsMax,
    after: position === null || position === '' ? undefined : Number(position),
    signal,
  };
  const page = await store.emails.page(isEarlier ? { subscriberId: subscriber!.id } : { to: email }, request);
  const { records, next } = await exportedEmails(
    store,
    page,
    (mail) => personalBody(store, mail),
    ({ toKey }) => !isEarlier || toKey !== email,
  );
  const prefix = isEarlier ? earlierAddress : '';
  const following = next === null ? (isEarlier || !subscriber ? null : earlierAddress) : prefix + next;
  return { text: jsonLines(records), rows: records.length, next: following };
}

async function personalBody({ massBodies, rawMessages }: PersonScope['store'], { body }: EmailRecord) {
  switch (body.kind) {
    case 'shared':
      return (await massBodies.byId(body.source))?.body ?? null;
    case 'mime': {
      const message = await rawMessages.byId(body.source);
      if (!message) return null;
      const source = Buffer.from(`${message.header}\r\n${message.body}`, 'latin1');
      return { kind: 'mime', source: source.toString('base64') };
    }
    case 'removed':
      return { kind: 'removed', removed_at: isoInstant(Number(body.source)) };
    default:
      return body;
  }
}
