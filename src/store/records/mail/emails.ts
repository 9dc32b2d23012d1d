import type { KeptBody } from '../../../model/content/body.ts';
import type {
  EmailEvent,
  EmailEventType,
  EmailHead,
  EmailRecord,
  EmailSource,
  TimelineEntry,
} from '../../../model/email/email.ts';
import { troubledEvents } from '../../../model/email/trouble.ts';
import { jsonOctets, rowOctets } from '../../../model/organization/storage.ts';
import { type Column, Columns, flag, generated, json, plain } from '../../columns.ts';
import type { Queries, Value } from '../../database.ts';
import {
  containsPattern,
  createdOrderSlackMs,
  keyOfId,
  type Listing,
  lastKeyBefore,
  type Page,
  type PageRequest,
  readPage,
} from '../../page.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import { indexedSearch, searchedTables } from '../../search-index.ts';
import { isMailOfErased } from '../people/erasures.ts';
import { type EmailStatusRow, lockEmails, type MailPlace, wantedList, wantedMails } from './email-status.ts';
import { noticeMail } from './mail-notice.ts';
import { changeStorage } from './storage.ts';

const head = {
  key: generated('key'),
  id: plain('id'),
  organization: plain('organization'),
  token: plain('token'),
  source: plain('source'),
  deliveryMode: plain('delivery_mode'),
  lastEvent: plain('last_event'),
  lastEventAt: plain('last_event_at'),
  lastEventMachine: flag('last_event_machine'),
  createdAt: plain('created_at'),
  sentAt: plain('sent_at'),
  from: plain('from_text'),
  to: plain('to_text'),
  toKey: plain('to_key'),
  replyTo: plain('reply_to_text'),
  subject: plain('subject'),
  preview: plain('preview'),
  messageId: plain('message_id'),
  subscriberId: plain('subscriber_id'),
  campaignId: plain('campaign_id'),
  workflowRunId: plain('workflow_run_id'),
} as const satisfies { [Field in keyof EmailHead]: Column<EmailHead[Field]> };

const headColumns = new Columns<EmailHead>(head);
const columns = new Columns<EmailRecord>({
  ...head,
  mergeValues: json('merge_values'),
  mergeMissing: json('merge_missing'),
  body: {
    names: ['body_kind', 'body'],
    read: ({ body_kind: kind, body: source }) => ({ kind, source }) as KeptBody,
    write: ({ kind, source }) => [kind, source],
  },
  badges: json('badges'),
  tracked: {
    names: ['tracked'],
    read: ({ tracked }) => ({
      opens: String(tracked).includes('opens'),
      clicks: String(tracked).includes('clicks'),
    }),
    write: ({ opens, clicks }) => [[opens && 'opens', clicks && 'clicks'].filter(Boolean).join(' ')],
  },
  automatic: flag('automatic'),
  transactional: flag('transactional'),
  trace: plain('trace'),
  cause: json('cause'),
  template: json('template'),
});

const insertHead = `INSERT INTO emails (${columns.inserted})`;

/** Hides event details while the recipient is being erased. */
export const shownDetails = `CASE WHEN EXISTS (SELECT 1 FROM erasures) AND EXISTS (
  SELECT 1 FROM emails WHERE emails.id = email_events.email_id AND ${isMailOfErased('emails')}) THEN '{}' ELSE details END AS details`;
const eventSelect = `SELECT type, at, machine, ${shownDetails} FROM email_events`;

type EmailFilters = {
  lastEvent?: EmailEventType | undefined;
  to?: string | undefined;
  from?: string | undefined;
  subscriberId?: string | undefined;
  campaignId?: string | undefined;
  source?: EmailSource | undefined;
  deliveryMode?: EmailRecord['deliveryMode'] | undefined;
  /** Captured and test mail only. */
  unsent?: true | undefined;
  /** Key of the accepting API token. */
  token?: number | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  query?: string | undefined;
};

/** An index range, the filters that remain, and the bounds of the key. */
type EmailRange = {
  where: string;
  values: Value[];
  scanned: EmailFilters;
  above: number | undefined;
  upTo: number | undefined;
};

export class EmailRecords extends ScopedRecords {
  async keyOf(id: string): Promise<number | undefined> {
    return await keyOfId(this.queries, 'emails', this.organization, id);
  }

  async byId(id: string): Promise<EmailRecord | undefined> {
    const row = await this.queries.get<ErasableRow>(
      `SELECT ${columns.names}, ${isMailOfErased('emails')} AS erased FROM emails WHERE id = $1 AND organization = $2`,
      [id, this.organization],
    );
    return row && readEmail(row);
  }

  /** Locks a mail and returns its status. No other transaction can move or erase it until this one ends. */
  async hold(id: string): Promise<EmailStatusRow | undefined> {
    const held = await lockEmails(this.queries, [{ organization: this.organization, id }]);
    return held.get(id);
  }

  /** Returns a mail's events after `queued`, oldest first. */
  async events(id: string): Promise<EmailEvent[]> {
    return (await this.timeline(id)).filter((entry) => entry.type !== 'reencoded');
  }

  /** Returns a mail's events and notes after `queued`, oldest first. */
  async timeline(id: string): Promise<TimelineEntry[]> {
    const rows = await this.queries.all<EventRow>(
      `${eventSelect} WHERE email_id = $1 AND organization = $2 ORDER BY key LIMIT ${eventsShownMax}`,
      [id, this.organization],
    );
    return rows.map(eventOf);
  }

  /** Returns the details of the event that troubled each mail of a page, by mail id, in one statement. Omits other mails. */
  async troubles(
    emails: readonly Pick<EmailHead, 'id' | 'organization' | 'lastEvent'>[],
  ): Promise<Map<string, Pick<EmailEvent, 'type' | 'details'>>> {
    const own = emails.filter(({ organization }) => organization === this.organization);
    const troubled = own.filter(({ lastEvent }) => isTroubled(lastEvent));
    if (troubled.length === 0) return new Map();
    const rows = await this.queries.all<{ id: string; type: EmailEventType; details: string | null }>(
      `SELECT mail.id, mail.last_event AS type, (SELECT event.details FROM email_events event
         WHERE event.email_id = mail.id AND event.organization + 0 = mail.organization AND event.type = mail.last_event
         ORDER BY event.key DESC LIMIT 1) AS details
       FROM ${wantedMails(this.queries)} WHERE NOT ${isMailOfErased('mail')}`,
      [wantedList(troubled)],
    );
    // A mail may have been delivered between the two reads.
    return new Map(
      rows
        .filter(({ type, details }) => isTroubled(type) && details !== null)
        .map(({ id, type, details }) => [id, { type, details: JSON.parse(details!) }]),
    );
  }

  async page(filters: EmailFilters, request: PageRequest): Promise<Page<EmailHead>> {
    const { where, values, scanned, above, upTo } = await this.#range(filters);
    const page = await readPage<{ key: number } & ErasableRow>(
      this.queries,
      {
        select: `SELECT ${headColumns.names}, ${isMailOfErased('emails')} AS erased FROM emails WHERE ${where}`,
        values,
        key: 'key',
        above,
        upTo,
        scan: await this.#scan(scanned),
      },
      request,
    );
    const rows = page.rows.map((row) => ({ ...headColumns.read(row), ...(row.erased && withoutPerson) }));
    return { ...page, rows };
  }

  /** Counts at most `most` mails. Returns undefined if no index covers the filters. */
  async count(filters: EmailFilters, most: number): Promise<number | undefined> {
    const { where, values, scanned, above, upTo } = await this.#range(filters);
    if (scanOf(this.organization, scanned) !== undefined) return undefined;
    const from = above === undefined ? '' : ` AND key > $${values.push(above)}`;
    const to = upTo === undefined ? '' : ` AND key <= $${values.push(upTo)}`;
    const row = await this.queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM (SELECT 1 FROM emails WHERE ${where}${from}${to} LIMIT $${values.push(most)}) AS counted`,
      values,
    );
    return row?.amount ?? 0;
  }

  async #scan(filters: EmailFilters): Promise<Listing['scan']> {
    const scan = scanOf(this.organization, filters);
    if (scan === undefined) return undefined;
    const search = await indexedSearch(this.queries, 'emails', this.organization, filters.query);
    return { ...scan, search };
  }

  /** Chooses an index range for a page, and returns the filters that remain. */
  async #range(filters: EmailFilters): Promise<EmailRange> {
    const values: Value[] = [this.organization];
    let where = 'organization = $1';
    const scanned = { ...filters };
    if (filters.to !== undefined || filters.subscriberId !== undefined || filters.query !== undefined) {
      where += ` AND NOT ${isMailOfErased('emails')}`;
    }
    const chosen = await this.#narrowest(filters);
    if (chosen !== undefined) {
      where += ` AND ${indexed[chosen]} = $${values.push(filters[chosen]!)}`;
      delete scanned[chosen];
    } else if (filters.unsent) {
      // As in the condition of the index `emails_unsent`.
      where += " AND delivery_mode <> 'live'";
      delete scanned.unsent;
    }
    const { createdAfter, createdBefore } = filters;
    const before = async (at: number | undefined): Promise<number | undefined> =>
      at === undefined ? undefined : await this.#lastBefore(at);
    const above = await before(createdAfter && createdAfter - createdOrderSlackMs);
    const upTo = await before(createdBefore && createdBefore + createdOrderSlackMs);
    return { where, values, scanned, above, upTo };
  }

  /** Returns the indexed filter with the fewest matches, or the first if all have many. */
  async #narrowest(filters: EmailFilters): Promise<IndexedFilter | undefined> {
    const given = indexedFilters.filter((name) => filters[name] !== undefined);
    if (given.length < 2) return given[0];
    let narrowest: { name: IndexedFilter; amount: number } | undefined;
    for (const name of given) {
      const row = await this.queries.get<{ amount: number }>(
        `SELECT count(*) AS amount FROM (SELECT 1 FROM emails
           WHERE organization = $1 AND ${indexed[name]} = $2 LIMIT ${comparedMax}) AS few`,
        [this.organization, filters[name]!],
      );
      const amount = row?.amount ?? 0;
      if (!narrowest || amount < narrowest.amount) narrowest = { name, amount };
    }
    return narrowest?.name;
  }

  async #lastBefore(at: number): Promise<number> {
    return await lastKeyBefore(this.queries, 'emails', this.organization, at);
  }
}

type ErasableRow = { erased: number | boolean };

const withoutPerson = {
  to: '',
  toKey: '',
  subject: '',
  preview: null,
  replyTo: null,
  subscriberId: null,
} as const satisfies Partial<EmailHead>;

function readEmail(row: ErasableRow): EmailRecord {
  const email = columns.read(row);
  if (!row.erased) return email;
  return {
    ...email,
    ...withoutPerson,
    mergeValues: null,
    mergeMissing: null,
    body: { kind: 'html', source: '' },
    badges: null,
    tracked: { opens: false, clicks: false },
  };
}

const isTroubled = (event: EmailEventType): boolean =>
  (troubledEvents as readonly EmailEventType[]).includes(event);

const eventsShownMax = 500;

type EventRow = { type: TimelineEntry['type']; at: number; machine: number; details: string };

function eventOf(row: EventRow): TimelineEntry {
  return { type: row.type, at: row.at, machine: row.machine === 1, details: JSON.parse(row.details) };
}

/** Filters with their own index, which ends with the key. The most selective come first. */
const indexed = {
  to: 'to_key',
  subscriberId: 'subscriber_id',
  campaignId: 'campaign_id',
  lastEvent: 'last_event',
  source: 'source',
} as const satisfies { [Name in keyof EmailFilters]: string };
type IndexedFilter = keyof typeof indexed;
const indexedFilters = Object.keys(indexed) as IndexedFilter[];
/** Index entries counted to compare the selectivity of two filters. */
const comparedMax = 2_000;

/** Returns the conditions that the range does not cover, for a scan slice by slice. */
function scanOf(organization: number, filters: EmailFilters): Listing['scan'] {
  const conditions: string[] = [];
  const values: Value[] = [];
  const add = (condition: (parameter: string) => string, value: Value | undefined): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  for (const name of indexedFilters) {
    // An expression, so that the planner does not switch to this column's index.
    add((parameter) => `${indexed[name]} || '' = ${parameter}`, filters[name]);
  }
  add((parameter) => `delivery_mode = ${parameter}`, filters.deliveryMode);
  add((parameter) => `delivery_mode <> ${parameter}`, filters.unsent && 'live');
  add((parameter) => `token = ${parameter}`, filters.token);
  add((parameter) => `created_at > ${parameter}`, filters.createdAfter);
  add((parameter) => `created_at < ${parameter}`, filters.createdBefore);
  add(
    (parameter) => `lower(from_text) LIKE ${parameter} ESCAPE '\\'`,
    filters.from === undefined ? undefined : containsPattern(filters.from),
  );
  add(
    (parameter) => `lower(${searchedTables.emails.text}) LIKE ${parameter} ESCAPE '\\'`,
    filters.query === undefined ? undefined : containsPattern(filters.query),
  );
  if (conditions.length === 0) return undefined;
  return { table: 'emails', organization, condition: conditions.join(' AND '), values };
}

/** Returns mails of any organizations by id, without mails that their organization does not have. Only for the worker. */
export async function emailsAt(
  queries: Queries,
  places: readonly MailPlace[],
): Promise<Map<string, EmailRecord>> {
  const rows = await queries.all<{ id: string } & ErasableRow>(
    `SELECT mail.*, ${isMailOfErased('mail')} AS erased FROM ${wantedMails(queries)}`,
    [wantedList(places)],
  );
  return new Map(rows.map((row) => [row.id, readEmail(row)]));
}

/** Adds mails of any organizations. Only for the acceptance flow, which has checked each mail. */
export async function addEmails(
  queries: Queries,
  emails: readonly Omit<EmailRecord, 'key'>[],
): Promise<void> {
  for (const { organization, body, mergeValues } of emails) {
    const octets = Buffer.byteLength(body.source) + jsonOctets(mergeValues) + rowOctets.mail;
    changeStorage(queries, organization, octets);
    noticeMail(queries, organization);
  }
  await queries.insert(
    insertHead,
    emails.map((email) => columns.values(email)),
  );
}

export async function addEmailEvents(
  queries: Queries,
  events: readonly { organization: number; emailId: string; event: TimelineEntry }[],
): Promise<void> {
  await queries.insert(
    'INSERT INTO email_events (organization, email_id, type, at, machine, details)',
    events.map(({ organization, emailId, event }) => [
      organization,
      emailId,
      event.type,
      event.at,
      event.machine ? 1 : 0,
      JSON.stringify(event.details),
    ]),
  );
}
