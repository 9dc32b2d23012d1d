import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type TagLabel,
  type TagRecord,
  tagNameKey,
  topicsPerOrganizationMax,
} from '../../model/subscriber/tag.ts';
import { assignments, Columns, fixed, flag, generated, plain } from '../columns.ts';
import type { Queries, Value } from '../database.ts';
import { rememberPositions } from '../list-position.ts';
import { containsPattern, type Page, type PageRequest, readPage } from '../page.ts';
import { forKeyShare, forUpdate, toRemove, withSavepoint } from '../row-lock.ts';
import type { NoteChanges } from './assistant-changes.ts';

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

/** Links written or deleted at a time: on SQLite they stop everything else for some milliseconds. */
const sliceLinks = 2_000;
/** Links of a deleted tag taken away in one transaction: some two milliseconds of the writer. */
const removedLinks = 500;

/** With more links of each tag than this one statement for all links of a tag is faster than one for each link. */
const linksOfOneMin = 20;

/** A tag as it is found by an id or a name, and held for a change of its links. */
export type HeldTag = TagLabel & { key: number; nameKey: string };

/** The tags of one organization. */
export class TagRecords {
  readonly #queries: Queries;
  readonly #organization: number;
  readonly #noteChanges: NoteChanges | undefined;

  /** @param noteChanges of an assistant's changes */
  constructor(queries: Queries, organization: number, noteChanges?: NoteChanges) {
    this.#queries = queries;
    this.#organization = organization;
    this.#noteChanges = noteChanges;
  }

  /** The tag with this id; if there is none, the tag with this name. */
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

  /** The tag with this name. */
  async named(name: string): Promise<TagRecord | undefined> {
    const row = await this.#queries.get<object>(
      `SELECT ${columns.names} FROM tags WHERE organization = $1 AND name_key = $2`,
      [this.#organization, tagNameKey(name)],
    );
    return columns.readIf(row);
  }

  /** @param query part of a name, in either case */
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

  /** How many tags have `query` in their name. An organization has at most 10,000. */
  async count(query: string): Promise<number> {
    const row = await this.#queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM tags WHERE organization = $1 AND name_key LIKE $2 ESCAPE '\\'`,
      [this.#organization, containsPattern(tagNameKey(query))],
    );
    return row?.amount ?? 0;
  }

  /** The key of the tag, of those with `query` in their name if it is given, that has `offset` newer ones before it. */
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

  /** The tags with these ids, by id; one that is gone is left out. */
  async labels(ids: readonly string[]): Promise<Map<string, TagLabel>> {
    const rows = await this.#withIds<TagLabel>('id, name', ids, '');
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The tags that people choose among themselves, oldest first. */
  async topics(): Promise<TagRecord[]> {
    const rows = await this.#queries.all<object>(
      `SELECT ${columns.names} FROM tags WHERE organization = $1 AND topic = 1
       ORDER BY key LIMIT ${topicsPerOrganizationMax}`,
      [this.#organization],
    );
    return rows.map((row) => columns.read(row));
  }

  /** Those of the tags with these ids that are topics, held as by `hold`. */
  async holdTopics(ids: readonly string[]): Promise<HeldTag[]> {
    const held = await this.#withIds<HeldTag & { topic: 0 | 1 }>(
      'key, id, name, name_key AS "nameKey", topic',
      ids,
      forKeyShare(this.#queries),
    );
    return held.filter(({ topic }) => topic === 1);
  }

  /** The keys of the tags with these ids or names. */
  async keysOf(idsOrNames: readonly string[]): Promise<number[]> {
    const rows = await this.#named<{ key: number }>('key', idsOrNames, '');
    return [...new Set(rows.map(({ key }) => key))];
  }

  /** The tags with these ids or names. */
  async among(idsOrNames: readonly string[]): Promise<HeldTag[]> {
    return await this.#named<HeldTag>('key, id, name, name_key AS "nameKey"', idsOrNames, '');
  }

  /** The same; none of them is deleted or renamed before the transaction ends. */
  async hold(idsOrNames: readonly string[]): Promise<HeldTag[]> {
    return await this.#named<HeldTag>(
      'key, id, name, name_key AS "nameKey"',
      idsOrNames,
      forKeyShare(this.#queries),
    );
  }

  /** Two statements, each with an index of its own: asked for both at once, SQLite looks at every tag. */
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
    // The plus keeps SQLite from an index that begins with the organization: the ids are better known.
    return await this.#queries.all<Selected>(
      `SELECT ${select} FROM tags
       WHERE +organization = $1 AND id IN ${this.#queries.dialect.strings('$2')} ${lock}`,
      [this.#organization, JSON.stringify(ids)],
    );
  }

  /**
   * The tag with this key, held to be deleted: who holds it to keep it has ended before, and sees it no more afterwards.
   */
  async holdToRemove(key: number): Promise<TagRecord | undefined> {
    const row = await this.#queries.get<object>(
      `SELECT ${columns.names} FROM tags WHERE key = $1 AND organization = $2 ${toRemove(this.#queries)}`,
      [key, this.#organization],
    );
    return columns.readIf(row);
  }

  /** The tag with this key, locked against changes and deletion until the transaction ends. */
  async holdToChange(key: number): Promise<TagRecord | undefined> {
    const row = await this.#queries.get<object>(
      `SELECT ${columns.names} FROM tags WHERE key = $1 AND organization = $2 ${forUpdate(this.#queries)}`,
      [key, this.#organization],
    );
    return columns.readIf(row);
  }

  /** Adds tags whose names are not taken. @returns those added */
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

  /** Writes a tag that is held. @returns false when another tag has the name: then nothing was written */
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
   * Deletes a tag: at once it belongs to an organization that none is, under a name that none has. Its links and its row go
   * later, slice by slice: a tag may have a million links, and SQLite may give the key of a row that is gone to the next tag.
   * @returns false when it was gone already
   */
  async remove(key: number): Promise<boolean> {
    const removed = await this.#queries.run(
      'UPDATE tags SET organization = -organization, name_key = id, topic = 0 WHERE key = $1 AND organization = $2',
      [key, this.#organization],
    );
    return removed === 1;
  }

  /**
   * Takes a slice of the links of a deleted tag away, and after the last its row. Each slice begins behind the one before,
   * so that PostgreSQL never walks the dead rows again.
   * @returns the key of the subscriber to go on behind; null when none is left
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

  /** Puts held tags on subscribers and counts them. Pairs that are linked already stay. */
  async link(links: readonly { subscriber: number; tag: HeldTag }[], now: number): Promise<void> {
    await this.#noteChanges?.(links.map(({ subscriber }) => subscriber));
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

  /** As `link`, a statement for each tag. */
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

  /** Takes tags off a subscriber that is held. @param tags keys; null takes all off */
  async unlink(subscriber: number, tags: readonly number[] | null): Promise<void> {
    await this.#noteChanges?.([subscriber]);
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

  /** Takes held tags off subscribers that are held, a statement for each tag. */
  async unlinkEach(links: readonly { subscriber: number; tag: Pick<HeldTag, 'key'> }[]): Promise<void> {
    await this.#noteChanges?.(links.map(({ subscriber }) => subscriber));
    const amounts = new Map<number, number>();
    for (const [tag, ofTag] of Map.groupBy(links, ({ tag: { key } }) => key)) {
      const removed = await this.#queries.run(
        // Found by their subscribers: PostgreSQL would walk all links of a large tag.
        `DELETE FROM subscriber_tags WHERE tag + 0 = $1 AND subscriber IN ${this.#queries.dialect.integers('$2')}`,
        [tag, JSON.stringify(ofTag.map(({ subscriber }) => subscriber))],
      );
      amounts.set(tag, -removed);
    }
    await this.#addAmounts(amounts);
  }

  /** In the order of keys, so that two transactions never wait for each other. */
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

/** Slices with a turn of the event loop between them, in which everything else has its own. */
async function* inSlices<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += sliceLinks) {
    if (start > 0) await nextTurn();
    yield rows.slice(start, start + sliceLinks);
  }
}

function mayBeId(idOrName: string): boolean {
  return idOrName.startsWith('tag_');
}
