import { type RecipientLine, type RecipientState, recipientStates } from '../../model/campaign/recipient.ts';
import type { EmailEventType } from '../../model/email/lifecycle.ts';
import type { SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import { type Stretch, stretchEnd } from '../audience-slice-size.ts';
import { type AudienceTerms, audienceCondition } from '../audience-sql.ts';
import type { Queries, Value } from '../database.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';

/** A line with the key of its subscriber. */
type KeyedLine = RecipientLine & { key: number };

/** A recipient who waits for their mail; address and status are null when the subscriber is gone. */
export type WaitingRecipient = {
  subscriber: number;
  variant: number | null;
  email: string | null;
  status: SubscriberStatus | null;
};

/** How a part of an audience is spread over the variants of an A/B test. */
export type Split = { variants: number; percent: number };

/** Which subscribers are looked at: those with keys above `above` up to `upTo`, or of these only `keys`. */
type GatherRange = { above: number; upTo: number; keys?: readonly number[] };

/** Lines of one stretch of a walk that leaves recipient domains out. */
const walkRows = 5_000;
/** Lines of a ledger counted in one statement. */
const sliceLines = 5_000;
/** Lines taken away in one statement: some three milliseconds of the writer. */
const removedRows = 1_000;

type LineRow = Omit<KeyedLine, 'state'> & { state: number };

/**
 * The recipients of one organization's campaigns, and the state of each. A line carries no organization: it is found by
 * the key of a campaign, which a caller has from a row that was read or held through the organization's own records.
 */
export class RecipientRecords {
  readonly #queries: Queries;
  readonly #organization: number;

  constructor(queries: Queries, organization: number) {
    this.#queries = queries;
    this.#organization = organization;
  }

  /** The key of the newest subscriber; 0 when there is none. */
  async newestSubscriber(): Promise<number> {
    const row = await this.#queries.get<{ key: number }>(
      'SELECT key FROM subscribers WHERE organization = $1 ORDER BY key DESC LIMIT 1',
      [this.#organization],
    );
    return row?.key ?? 0;
  }

  /** The key that a stretch of subscribers behind a key ends with; undefined when no more than that are left up to `upTo`. */
  async sliceEnd(above: number, upTo: number, stretch: Stretch): Promise<number | undefined> {
    const row = await this.#queries.away(this.#organization).get<{ key: number }>(
      stretchEnd(
        `SELECT key${stretch.octets === null ? '' : ', octet_length(attributes) AS octets'} FROM subscribers
         WHERE organization = $1 AND key > $2 AND key <= $3`,
        'ASC',
        stretch,
      ),
      [this.#organization, above, upTo],
    );
    return row?.key;
  }

  /**
   * Enrols each ACTIVE subscriber of a range who is in the audience. One who has a line keeps it.
   * @param campaign key
   * @returns how many lines were written
   */
  async gather(
    campaign: number,
    terms: AudienceTerms,
    split: Split | null,
    range: GatherRange,
    now: number,
  ): Promise<number> {
    const values: Value[] = [this.#organization, range.above, range.upTo, campaign, now];
    const only =
      range.keys === undefined
        ? ''
        : `AND subscribers.key IN ${this.#queries.dialect.integers(`$${values.push(JSON.stringify(range.keys))}`)}`;
    const variant = variantOf(split, values);
    const condition = audienceCondition(terms, this.#queries.dialect, values, now);
    return await this.#queries.run(
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

  /**
   * Draws the variants of an audience again, in the order of the same hash: exactly `tested` people, dealt in turn. With
   * few people, chance alone would leave a variant without recipients.
   */
  async deal(campaign: number, variants: number, tested: number): Promise<void> {
    await this.#queries.run(
      `UPDATE campaign_recipients SET variant = dealt.variant
       FROM (SELECT subscriber AS key, CASE WHEN place < CAST($2 AS INTEGER) THEN place % CAST($3 AS INTEGER) END AS variant
             FROM (SELECT subscriber, row_number() OVER (ORDER BY ${hashOf('subscriber', '$1')}, subscriber) - 1 AS place
                   FROM campaign_recipients WHERE campaign = $1) AS placed) AS dealt
       WHERE campaign = $1 AND campaign_recipients.subscriber = dealt.key`,
      [campaign, tested, variants],
    );
  }

  /**
   * The next who wait behind a key, in the order of keys.
   * @param tested of an A/B test, only those who have a variant
   * @param fullDomains recipient domains whose people are left waiting
   * @returns `through`: the key this look has come to; null when it has come to the end
   */
  async waiting(
    campaign: number,
    after: number,
    tested: boolean,
    fullDomains: readonly string[],
    limit: number,
  ): Promise<{ rows: WaitingRecipient[]; through: number | null }> {
    const chosen = tested ? 'AND line.variant IS NOT NULL' : '';
    const values: Value[] = [campaign, this.#organization, after, limit];
    let until = '';
    let end: { subscriber: number } | undefined;
    if (fullDomains.length > 0) {
      end = await this.#queries.away(this.#organization).get<{ subscriber: number }>(
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
      ? this.#queries.away(this.#organization)
      : this.#queries
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

  /** How many of some subscribers have the address still that was read of them. */
  async stillAt(people: readonly { subscriber: number; email: string }[]): Promise<number> {
    // With the organization to look up by, either planner walks all its people, and looks for each of them in the list.
    const row = await this.#queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM ${this.#queries.dialect.pairs('$2')} AS wanted
       JOIN subscribers known ON known.key = wanted.a AND known.email = wanted.b
         AND known.organization + 0 = $1`,
      [this.#organization, JSON.stringify(people.map(({ subscriber, email }) => [subscriber, email]))],
    );
    return row?.amount ?? 0;
  }

  /** Whether any recipient waits; with `tested`, any with a variant of an A/B test. */
  async someWait(campaign: number, tested: boolean): Promise<boolean> {
    const row = await this.#queries.get(
      `SELECT subscriber FROM campaign_recipients
       WHERE campaign = $1 AND state = 0 ${tested ? 'AND variant IS NOT NULL' : ''} LIMIT 1`,
      [campaign],
    );
    return row !== undefined;
  }

  /**
   * Writes that the mails of some who wait were accepted.
   * @returns how many waited still
   */
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

  /** Writes why some who wait get no mail. @returns how many waited still */
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
    // The campaign comes out of the list as well: named apart from it, either planner walks all lines of the campaign
    // and looks for each of them in the list.
    return await this.#queries.run(
      `WITH wanted AS MATERIALIZED (
         SELECT CAST($1 AS BIGINT) AS campaign, a AS subscriber, b AS said
         FROM ${this.#queries.dialect.pairs('$2')} AS pair)
       UPDATE campaign_recipients SET ${set}, changed_at = $3
       FROM wanted
       WHERE campaign_recipients.campaign = wanted.campaign
         AND campaign_recipients.subscriber = wanted.subscriber AND state = 0`,
      [campaign, JSON.stringify(pairs), now, variant],
    );
  }

  /** Notes the first time that a recipient did something. @returns false when they had done it before, or have no line */
  async noteFirst(
    what: 'opened_at' | 'clicked_at' | 'unsubscribed_at',
    { campaignId, subscriberId }: { campaignId: string; subscriberId: string },
    at: number,
  ): Promise<boolean> {
    const changed = await this.#queries.run(
      `UPDATE campaign_recipients SET ${what} = $4
       WHERE campaign = (SELECT key FROM campaigns WHERE id = $1 AND organization = $3)
         AND subscriber = (SELECT key FROM subscribers WHERE id = $2 AND organization = $3)
         AND ${what} IS NULL`,
      [campaignId, subscriberId, this.#organization, at],
    );
    return changed === 1;
  }

  /**
   * The next lines of what was written down when a campaign began: how many have or wait for their mail (no reason), and
   * how many were passed over for each reason.
   * @param campaign its key
   */
  async ledgerSlice(
    campaign: number,
    after: number,
  ): Promise<{ parts: { reason: string | null; amount: number }[]; next: number | null }> {
    const rows = await this.#queries
      .away(this.#organization)
      .all<{ reason: string | null; amount: number; last: number }>(
        `SELECT reason, count(*) AS amount, max(subscriber) AS last FROM (
         SELECT subscriber, reason FROM campaign_recipients WHERE campaign = $1 AND subscriber > $2
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

  /** A page of the ledger of a campaign, newest subscribers first. */
  async page(
    campaign: number,
    filter: { state?: RecipientState | undefined; lastEvent?: EmailEventType | undefined },
    request: PageRequest,
  ): Promise<Page<KeyedLine>> {
    // The expression leads to the index of the states; by the primary key all lines of the campaign would be walked.
    const chosen =
      filter.state === undefined
        ? 'line.campaign = $1'
        : `line.campaign + 0 = $1 AND line.state = ${recipientStates.indexOf(filter.state)}`;
    const { lastEvent } = filter;
    const page = await readPage<LineRow>(
      this.#queries,
      {
        select: `SELECT line.subscriber AS key, line.state, line.reason, line.variant, line.email_id AS "emailId",
            line.changed_at AS "changedAt", line.opened_at AS "openedAt", line.clicked_at AS "clickedAt",
            known.id AS "subscriberId", known.email, mail.last_event AS "lastEvent"
          FROM campaign_recipients line
          LEFT JOIN subscribers known ON known.key = line.subscriber AND known.organization = $2
          LEFT JOIN emails mail ON mail.id = line.email_id AND mail.organization = $2
          WHERE ${chosen}`,
        values: [campaign, this.#organization],
        key: 'line.subscriber',
        scan:
          lastEvent === undefined
            ? undefined
            : {
                table: 'subscribers',
                organization: this.#organization,
                condition: 'mail.last_event = $1',
                values: [lastEvent],
              },
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => ({ ...row, state: recipientStates[row.state]! })) };
  }
}

/** Takes away a stretch of the lines of a campaign that was deleted. @returns false when there were no more */
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
 * The variant a subscriber gets, or NULL for those who wait for the winner: by a hash of the subscriber and the campaign, so
 * that a campaign gives each the same one however often it is asked, and another campaign a different one. Every
 * product stays below 2^63.
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

/** Below 2^31; the parameters are the key of a subscriber and that of a campaign. */
function hashOf(key: string, campaign: string): string {
  const sown = `((${key} % 1000003) * 1299709 + (${key} / 1000003) * 7919 + (CAST(${campaign} AS BIGINT) % 1000003) * 104729)`;
  const first = `(${sown} % 2147483647)`;
  // Squared, so that neighbours and multiples of the variants' number do not go the same way.
  return `((((${first} * ${first} + ${first} + ${key} % 65521) % 2147483647) * 48271) % 2147483647)`;
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
