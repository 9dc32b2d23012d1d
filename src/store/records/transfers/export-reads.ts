/** Reads of whole organizations for exports, in keyset pages with limited rows and octets. */
import { type RecipientLine, recipientStates } from '../../../model/campaign/recipient.ts';
import type { EmailEvent, EmailHead, EmailRecord } from '../../../model/email/email.ts';
import type { RawMessage } from '../../../model/message/raw-message.ts';
import type { Queries } from '../../database.ts';
import { OrganizationStore } from '../../store.ts';
import type { CampaignBodyRecord } from '../campaigns/campaign-bodies.ts';
import { emailsAt, shownDetails } from '../mail/emails.ts';
import { isMailOfErased } from '../people/erasures.ts';

/** Maximum size of a page. A single larger item still fits. */
const pageOctetsMax = 2 * 1024 * 1024;
/** Rows per statement if their number is not known beforehand. */
const rowsMax = 1_000;

/** Returns the same store, but reading on the walk connection, which does not block requests. */
export function awayStore({ queries, organization }: OrganizationStore): OrganizationStore {
  const away = queries.away(organization);
  const reading: Queries = {
    ...queries,
    all: (sql, values) => away.all(sql, values),
    get: (sql, values) => away.get(sql, values),
  };
  return new OrganizationStore(reading, organization);
}

/** Returns the first mails of a page with bodies, as many as fit into a page's octets. */
export async function wholeEmails(
  { queries, organization }: OrganizationStore,
  heads: readonly EmailHead[],
): Promise<EmailRecord[]> {
  const lengths = await queries.all<{ key: number; octets: number }>(
    `SELECT key, octet_length(body) AS octets FROM emails
     WHERE +organization = $1 AND key IN ${queries.dialect.integers('$2')}`,
    [organization, JSON.stringify(heads.map(({ key }) => key))],
  );
  const octetsOf = new Map(lengths.map(({ key, octets }) => [key, Number(octets)]));
  const fitting = firstWithin(heads, ({ key }) => octetsOf.get(key) ?? 0);
  const whole = await emailsAt(
    queries,
    fitting.map(({ id }) => ({ organization, id })),
  );
  return fitting.flatMap(({ id }) => whole.get(id) ?? []);
}

export async function eventsOfEmails(
  { queries, organization }: OrganizationStore,
  ids: readonly string[],
): Promise<Map<string, EmailEvent[]>> {
  type Row = { key: number; email_id: string; at: number; machine: number; details: string } & Pick<
    EmailEvent,
    'type'
  >;
  const events = new Map<string, EmailEvent[]>(ids.map((id) => [id, []]));
  for (let after = 0; ; ) {
    const rows = await queries.all<Row>(
      `SELECT key, email_id, type, at, machine, ${shownDetails} FROM email_events
       WHERE email_id IN ${queries.dialect.strings('$1')} AND organization = $2 AND key > $3
       ORDER BY key LIMIT ${rowsMax}`,
      [JSON.stringify(ids), organization, after],
    );
    for (const { email_id: id, type, at, machine, details } of rows) {
      events.get(id)?.push({ type, at, machine: machine === 1, details: JSON.parse(details) });
    }
    const last = rows.at(-1);
    if (rows.length < rowsMax || !last) return events;
    after = last.key;
  }
}

type MessagePage = { rows: (RawMessage & { id: string; createdAt: number })[]; next: string | null };

export async function nextMessages(
  { queries, organization }: OrganizationStore,
  after: string,
): Promise<MessagePage> {
  const ids = await queries.all<{ id: string }>(
    `SELECT DISTINCT body AS id FROM emails
     WHERE organization = $1 AND body_kind = 'mime' AND body > $2 AND NOT ${isMailOfErased('emails')} ORDER BY body LIMIT ${rowsMax / 10}`,
    [organization, after],
  );
  if (ids.length === 0) return { rows: [], next: null };
  const lengths = await queries.all<{ id: string; octets: number }>(
    `SELECT id, octets FROM raw_messages WHERE id IN ${queries.dialect.strings('$1')} AND organization = $2`,
    [JSON.stringify(ids.map(({ id }) => id)), organization],
  );
  const octetsOf = new Map(lengths.map(({ id, octets }) => [id, Number(octets)]));
  const fitting = firstWithin(ids, ({ id }) => octetsOf.get(id) ?? 0);
  const rows = await queries.all<MessagePage['rows'][number]>(
    `SELECT id, header, body, created_at AS "createdAt" FROM raw_messages
     WHERE id IN ${queries.dialect.strings('$1')} AND organization = $2 ORDER BY id`,
    [JSON.stringify(fitting.map(({ id }) => id)), organization],
  );
  return { rows, next: fitting.at(-1)!.id };
}

export async function nextCampaignBodies(
  store: OrganizationStore,
  after: string,
): Promise<{ rows: CampaignBodyRecord[]; next: string | null }> {
  const { queries, organization } = store;
  const next = await queries.get<{ campaign: string }>(
    `SELECT campaign_id AS campaign FROM mass_bodies WHERE organization = $1 AND campaign_id > $2
     ORDER BY campaign_id LIMIT 1`,
    [organization, after],
  );
  if (!next) return { rows: [], next: null };
  const ids = await queries.all<{ id: string }>(
    `SELECT id FROM mass_bodies WHERE organization = $1 AND campaign_id = $2 ORDER BY key LIMIT ${rowsMax}`,
    [organization, next.campaign],
  );
  const rows: CampaignBodyRecord[] = [];
  for (const { id } of ids) {
    const body = await store.massBodies.byId(id);
    if (body) rows.push(body);
  }
  return { rows, next: next.campaign };
}

type Membership = Omit<RecipientLine, 'subscriberId' | 'email' | 'lastEvent'> & {
  campaign: number;
  campaignId: string;
  unsubscribedAt: number | null;
};

export async function nextMemberships(
  { queries, organization }: OrganizationStore,
  subscriber: number,
  after: number,
): Promise<Membership[]> {
  const rows = await queries.all<Omit<Membership, 'state'> & { state: number }>(
    `SELECT line.campaign, campaigns.id AS "campaignId", line.state, line.reason, line.variant,
       line.email_id AS "emailId", line.changed_at AS "changedAt", line.opened_at AS "openedAt",
       line.clicked_at AS "clickedAt", line.unsubscribed_at AS "unsubscribedAt"
     FROM campaign_recipients line JOIN campaigns ON campaigns.key = line.campaign AND campaigns.organization = $1
     WHERE line.subscriber = $2 AND line.campaign > $3 ORDER BY line.campaign LIMIT ${rowsMax / 2}`,
    [organization, subscriber, after],
  );
  return rows.map((row) => ({ ...row, state: recipientStates[row.state]! }));
}

/** Returns the first items that fit into a page's octets together; at least one. */
function firstWithin<Item>(items: readonly Item[], octetsOf: (item: Item) => number): Item[] {
  let octets = 0;
  const end = items.findIndex((item, index) => {
    octets += octetsOf(item);
    return index > 0 && octets > pageOctetsMax;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
