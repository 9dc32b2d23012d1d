import {
  type RecipientFilter,
  type RecipientLine,
  recipientStates,
} from '../../../model/campaign/recipient.ts';
import type { SubscriberStatus } from '../../../model/subscriber/subscriber.ts';
import { findSliceEnd, type SliceSize } from '../../audience/audience-slice-size.ts';
import { type AudienceTerms, audienceCondition } from '../../audience/audience-sql.ts';
import type { Queries, Value } from '../../database.ts';
import { type Page, type PageRequest, readPage } from '../../page.ts';
import { ScopedRecords } from '../../scoped-records.ts';

type KeyedLine = RecipientLine & { key: number };

/** A recipient whose mail is pending. Address and status are null if the subscriber was deleted. */
export type WaitingRecipient = {
  subscriber: number;
  variant: number | null;
  email: string | null;
  status: SubscriberStatus | null;
};

/** Number of variants in an A/B test, and the tested percentage of the audience. */
export type Split = { variants: number; percent: number };

/** Subscribers with `above` < key <= `upTo`, restricted to `keys` if given. */
type GatherRange = { above: number; upTo: number; keys?: readonly number[] };

/** Recipient rows per slice of a walk that excludes recipient domains. */
const walkRows = 5_000;
const sliceLines = 5_000;
/** Recipient rows deleted per statement, about 3 ms of the writer. */
const removedRows = 1_000;

type LineRow = Omit<KeyedLine, 'state'> & { state: number };

/** Recipients of campaigns. Rows need no organization, because the campaign key was read within it. */
export class RecipientRecords extends ScopedRecords {
  /** Returns the highest subscriber key; 0 if there is no subscriber. */
  async newestSubscriber(): Promise<number> {
    const row = await this.queries.get<{ key: number }>(
      'SELECT key FROM subscribers WHERE organization = $1 ORDER BY key DESC LIMIT 1',
      [this.organization],
    );
    return row?.key ?? 0;
  }

  /** Returns the last key of the next slice of subscribers; undefined if the slice reaches `upTo`. */
  async sliceEnd(above: number, upTo: number, stretch: SliceSize): Promise<number | undefined> {
    const row = await this.queries.away(this.organization).get<{ key: number }>(
      findSliceEnd(
        `SELECT key${stretch.octets === null ? '' : ', octet_length(attributes) AS octets'} FROM subscribers
         WHERE organization = $1 AND key > $2 AND key <= $3`,
        'ASC',
        stretch,
      ),
      [this.organization, above, upTo],
    );
    return row?.key;
  }

  /** Enrolls the ACTIVE subscribers of a range who are in the audience. Returns the number of new rows. */
  async gather(
    campaign: number,
    terms: AudienceTerms,
    split: Split | null,
    range: GatherRange,
    now: number,
  ): Promise<number> {
    const values: Value[] = [this.organization, range.above, range.upTo, campaign, now];
    const only =
      range.keys === undefined
        ? ''
        : `AND subscribers.key IN ${this.queries.dialect.integers(`$${values.push(JSON.stringify(range.keys))}`)}`;
    const variant = variantOf(split, values);
    const condition = audienceCondition(terms, this.queries.dialect, values, now);
    return await this.queries.run(
      `INSERT INTO campaign_recipients (campaign, subscriber, state, variant, changed_at)
       SELECT CAST($4 AS BIGINT), chosen.key, 0, ${variant.cell}, CAST($5 AS BIGINT)
       FROM (SELECT subscribers.key AS key, ${variant.hash} AS hash FROM subscribers
             WHERE subscribers.organization = $1 AND subscribers.status = 'ACTIVE'
               AND subscribers.key > $2 AND subscribers.key <= $3 ${only} ${condition}) AS chosen
       WHERE true
       ON CONFLICT (campaign, subscriber) DO NOTHING`,
      values,
    );
  }

  /** Deals the variants to exactly `tested` recipients in hash order. In a small audience, random draws could leave a variant empty. */
  async deal(campaign: number, variants: number, tested: number): Promise<void> {
    await this.queries.run(
      `UPDATE campaign_recipients SET variant = dealt.variant
       FROM (SELECT subscriber AS key, CASE WHEN place < CAST($2 AS INTEGER) THEN place % CAST($3 AS INTEGER) END AS variant
             FROM (SELECT subscriber, row_number() OVER (ORDER BY ${hashOf('subscriber', '$1')}, subscriber) - 1 AS place
                   FROM campaign_recipients WHERE campaign = $1) AS placed) AS dealt
       WHERE campaign = $1 AND campaign_recipients.subscriber = dealt.key`,
      [campaign, tested, variants],
    );
  }

  /**
   * Returns the next waiting recipients, only with a variant if `tested`, without recipients at
   * `fullDomains`. `through` is the last key examined; null at the end.
   */
  async waiting(
    campaign: number,
    after: number,
    tested: boolean,
    fullDomains: readonly string[],
    limit: number,
  ): Promise<{ rows: WaitingRecipient[]; through: number | null }> {
    const chosen = tested ? 'AND line.variant IS NOT NULL' : '';
    const values: Value[] = [campaign, this.organization, after, limit];
    let until = '';
    let end: { subscriber: number } | undefined;
    if (fullDomains.length > 0) {
      end = await this.queries.away(this.organization).get<{ subscriber: number }>(
        `SELECT line.subscriber FROM campaign_recipients line
         WHERE line.campaign = $1 AND line.state = 0 AND line.subscriber > $2 ${chosen}
         ORDER BY line.subscriber LIMIT 1 OFFSET ${walkRows - 1}`,
        [campaign, after],
      );
      if (end) until = `AND line.subscriber <= $${values.push(end.subscriber)}`;
    }
    const domains = fullDomains
      .map((domain) => `AND known.email NOT LIKE $${values.push(`%@${likeText(domain)}`)} ESCAPE '\\'`)
      .join(' ');
    const rows = await (fullDomains.length > 0
      ? this.queries.away(this.organization)
      : this.queries
    ).all<WaitingRecipient>(
      `SELECT line.subscriber, line.variant, known.email, known.status
       FROM campaign_recipients line
       LEFT JOIN subscribers known ON known.key = line.subscriber AND known.organization = $2
       WHERE line.campaign = $1 AND line.state = 0 AND line.subscriber > $3 ${chosen} ${until}
         AND (known.key IS NULL OR (1 = 1 ${domains}))
       ORDER BY line.subscriber LIMIT $4`,
      values,
    );
    const last = rows.length === limit ? rows.at(-1)!.subscriber : end?.subscriber;
    return { rows, through: last ?? null };
  }

  async stillAt(people: readonly { subscriber: number; email: string }[]): Promise<number> {
    // The `+ 0` prevents an index on the organization. With it, the planner would walk all its subscribers and compare each with the list.
    const row = await this.queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM ${this.queries.dialect.pairs('$2')} AS wanted
       JOIN subscribers known ON known.key = wanted.a AND known.email = wanted.b
         AND known.organization + 0 = $1`,
      [this.organization, JSON.stringify(people.map(({ subscriber, email }) => [subscriber, email]))],
    );
    return row?.amount ?? 0;
  }

  /** Whether any recipient waits; with `tested`, any with an A/B variant. */
  async someWait(campaign: number, tested: boolean): Promise<boolean> {
    const row = await this.queries.get(
      `SELECT subscriber FROM campaign_recipients
       WHERE campaign = $1 AND state = 0 ${tested ? 'AND variant IS NOT NULL' : ''} LIMIT 1`,
      [campaign],
    );
    return row !== undefined;
  }

  /** Records that the mails of waiting recipients were accepted. Returns the number that still waited. */
  async accept(
    campaign: number,
    mails: readonly { subscriber: number; emailId: string }[],
    variant: number | null,
    now: number,
  ): Promise<number> {
    return await this.#settle(
      `state = 1, email_id = wanted.said, variant = coalesce(variant, CAST($4 AS INTEGER))`,
      campaign,
      mails.map(({ subscriber, emailId }) => [subscriber, emailId]),
      variant,
      now,
    );
  }

  /** Records why waiting recipients get no mail. @returns the number that still waited */
  async passOver(
    campaign: number,
    passed: readonly { subscriber: number; reason: string }[],
    variant: number | null,
    now: number,
  ): Promise<number> {
    return await this.#settle(
      `state = 2, reason = wanted.said, variant = coalesce(variant, CAST($4 AS INTEGER))`,
      campaign,
      passed.map(({ subscriber, reason }) => [subscriber, reason]),
      variant,
      now,
    );
  }

  async #settle(
    set: string,
    campaign: number,
    pairs: readonly (readonly [number, string])[],
    variant: number | null,
    now: number,
  ): Promise<number> {
    if (pairs.length === 0) return 0;
    // The list contains the campaign too. With a separate condition, the planner would walk all recipients of the campaign and
    // compare each with the list.
    return await this.queries.run(
      `WITH wanted AS MATERIALIZED (
         SELECT CAST($1 AS BIGINT) AS campaign, a AS subscriber, b AS said
         FROM ${this.queries.dialect.pairs('$2')} AS pair)
       UPDATE campaign_recipients SET ${set}, changed_at = $3
       FROM wanted
       WHERE campaign_recipients.campaign = wanted.campaign
         AND campaign_recipients.subscriber = wanted.subscriber AND state = 0`,
      [campaign, JSON.stringify(pairs), now, variant],
    );
  }

  /** Records the first open, click or unsubscribe of a recipient. @returns false if it was already recorded, or the recipient is unknown */
  async noteFirst(
    what: 'opened_at' | 'clicked_at' | 'unsubscribed_at',
    { campaignId, subscriberId }: { campaignId: string; subscriberId: string },
    at: number,
  ): Promise<boolean> {
    const changed = await this.queries.run(
      `UPDATE campaign_recipients SET ${what} = $4
       WHERE campaign = (SELECT key FROM campaigns WHERE id = $1 AND organization = $3)
         AND subscriber = (SELECT key FROM subscribers WHERE id = $2 AND organization = $3)
         AND ${what} IS NULL`,
      [campaignId, subscriberId, this.organization, at],
    );
    return changed === 1;
  }

  /** Counts the next skipped recipients by reason. Reads only their rows, through the index on states. */
  async skippedSlice(
    campaign: number,
    after: number,
  ): Promise<{ parts: { reason: string; amount: number }[]; next: number | null }> {
    const rows = await this.queries
      .away(this.organization)
      .all<{ reason: string; amount: number; last: number }>(
        `SELECT reason, count(*) AS amount, max(subscriber) AS last FROM (
         SELECT subscriber, reason FROM campaign_recipients
         WHERE campaign + 0 = $1 AND state = ${recipientStates.indexOf('skipped')} AND subscriber > $2
         ORDER BY subscriber LIMIT ${sliceLines}) AS slice
       GROUP BY reason`,
        [campaign, after],
      );
    const seen = rows.reduce((sum, { amount }) => sum + amount, 0);
    const last = rows.reduce((highest, row) => Math.max(highest, row.last), after);
    return {
      parts: rows.map(({ reason, amount }) => ({ reason, amount })),
      next: seen < sliceLines ? null : last,
    };
  }

  async page(
    campaign: number,
    { state, last_event: lastEvent, reason }: RecipientFilter,
    request: PageRequest,
  ): Promise<Page<KeyedLine>> {
    // The `+ 0` selects the index on states. The primary key would walk all recipients of the campaign.
    const chosen =
      state === undefined
        ? 'line.campaign = $1'
        : `line.campaign + 0 = $1 AND line.state = ${recipientStates.indexOf(state)}`;
    const values: Value[] = [];
    const conditions = [
      ...(lastEvent === undefined ? [] : [`mail.last_event = $${values.push(lastEvent)}`]),
      ...(reason === undefined ? [] : [`line.reason = $${values.push(reason)}`]),
    ];
    const page = await readPage<LineRow>(
      this.queries,
      {
        select: `SELECT line.subscriber AS key, line.state, line.reason, line.variant, line.email_id AS "emailId",
            line.changed_at AS "changedAt", line.opened_at AS "openedAt", line.clicked_at AS "clickedAt",
            known.id AS "subscriberId", known.email, mail.last_event AS "lastEvent"
          FROM campaign_recipients line
          LEFT JOIN subscribers known ON known.key = line.subscriber AND known.organization = $2
          LEFT JOIN emails mail ON mail.id = line.email_id AND mail.organization = $2
          WHERE ${chosen}`,
        values: [campaign, this.organization],
        key: 'line.subscriber',
        scan:
          conditions.length === 0
            ? undefined
            : {
                table: 'subscribers',
                organization: this.organization,
                condition: conditions.join(' AND '),
                values,
              },
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => ({ ...row, state: recipientStates[row.state]! })) };
  }
}

/** Deletes the next recipient rows of a deleted campaign. @returns false if none were left */
export async function removeRecipients(queries: Queries, campaign: number): Promise<boolean> {
  const end = await queries.get<{ subscriber: number }>(
    `SELECT subscriber FROM campaign_recipients WHERE campaign = $1
     ORDER BY subscriber LIMIT 1 OFFSET ${removedRows - 1}`,
    [campaign],
  );
  const until = end ? 'AND subscriber <= $2' : '';
  await queries.run(
    `DELETE FROM campaign_recipients WHERE campaign = $1 ${until}`,
    end ? [campaign, end.subscriber] : [campaign],
  );
  return end !== undefined;
}

/**
 * Writes a subscriber's variant; NULL for recipients of the later winner. The hash makes variants stable
 * within a campaign and independent between campaigns. Products stay below 2^63.
 */
function variantOf(split: Split | null, values: Value[]): { hash: string; cell: string } {
  if (split === null) return { hash: '0', cell: 'CAST(NULL AS INTEGER)' };
  const hash = hashOf('subscribers.key', '$4');
  const percent = `CAST($${values.push(split.percent)} AS INTEGER)`;
  const variants = `CAST($${values.push(split.variants)} AS INTEGER)`;
  return {
    hash,
    cell: `CASE WHEN chosen.hash % 100 < ${percent} THEN (chosen.hash / 100) % ${variants} END`,
  };
}

/** Writes a hash below 2^31 of a subscriber key and a campaign key. */
function hashOf(key: string, campaign: string): string {
  const sown = `((${key} % 1000003) * 1299709 + (${key} / 1000003) * 7919 + (CAST(${campaign} AS BIGINT) % 1000003) * 104729)`;
  const first = `(${sown} % 2147483647)`;
  // Squared, so that adjacent keys and multiples of the number of variants do not correlate.
  return `((((${first} * ${first} + ${first} + ${key} % 65521) % 2147483647) * 48271) % 2147483647)`;
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/**
 * Passes over a subscriber whose address changes in every approved campaign that still waits to mail them,
 * because a person approved the old address. Returns the ids of those campaigns.
 */
export async function passReaddressed(
  { queries, organization }: { queries: Queries; organization: number },
  subscriber: number,
  now: number,
): Promise<string[]> {
  // The pluses keep the planner on the subscriber's few recipient rows.
  const lines = await queries.all<{ campaign: number }>(
    `UPDATE campaign_recipients SET state = 2, reason = 'address_changed', changed_at = $3
     WHERE subscriber = $1 AND state + 0 = 0 AND
       (SELECT 1 FROM campaigns WHERE campaigns.key = campaign AND campaigns.organization + 0 = $2
          AND campaigns.agreed_recipients IS NOT NULL) IS NOT NULL
     RETURNING campaign`,
    [subscriber, organization, now],
  );
  if (lines.length === 0) return [];
  const rows = await queries.all<{ id: string }>(
    `SELECT id FROM campaigns WHERE organization + 0 = $1 AND key IN ${queries.dialect.integers('$2')}`,
    [organization, JSON.stringify(lines.map(({ campaign }) => campaign))],
  );
  return rows.map(({ id }) => id);
}
