import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../model/failure.ts';
import { minuteMs } from '../../model/instant.ts';
import type { Rule } from '../../model/segment/rule.ts';
import type { CauseChain } from '../../model/sending/mail-cause.ts';
import { withTags } from '../../model/subscriber/subscriber-change.ts';
import { type TagCounts, tagApplicationLimits } from '../../model/subscriber/tag-application.ts';
import { canonicalJson } from '../../model/text/canonical-json.ts';
import { calculateSliceSize } from '../../store/audience/audience-slice-size.ts';
import type { AudienceTerms } from '../../store/audience/audience-sql.ts';
import {
  addJobsOnTerms,
  countJobsUpTo,
  finishJob,
  holdsLease,
  type Job,
  keepTerms,
  retryJob,
  termsOfJob,
} from '../../store/jobs.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import type { HeldTag } from '../../store/records/people/tags.ts';
import { OrganizationStore } from '../../store/store.ts';
import { ofOperator } from '../approval/allowance.ts';
import { HeldTags } from '../audience/hold-tags.ts';
import { resolveRuleAlone } from '../audience/resolve-audience.ts';
import { runJobInTurns } from '../context/job-in-turns.ts';
import type { Waiting } from '../context/long-work.ts';
import type { Engine } from '../context/scope.ts';
import { assertStorage } from '../organizations/assert-storage.ts';
import { keepSubscribers, type OnChanges, type SubscriberChange } from './keep-subscriber.ts';

/** The call tags the first page, a job the rest. Repeating the call, or a page after a crash, changes nothing. */

const { openMax, peoplePerPage } = tagApplicationLimits;
const afterFaultMs = minuteMs;
const attemptsMax = 50;

/** `through`: last key read. `until`: newest key at the call. `assistant`: budget key; true in older jobs. */
type Terms = {
  tagId: string;
  rule: Rule;
  assistant: string | boolean | null;
  cause?: CauseChain | null;
  through: number;
  until: number;
};

export type FoundPeople = { keys: number[]; through: number };

export async function untaggedTerms(
  store: OrganizationStore,
  rule: Rule,
  tag: number | undefined,
): Promise<AudienceTerms> {
  const terms = await resolveRuleAlone(store, rule);
  return tag === undefined ? terms : { ...terms, noTags: [...terms.noTags, tag] };
}

/** @param slicesMax returns the subscribers found by then */
export async function nextUntagged(
  store: OrganizationStore,
  terms: AudienceTerms,
  { through, until }: Pick<Terms, 'through' | 'until'>,
  now: number,
  slicesMax: number,
  signal?: Waiting['signal'],
): Promise<FoundPeople> {
  const keys: number[] = [];
  if (terms.isEmpty) return { keys, through: until };
  let above = through;
  let slices = 0;
  for await (const slice of walkSlices(store, terms, { through, until }, signal)) {
    const wanted = peoplePerPage - keys.length;
    const found = await store.audiences.among(terms, slice, now, wanted);
    keys.push(...found);
    if (found.length === wanted) return { keys, through: found.at(-1)! };
    above = slice.upTo;
    slices += 1;
    if (slices >= slicesMax) break;
  }
  return { keys, through: above };
}

/** Walks the subscribers in slices, for a tagging and its preview. Other requests run in between. */
export async function* walkSlices(
  { recipients }: Pick<OrganizationStore, 'recipients'>,
  terms: AudienceTerms,
  { through, until }: Pick<Terms, 'through' | 'until'>,
  signal?: Waiting['signal'],
): AsyncGenerator<{ above: number; upTo: number }> {
  for (let above = through; above < until; await nextTurn()) {
    signal?.throwIfAborted();
    const upTo = (await recipients.sliceEnd(above, until, calculateSliceSize(terms))) ?? until;
    yield { above, upTo };
    above = upTo;
  }
}

/** Skips subscribers who no longer match the rule. `tag` is locked, and `keys` are in ascending order. */
export async function tagPeople(
  store: OrganizationStore,
  tag: HeldTag,
  rule: Rule,
  keys: readonly number[],
  now: number,
  onChanges?: OnChanges,
): Promise<TagCounts> {
  if (keys.length === 0) return { tagged: 0, skipped: 0 };
  const held = await store.subscribers.holdKeys(keys);
  const terms = await untaggedTerms(store, rule, tag.key);
  const range = { above: keys[0]! - 1, upTo: keys.at(-1)!, keys };
  const still = new Set(await store.audiences.among(terms, range, now, keys.length));
  const changes: SubscriberChange[] = [];
  let skipped = 0;
  for (const known of held) {
    if (!still.has(known.key)) continue;
    const changed = withTags(known, [tag.id]);
    if (changed.ok) changes.push({ known, next: changed.subscriber });
    else skipped += 1;
  }
  const kept = await keepSubscribers(store, changes, now);
  await store.tags.link(
    kept.map(({ known }) => ({ subscriber: known.key, tag })),
    now,
  );
  await onChanges?.(store, kept);
  return { tagged: kept.length, skipped };
}

/** Call it in the transaction of the first page. A repeat restarts the job. @throws Failure conflict with too many such jobs */
export async function tagLater(store: OrganizationStore, terms: Terms, now: number): Promise<void> {
  const { queries, organization } = store;
  if ((await countJobsUpTo(queries, organization, 'apply_tag', openMax)) >= openMax) {
    throw new Failure('conflict', {
      message: `An organization can run at most ${openMax} apply_tag calls at a time; wait for one to finish`,
    });
  }
  const mark = createHash('sha256').update(canonicalJson(terms.rule)).digest('base64url');
  const job = { organization, kind: 'apply_tag', subject: `${terms.tagId} ${mark}`, runAt: now } as const;
  await addJobsOnTerms(queries, [{ ...job, terms: JSON.stringify(terms) }], now);
}

export async function continueTagging(engine: Engine, job: Job): Promise<void> {
  await runJobInTurns(engine, job, () => tagPageOrEnd(engine, job));
}

/** If the storage is full, the job ends, because the next attempt would fail too. */
async function tagPageOrEnd(engine: Engine, job: Job): Promise<boolean> {
  try {
    return await tagPage(engine, job);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    engine.world.log.warn({ subject: job.subject, why: error.message }, 'a bulk tagging job ended early');
    await engine.store.database.transaction((queries) => finishJob(queries, job));
    return true;
  }
}

async function tagPage(engine: Engine, job: Job): Promise<boolean> {
  const { database } = engine.store;
  const now = engine.world.clock.now();
  const reading = engine.store.forOrganization(job.organization);
  const text = await termsOfJob(reading.queries, job);
  if (text === undefined || text === null) return true;
  const terms = JSON.parse(text) as Terms;
  const [known] = await reading.tags.among([terms.tagId]);
  const untagged = await untaggedTerms(reading, terms.rule, known?.key);
  const { keys, through } = await nextUntagged(
    reading,
    known ? untagged : { ...untagged, isEmpty: true },
    terms,
    now,
    tagApplicationLimits.slicesWaitedFor,
  );
  return await database.transaction(async (queries) => {
    const all = new OrganizationStore(queries, job.organization).startedBy(terms.cause ?? null);
    const assistant = terms.assistant === true ? ofOperator : terms.assistant;
    const store = assistant ? all.byAssistant(engine.world.clock, assistant) : all;
    const tag = new HeldTags(await store.tags.hold([terms.tagId]), 0).find(terms.tagId);
    if (!(await holdsLease(queries, job))) return true;
    if (tag) await tagPeople(store, tag, terms.rule, keys, now);
    const organization = await new OrganizationRecords(queries).byKey(job.organization);
    if (organization) await assertStorage(queries, organization);
    if (tag && through < terms.until) {
      return !(await keepTerms(queries, job, JSON.stringify({ ...terms, through })));
    }
    await finishJob(queries, job);
    return true;
  });
}

export async function afterBrokenTagging(engine: Engine, job: Job): Promise<void> {
  if (job.attempts >= attemptsMax) {
    engine.world.log.error({ subject: job.subject }, 'a bulk tagging job was abandoned');
    await engine.store.database.transaction((queries) => finishJob(queries, job));
    return;
  }
  const next = engine.world.clock.now() + afterFaultMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}
