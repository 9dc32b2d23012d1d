import type { EventTally } from '../../../model/campaign/mail-counts.ts';
import type {
  DeliveryMode,
  EmailEvent,
  EmailEventType,
  EmailRecord,
  EmailSource,
} from '../../../model/email/email.ts';
import type { Queries } from '../../database.ts';
import { forUpdate } from '../../row-lock.ts';
import { isMailOfErased } from '../people/erasures.ts';
import { noticeMail } from './mail-notice.ts';

export type MailPlace = { organization: number; id: string };

/**
 * Joins the pairs in `$1`. The `+ 0` prevents an index on the organization, by which PostgreSQL, with
 * outdated statistics, may read all mails of the organization for each id.
 */
export function wantedMails({ dialect }: Queries): string {
  return `${dialect.pairs('$1')} AS wanted
     JOIN emails mail ON mail.id = wanted.b AND mail.organization + 0 = wanted.a`;
}

export function wantedList(mails: readonly MailPlace[]): string {
  return JSON.stringify(mails.map(({ organization, id }) => [organization, id]));
}

/** A mail's status. `variant` is the A/B variant of its shared body. */
export type EmailStatusRow = Pick<
  EmailRecord,
  | 'lastEvent'
  | 'lastEventAt'
  | 'lastEventMachine'
  | 'source'
  | 'deliveryMode'
  | 'from'
  | 'toKey'
  | 'subscriberId'
  | 'campaignId'
  | 'workflowRunId'
> & { variant: number | null };

type Row = {
  id: string;
  last_event: EmailEventType;
  last_event_at: number;
  last_event_machine: number;
  source: EmailSource;
  delivery_mode: DeliveryMode;
  from_text: string;
  to_key: string;
  subscriber_id: string | null;
  campaign_id: string | null;
  workflow_run_id: string | null;
  variant: number | null;
  erased: number | boolean;
};

/** Locks mails in key order, to prevent deadlocks. Returns the status of each existing mail by id. */
export async function lockEmails(
  queries: Queries,
  mails: readonly MailPlace[],
): Promise<Map<string, EmailStatusRow>> {
  const rows = await queries.all<Row>(
    `SELECT mail.id, mail.last_event, mail.last_event_at, mail.last_event_machine, mail.source,
       mail.delivery_mode, mail.from_text, mail.to_key, mail.subscriber_id, mail.campaign_id, mail.workflow_run_id,
       (SELECT variant FROM mass_bodies
        WHERE mass_bodies.id = mail.body AND mass_bodies.organization + 0 = mail.organization
          AND mail.body_kind = 'shared') AS variant, ${isMailOfErased('mail')} AS erased
     FROM ${wantedMails(queries)}
     ORDER BY mail.key ${forUpdate(queries)}`,
    [wantedList(mails)],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        lastEvent: row.last_event,
        lastEventAt: row.last_event_at,
        lastEventMachine: row.last_event_machine === 1,
        source: row.source,
        deliveryMode: row.delivery_mode,
        from: row.from_text,
        toKey: row.erased ? '' : row.to_key,
        subscriberId: row.erased ? null : row.subscriber_id,
        campaignId: row.campaign_id,
        workflowRunId: row.workflow_run_id,
        variant: row.variant,
      },
    ]),
  );
}

/** A mail's last event. Instants are epoch ms. */
type LastOfMail = {
  event: EmailEventType;
  at: number;
  machine: boolean;
  sentAt: number | null;
  /** Canonical address of the recipient; empty after erasure, which also removes the content. */
  toKey: string;
  /** Key of the newest stored event; null if there is none. */
  newest: number | null;
};

export async function readLastEvent(
  { queries, organization }: { queries: Queries; organization: number },
  id: string,
): Promise<LastOfMail | undefined> {
  const row = await queries.get<
    Pick<Row, 'last_event' | 'last_event_at' | 'last_event_machine' | 'to_key' | 'erased'> & {
      sent_at: number | null;
      newest: number | null;
    }
  >(
    `SELECT last_event, last_event_at, last_event_machine, sent_at, to_key, ${isMailOfErased('emails')} AS erased,
       (SELECT max(event.key) FROM email_events event WHERE event.email_id = emails.id) AS newest
     FROM emails WHERE id = $1 AND organization = $2`,
    [id, organization],
  );
  return (
    row && {
      event: row.last_event,
      at: row.last_event_at,
      machine: row.last_event_machine === 1,
      sentAt: row.sent_at,
      toKey: row.erased ? '' : row.to_key,
      newest: row.newest,
    }
  );
}

/** Counts the events of mails by type, by mail id. Omits mails without events. */
export async function tallyEvents(
  queries: Queries,
  mails: readonly MailPlace[],
): Promise<Map<string, EventTally>> {
  const tallies = new Map<string, Required<EventTally>>();
  if (mails.length === 0) return tallies;
  const rows = await queries.all<{ id: string; type: EmailEventType; machine: number }>(
    `SELECT event.email_id AS id, event.type, event.machine
     FROM ${queries.dialect.pairs('$1')} AS wanted
     JOIN email_events event ON event.email_id = wanted.b AND event.organization = wanted.a`,
    [wantedList(mails)],
  );
  for (const { id, type, machine } of rows) {
    const tally = tallies.get(id) ?? { amounts: {}, machine: {} };
    tallies.set(id, tally);
    if (machine === 1 && (type === 'opened' || type === 'clicked')) {
      tally.machine[type] = (tally.machine[type] ?? 0) + 1;
    } else {
      tally.amounts[type] = (tally.amounts[type] ?? 0) + 1;
    }
  }
  return tallies;
}

/** A new last event. Instants are epoch ms. */
export type LastEventMove = {
  to: Pick<EmailEvent, 'type' | 'at' | 'machine'>;
  /** Epoch ms of the handover, if this event is one. */
  sentAt: number | null;
};

export async function moveLastEvents(
  queries: Queries,
  moves: readonly (LastEventMove & MailPlace)[],
): Promise<void> {
  if (moves.length === 0) return;
  for (const { organization } of moves) noticeMail(queries, organization);
  await queries.run(
    `UPDATE emails SET last_event = wanted.type, last_event_at = wanted.at, last_event_machine = wanted.machine,
       sent_at = coalesce(emails.sent_at, wanted.sent_at)
     FROM (SELECT CAST(value ->> 0 AS BIGINT) AS organization, value ->> 1 AS id, value ->> 2 AS type,
             CAST(value ->> 3 AS BIGINT) AS at, CAST(value ->> 4 AS INTEGER) AS machine,
             CAST(value ->> 5 AS BIGINT) AS sent_at
           FROM ${queries.dialect.elements('$1')}) AS wanted
     WHERE emails.id = wanted.id AND emails.organization + 0 = wanted.organization`,
    [
      JSON.stringify(
        moves.map(({ organization, id, to: { type, at, machine }, sentAt }) => {
          return [organization, id, type, at, machine ? 1 : 0, sentAt];
        }),
      ),
    ],
  );
}

/** Changes the delivery mode of captured mails, so that they are sent. */
export async function releaseMails(
  queries: Queries,
  organization: number,
  ids: readonly string[],
): Promise<void> {
  await queries.run(
    `UPDATE emails SET delivery_mode = 'live'
     WHERE organization + 0 = $1 AND delivery_mode = 'captured' AND id IN ${queries.dialect.strings('$2')}`,
    [organization, JSON.stringify(ids)],
  );
}

/** Sets a subscriber's status after a bounce or complaint. An unsubscribed subscriber stays unsubscribed. */
export async function markSubscriber(
  queries: Queries,
  organization: number,
  email: string,
  status: 'BOUNCED' | 'COMPLAINED',
  now: number,
): Promise<void> {
  await queries.run(
    `UPDATE subscribers SET status = $3, updated_at = $4
     WHERE organization = $1 AND email = $2 AND status IN ('ACTIVE', 'PENDING', 'BOUNCED') AND status <> $3`,
    [organization, email, status, now],
  );
}

export type HandedOverMail = {
  id: string;
  messageId: string;
  /** The accepting server as `host:port`. */
  by: string;
  reply: string;
};

const mailsMax = 50;

/** Returns the recipient's last mails that another server accepted since `since`, newest first. */
export async function mailsHandedOver(
  { queries, organization }: { queries: Queries; organization: number },
  recipient: string,
  since: number,
): Promise<HandedOverMail[]> {
  const rows = await queries.all<{ id: string; message_id: string; details: string | null }>(
    `SELECT mail.id, mail.message_id,
       (SELECT taken.details FROM email_events taken
        WHERE taken.email_id = mail.id AND taken.organization = $1 AND taken.type = 'sent'
        ORDER BY taken.key DESC LIMIT 1) AS details
     FROM (SELECT key, id, message_id, created_at FROM emails
           WHERE organization = $1 AND to_key = $2 AND NOT ${isMailOfErased('emails')} ORDER BY key DESC LIMIT ${mailsMax}) AS mail
     WHERE mail.created_at >= $3 ORDER BY mail.key DESC`,
    [organization, recipient, since],
  );
  return rows.flatMap(({ id, message_id: messageId, details }) => {
    if (details === null) return [];
    const { by, message } = JSON.parse(details) as { by?: unknown; message?: unknown };
    return typeof by === 'string' ? [{ id, messageId, by, reply: String(message ?? '') }] : [];
  });
}
