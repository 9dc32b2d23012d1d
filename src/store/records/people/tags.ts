import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type TagLabel,
  type TagRecord,
  tagNameKey,
  topicsPerOrganizationMax,
} from '../../../model/subscriber/tag.ts';
import { assignments, Columns, fixed, flag, generated, plain } from '../../columns.ts';
import type { Queries, Value } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { containsPattern, type Page, type PageRequest, readPage } from '../../page.ts';
import { forKeyShare, forUpdate, toRemove, withSavepoint } from '../../row-lock.ts';
import type { NoteChanges } from '../permits/assistant-changes.ts';

const columns = new Columns<TagRecord>({
  key: generated('key'),
  id: fixed(plain('id')),
  name: plain('name'),
  description: plain('description'),
  color: plain('color'),
  topic: flag('topic'),
  subscriberCount: fixed(plain('subscriber_count')),
  createdAt: fixed(plain('created_at')),
});

/** Links written or deleted at a time. On SQLite, they block everything else for some milliseconds. */
const sliceLinks = 2_000;
/** Links of a deleted tag deleted per transaction, about 2 ms of the writer. */
const removedLinks = 500;

/** Average links per tag above which one statement per tag is faster than one per link. */
const linksOfOneMin = 20;

/** A tag found by id or name, as needed to add or remove its links. */
export type HeldTag = TagLabel & { key: number; nameKey: string };

export class TagRecords {
  readonly #queries: Queries;
  readonly #organization: number;
  readonly #noteChanges: NoteChanges | undefined;

  constructor(queries: Queries, organization: number, noteChanges?: NoteChanges) {
    this.#queries = queries;
    this.#organization = organization;
    this.#noteChanges = noteChanges;
  }

  async find(idOrName: string): Promise<TagRecord | undefined> {
    return (mayBeId(idOrName) && (await this.#byId(idOrName))) || (await this.named(idOrName));
  }

  async #byId(id: string): Promise<TagRecord | undefined> {
    const row = await this.#queries.get<object>(
      `SELECT ${columns.names} FROM tags WHERE id = $1 AND organization = $2`,
      [id, this.#organization],
    );
    return columns.readIf(row);
  }

  async named(name: string): Promise<TagRecord | undefined> {
    const row = await this.#queries.get<object>(
      `SELECT ${columns.names} FROM tags WHERE organization = $1 AND name_key = $2`,
      [this.#organization, tagNameKey(name)],
    );
    return columns.readIf(row);
  }

  /** @param query substring of the name, case-insensitive */
  async page(query: string | undefined, request: PageRequest): Promise<Page<TagRecord>> {
    const page = await readPage<{ key: number }>(
      this.#queries,
      {
        select: `SELECT ${columns.names}, name_key FROM tags WHERE organization = $1`,
        values: [this.#organization],
        key: 'key',
        scan:
          query === undefined
            ? undefined
            : {
                table: 'tags',
                organization: this.#organization,
                condition: "name_key LIKE $1 ESCAPE '\\'",
                values: [containsPattern(tagNameKey(query))],
              },
      },
      request,
    );
    return { ...page, rows: page.rows.map((row) => columns.read(row)) };
  }

  async count(query: string): Promise<number> {
    const row = await this.#queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM tags WHERE organization = $1 AND name_key LIKE $2 ESCAPE '\\'`,
      [this.#organization, containsPattern(tagNameKey(query))],
    );
    return row?.amount ?? 0;
  }

  /** Returns the key of the tag at an offset, newest first, optionally with `query` in its name. */
  async keyAt(query: string | undefined, offset: number): Promise<number | undefined> {
    const values: Value[] = [this.#organization, offset];
    const searched =
      query === undefined
        ? ''
        : `AND name_key LIKE $${values.push(containsPattern(tagNameKey(query)))} ESCAPE '\\'`;
    const row = await this.#queries.get<{ key: number }>(
      `SELECT key FROM tags WHERE organization = $1 ${searched} ORDER BY key DESC LIMIT 1 OFFSET $2`,
      values,
    );
    return row?.key;
  }

  async labels(ids: readonly string[]): Promise<Map<string, TagLabel>> {
    const rows = await this.#withIds<TagLabel>('id, name', ids, '');
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns the tags that subscribers choose on the preferences page, oldest first. */
  async topics(): Promise<TagRecord[]> {
    const rows = await this.#queries.all<object>(
      `SELECT ${columns.names} FROM tags WHERE organization = $1 AND topic = 1
       ORDER BY key LIMIT ${topicsPerOrganizationMax}`,
      [this.#organization],
    );
    return rows.map((row) => columns.read(row));
  }

  /** Returns the topics among the tags with these ids, locked as by `hold`. */
  async holdTopics(ids: readonly string[]): Promise<HeldTag[]> {
    const held = await this.#withIds<HeldTag & { topic: 0 | 1 }>(
      'key, id, name, name_key AS "nameKey", topic',
      ids,
      forKeyShare(this.#queries),
    );
    return held.filter(({ topic }) => topic === 1);
  }

  async keysOf(idsOrNames: readonly string[]): Promise<number[]> {
    const rows = await this.#named<{ key: number }>('key', idsOrNames, '');
    return [...new Set(rows.map(({ key }) => key))];
  }

  async among(idsOrNames: readonly string[]): Promise<HeldTag[]> {
    return await this.#named<HeldTag>('key, id, name, name_key AS "nameKey"', idsOrNames, '');
  }

  /** Like `among`, but prevents deletion and renaming until the transaction ends. */
  async hold(idsOrNames: readonly string[]): Promise<HeldTag[]> {
    return await this.#named<HeldTag>(
      'key, id, name, name_key AS "nameKey"',
      idsOrNames,
      forKeyShare(this.#queries),
    );
  }

  /** Uses two statements, each with its own index, because SQLite would scan all tags for an OR. */
  async #named<Selected>(select: string, idsOrNames: readonly string[], lock: string): Promise<Selected[]> {
    if (idsOrNames.length === 0) return [];
    const byId = await this.#withIds<Selected>(select, idsOrNames.filter(mayBeId), lock);
    const byName = await this.#queries.all<Selected>(
      `SELECT ${select} FROM tags
       WHERE organization = $1 AND name_key IN ${this.#queries.dialect.strings('$2')} ${lock}`,
      [this.#organization, JSON.stringify(idsOrNames.map(tagNameKey))],
    );
    return [...byId, ...byName];
  }

  async #withIds<Selected>(select: string, ids: readonly string[], lock: string): Promise<Selected[]> {
    if (ids.length === 0) return [];
    // The plus keeps SQLite from using an index on the organization, because the ids are more selective.
    return await this.#queries.all<Selected>(
      `SELECT ${select} FROM tags
       WHERE +organization = $1 AND id IN ${this.#queries.dialect.strings('$2')} ${lock}`,
      [this.#organization, JSON.stringify(ids)],
    );
  }

  /** Locks a tag for deletion. Waits for transactions that hold it, and later ones no longer find it. */
  async holdToRemove(key: number): Promise<TagRecord | undefined> {
    const row = await this.#queries.get<object>(
      `SELECT ${columns.names} FROM tags WHERE key = $1 AND organization = $2 ${toRemove(this.#queries)}`,
      [key, this.#organization],
    );
    return columns.readIf(row);
  }

  async holdToChange(key: number): Promise<TagRecord | undefined> {
    const row = await this.#queries.get<object>(
      `SELECT ${columns.names} FROM tags WHERE key = $1 AND organization = $2 ${forUpdate(this.#queries)}`,
      [key, this.#organization],
    );
    return columns.readIf(row);
  }

  /** Adds tags whose names are not taken. @returns the added tags */
  async add(
    tags: readonly (Omit<TagRecord, 'key' | 'subscriberCount' | 'topic'> & { topic?: boolean })[],
  ): Promise<TagRecord[]> {
    const rows = await this.#queries.insert<object>(
      `INSERT INTO tags (organization, name_key, ${columns.inserted})`,
      tags.map((tag) => [
        this.#organization,
        tagNameKey(tag.name),
        ...columns.values({ topic: false, subscriberCount: 0, ...tag }),
      ]),
      `ON CONFLICT (organization, name_key) DO NOTHING RETURNING ${columns.names}`,
    );
    return rows.map((row) => columns.read(row));
  }

  /** Updates a locked tag. @returns false, without a change, if another tag has the name */
  async update(tag: TagRecord): Promise<boolean> {
    const nameKey = tagNameKey(tag.name);
    const written = { ...columns.changed(tag), name_key: nameKey };
    const failure = await withSavepoint(this.#queries, () =>
      this.#queries.run(`UPDATE tags SET ${assignments(written, 3)} WHERE key = $1 AND organization = $2`, [
        tag.key,
        this.#organization,
        ...Object.values(written),
      ]),
    );
    if (failure === null) return true;
    const owner = await this.#queries.get<{ key: number }>(
      'SELECT key FROM tags WHERE organization = $1 AND name_key = $2',
      [this.#organization, nameKey],
    );
    if (owner && owner.key !== tag.key) return false;
    throw failure;
  }

  /**
   * Hides a tag under its organization's negated key. Its links, up to a million, are deleted later, and then
   * its row, because SQLite may reuse its key. @returns false if it was already removed
   */
  async remove(key: number): Promise<boolean> {
    const removed = await this.#queries.run(
      'UPDATE tags SET organization = -organization, name_key = id, topic = 0 WHERE key = $1 AND organization = $2',
      [key, this.#organization],
    );
    return removed === 1;
  }

  /**
   * Deletes the next links of a removed tag, and finally its row. Returns the key to continue after, so that
   * PostgreSQL does not scan dead rows again; null at the end.
   */
  async removeLinks(id: string, after: number): Promise<number | null> {
    const tag = await this.#queries.get<{ key: number }>(
      'SELECT key FROM tags WHERE id = $1 AND organization = $2',
      [id, -this.#organization],
    );
    if (!tag) return null;
    const end = await this.#queries.get<{ subscriber: number }>(
      `SELECT subscriber FROM subscriber_tags WHERE tag = $1 AND subscriber > $2
       ORDER BY subscriber LIMIT 1 OFFSET ${removedLinks - 1}`,
      [tag.key, after],
    );
    await this.#queries.run(
      'DELETE FROM subscriber_tags WHERE tag = $1 AND subscriber > $2 AND subscriber <= $3',
      [tag.key, after, end?.subscriber ?? Number.MAX_SAFE_INTEGER],
    );
    if (end) return end.subscriber;
    const deleted = [tag.key, -this.#organization];
    await rememberPositions(this.#queries, 'tags', 'key = $1 AND organization = $2', deleted);
    await this.#queries.run('DELETE FROM tags WHERE key = $1 AND organization = $2', deleted);
    return null;
  }

  /** Adds locked tags to subscribers and updates the counts. Skips existing links. */
  async link(links: readonly { subscriber: number; tag: HeldTag }[], now: number): Promise<void> {
    this.#noteChanges?.(links.map(({ subscriber }) => subscriber));
    const added: { tag: number }[][] = [];
    const byTag = Map.groupBy(links, ({ tag }) => tag.key);
    if (links.length >= byTag.size * linksOfOneMin) return await this.#linkEach(byTag, now);
    for await (const slice of inSlices(links)) {
      added.push(
        await this.#queries.insert<{ tag: number }>(
          'INSERT INTO subscriber_tags (subscriber, tag, created_at)',
          slice.map(({ subscriber, tag }) => [subscriber, tag.key, now]),
          'ON CONFLICT (subscriber, tag) DO NOTHING RETURNING tag',
        ),
      );
    }
    await this.#changeCounts(added.flat(), 1);
  }

  async #linkEach(byTag: ReadonlyMap<number, readonly { subscriber: number }[]>, now: number): Promise<void> {
    const amounts = new Map<number, number>();
    for (const [tag, links] of byTag) {
      for await (const slice of inSlices(links.map(({ subscriber }) => subscriber).sort((a, b) => a - b))) {
        const added = await this.#queries.run(
          `INSERT INTO subscriber_tags (subscriber, tag, created_at)
           SELECT linked.*, CAST($2 AS BIGINT), CAST($3 AS BIGINT) FROM ${this.#queries.dialect.integers('$1')} AS linked WHERE true
           ON CONFLICT (subscriber, tag) DO NOTHING`,
          [JSON.stringify(slice), tag, now],
        );
        amounts.set(tag, (amounts.get(tag) ?? 0) + added);
      }
    }
    await this.#addAmounts(amounts);
  }

  /** Removes tags from a locked subscriber. @param tags keys; null for all */
  async unlink(subscriber: number, tags: readonly number[] | null): Promise<void> {
    this.#noteChanges?.([subscriber]);
    const removed =
      tags === null
        ? await this.#queries.all<{ tag: number }>(
            'DELETE FROM subscriber_tags WHERE subscriber = $1 RETURNING tag',
            [subscriber],
          )
        : await this.#queries.all<{ tag: number }>(
            `DELETE FROM subscriber_tags WHERE subscriber = $1
               AND tag IN ${this.#queries.dialect.integers('$2')} RETURNING tag`,
            [subscriber, JSON.stringify(tags)],
          );
    await this.#changeCounts(removed, -1);
  }

  /** Removes locked tags from locked subscribers, with one statement per tag. */
  async unlinkEach(links: readonly { subscriber: number; tag: Pick<HeldTag, 'key'> }[]): Promise<void> {
    this.#noteChanges?.(links.map(({ subscriber }) => subscriber));
    const amounts = new Map<number, number>();
    for (const [tag, ofTag] of Map.groupBy(links, ({ tag: { key } }) => key)) {
      const removed = await this.#queries.run(
        // The sum makes PostgreSQL look up the subscribers instead of walking all links of a large tag.
        `DELETE FROM subscriber_tags WHERE tag + 0 = $1 AND subscriber IN ${this.#queries.dialect.integers('$2')}`,
        [tag, JSON.stringify(ofTag.map(({ subscriber }) => subscriber))],
      );
      amounts.set(tag, -removed);
    }
    await this.#addAmounts(amounts);
  }

  /** Updates counts in key order, to prevent deadlocks. */
  async #changeCounts(links: readonly { tag: number }[], by: 1 | -1): Promise<void> {
    const amounts = new Map<number, number>();
    for (const { tag } of links) amounts.set(tag, (amounts.get(tag) ?? 0) + by);
    await this.#addAmounts(amounts);
  }

  async #addAmounts(amounts: ReadonlyMap<number, number>): Promise<void> {
    for await (const slice of inSlices([...amounts].sort(([a], [b]) => a - b))) {
      for (const [tag, amount] of slice) {
        await this.#queries.run(
          'UPDATE tags SET subscriber_count = subscriber_count + $3 WHERE key = $1 AND organization = $2',
          [tag, this.#organization, amount],
        );
      }
    }
  }
}

/** Splits rows into slices and yields to the event loop between them. */
async function* inSlices<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += sliceLinks) {
    if (start > 0) await nextTurn();
    yield rows.slice(start, start + sliceLinks);
  }
}

function mayBeId(idOrName: string): boolean {
  return idOrName.startsWith('tag_');
}
