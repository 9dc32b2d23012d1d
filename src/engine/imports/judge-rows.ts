import { parseMailbox } from '../../model/address.ts';
import type { ImportCounts } from '../../model/import/counts.ts';
import { countIn, noCounts } from '../../model/import/counts.ts';
import { decideRepeat, decideRow } from '../../model/import/decide-row.ts';
import type { ImportOptions } from '../../model/import/import.ts';
import type { ImportRow } from '../../model/import/read-row.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import type { SubscriberRecord, SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import { differs } from '../../model/subscriber/subscriber-change.ts';
import type { SuppressionOrigin } from '../../model/subscriber/suppression.ts';
import type { HeldTag } from '../../store/records/people/tags.ts';
import type { ImportFault } from '../../store/records/transfers/import-files.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { erasedMark } from '../recipients/recipient-marks.ts';
import { mayRefuseOptIn } from '../subscribers/opt-in-limits.ts';
import { type OptInRequests, optInRequestsTo } from '../subscribers/request-opt-in.ts';
import type { FileRow } from './read-file.ts';

export type ImportScene = {
  engine: Engine;
  caller: Pick<Caller, 'organization' | 'token'>;
  options: ImportOptions;
  /** Approved opt-in requests left; null without a limit. */
  mailsLeft: number | null;
  /** All opt-in requests must stay captured, because sending was off at the start and no person approved them. */
  staysHere: boolean;
  /** Mail to other than test recipients is really sent. */
  isLive: boolean;
  /** The organization has erased a subscriber, so addresses are also checked by their marks. */
  hasErased: boolean;
  assistant: boolean;
  /** Null before the import is stored. */
  importKey: number | null;
};

export type JudgingMeans = {
  reading: 'hold' | 'look';
  /** Undefined for the id of a deleted tag. */
  tagOf(idOrName: string): Pick<HeldTag, 'id'> | undefined;
  /** An earlier row of the preview has the external id. */
  isAssigned(externalId: string): boolean;
};

export type JudgedRows = {
  counts: ImportCounts;
  faults: ImportFault[];
  created: SubscriberRecord[];
  changed: { known: SubscriberRecord; next: SubscriberRecord }[];
  suppress: { email: string; origin: SuppressionOrigin }[];
};

type Folded = { known: SubscriberRecord | null; next: SubscriberRecord };

/** Preview and run share the judgement, so that they agree. The number of statements is constant. */
export async function judgeRows(
  scene: ImportScene,
  store: OrganizationStore,
  rows: readonly FileRow[],
  means: JudgingMeans,
  now: number,
): Promise<JudgedRows> {
  const judged: JudgedRows = { counts: noCounts(), faults: [], created: [], changed: [], suppress: [] };
  judged.counts.rows = rows.length;
  const readable = rows.flatMap(({ read }) => ('save' in read ? [read] : []));
  const facts = await readFacts(scene, store, readable, means, now);
  const folded = new Map<string, Folded>();
  for (const row of rows) judgeRow(scene, row, facts, folded, judged, means, now);
  for (const { known, next } of folded.values()) {
    if (known === null) judged.created.push(next);
    else if (differs(known, next)) judged.changed.push({ known, next });
  }
  return judged;
}

type Facts = {
  known: ReadonlyMap<string, SubscriberRecord>;
  owners: Map<string, string>;
  suppressed: (email: string) => boolean;
  erased: (email: string) => boolean;
  questions: OptInRequests | null;
};

async function readFacts(
  scene: ImportScene,
  store: OrganizationStore,
  rows: readonly ImportRow[],
  { reading }: JudgingMeans,
  now: number,
): Promise<Facts> {
  const { engine, caller } = scene;
  const emails = [...new Set(rows.map(({ save }) => save.email))];
  const known = await (reading === 'hold'
    ? store.subscribers.holdAll(emails)
    : store.subscribers.findAll(emails));
  const owners = await store.subscribers.ownersOf(rows.flatMap(({ save }) => save.externalId || []));
  const mark = (email: string): string => erasedMark(engine, store.organization, email);
  // After the rows are locked, so that a concurrent erasure is seen.
  const passed = await passedOver(scene, store, emails, mark);
  const marks = scene.hasErased ? emails.map(mark) : [];
  const stops = await store.suppressions.forAddresses([...emails, ...marks], now);
  const stopped = new Set(stops.map(({ email }) => email));
  const asks = caller.organization.doubleOptIn && mayRefuseOptIn(caller.token);
  const people = emails.map((email) => ({ email }));
  const cap = reading === 'hold' ? 'hold' : 'look';
  return {
    known: new Map(known.map((subscriber) => [subscriber.email, subscriber])),
    owners,
    erased: (email) => passed.size > 0 && passed.has(mark(email)),
    suppressed: (email) => stopped.has(email) || (scene.hasErased && stopped.has(mark(email))),
    questions: asks ? await optInRequestsTo({ engine, caller, store, now }, people, 'look', cap) : null,
  };
}

async function passedOver(
  { importKey }: ImportScene,
  store: OrganizationStore,
  emails: readonly string[],
  mark: (email: string) => string,
): Promise<ReadonlySet<string>> {
  if (importKey === null || !(await store.imports.passesOver(importKey))) return new Set();
  return await store.imports.passedOver(importKey, emails.map(mark));
}

type Refusal = { fate: 'invalid' | 'refused'; reason: string; column: string | null; message: string };

function judgeRow(
  scene: ImportScene,
  { read, repeats }: FileRow,
  facts: Facts,
  folded: Map<string, Folded>,
  judged: JudgedRows,
  means: JudgingMeans,
  now: number,
): void {
  const { counts, faults } = judged;
  const refused = !('save' in read)
    ? ({ fate: 'invalid', ...read } as const)
    : repeats
      ? judgeRepeat(scene, read, facts, folded, judged, now)
      : judgeFirst(scene, read, facts, folded, judged, means, now);
  if (refused === null) return;
  const { fate, reason, column, message } = refused;
  counts[fate] += 1;
  countIn(counts.reasons, reason);
  faults.push({ line: read.line, reason, field: column, message });
  if (reason === 'email_invalid') counts.unlikelyAddresses += 1;
}

/** A repeated address counts only if the row stops mail. */
function judgeRepeat(
  { options }: ImportScene,
  read: ImportRow,
  facts: Facts,
  folded: Map<string, Folded>,
  { counts, faults, suppress }: JudgedRows,
  now: number,
): null {
  const { email } = read.save;
  counts.duplicates += 1;
  const message = 'repeats the address of an earlier row';
  faults.push({ line: read.line, reason: 'duplicate', field: 'email', message });
  const known = facts.known.get(email) ?? null;
  const start = folded.get(email) ?? (known && { known, next: known });
  const repeat = start && options.onConflict === 'upsert' ? decideRepeat(read, start.next, now) : null;
  if (start === null || repeat === null || facts.erased(email)) return null;
  folded.set(email, { known: start.known, next: repeat.subscriber });
  if (repeat.suppress) suppress.push({ email, origin: repeat.suppress });
  return null;
}

function judgeFirst(
  scene: ImportScene,
  read: ImportRow,
  facts: Facts,
  folded: Map<string, Folded>,
  { counts, faults, suppress }: JudgedRows,
  means: JudgingMeans,
  now: number,
): Refusal | null {
  const { options, caller } = scene;
  const { save } = read;
  const { email, externalId } = save;
  noteSigns(counts, read, facts);
  if (facts.erased(email)) {
    const message = 'belongs to a person who was erased after the file was uploaded';
    return { fate: 'refused', reason: 'erased', column: null, message };
  }
  const tags = [...options.tags, ...(save.tags ?? [])].map((name) => means.tagOf(name));
  if (tags.includes(undefined)) {
    return { fate: 'invalid', reason: 'field_invalid', column: 'tags', message: 'is not the id of a tag' };
  }
  const known = facts.known.get(email) ?? null;
  const verdict = decideRow(read, {
    known,
    id: scene.engine.world.ids.id('sub'),
    tagIds: [...new Set(tags.map((tag) => tag!.id))],
    ownerOfExternalId: externalId ? ownerOf(externalId, facts, means) : undefined,
    onConflict: options.onConflict,
    doubleOptIn: caller.organization.doubleOptIn,
    now,
  });
  if (verdict.fate === 'skipped') {
    counts.skipped += 1;
    return null;
  }
  if ('reason' in verdict) return refusalFor(verdict, read, counts);
  if (verdict.fate === 'created' && verdict.subscriber.status === 'PENDING') {
    const refusal = mayNotBeAsked(scene, email, facts, counts);
    if (refusal) return refusal;
    counts.pending += 1;
    if (!isFixture(scene, email)) counts.pendingReal = (counts.pendingReal ?? 0) + 1;
  }
  counts[verdict.fate] += 1;
  if (verdict.stopped) counts.stopped += 1;
  else if (known !== null && staysAway.has(known.status)) counts.inactive = (counts.inactive ?? 0) + 1;
  if (verdict.suppress || facts.suppressed(email)) counts.suppressed += 1;
  for (const { field, message } of read.leftOut) {
    countIn(counts.leftOut, field);
    faults.push({ line: read.line, reason: 'left_out', field, message });
  }
  if (verdict.suppress) suppress.push({ email, origin: verdict.suppress });
  if (externalId) facts.owners.set(externalId, email);
  folded.set(email, { known, next: verdict.subscriber });
  return null;
}

/** If consent is missing only because its date is unreadable, names the date. */
function refusalFor(verdict: Refusal, { leftOut }: ImportRow, counts: ImportCounts): Refusal {
  const date = leftOut.find(({ field }) => field === 'consent.at');
  if (verdict.reason !== 'consent_missing' || date === undefined) return verdict;
  countIn(counts.leftOut, date.field);
  return { ...verdict, column: date.field, message: date.message };
}

const staysAway: ReadonlySet<SubscriberStatus> = new Set(['UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']);

function ownerOf(externalId: string, { owners }: Facts, { isAssigned }: JudgingMeans): string | undefined {
  // Only the difference from the row's own address matters.
  return owners.get(externalId) ?? (isAssigned(externalId) ? 'another' : undefined);
}

function mayNotBeAsked(
  scene: ImportScene,
  email: string,
  { questions }: Facts,
  { pending }: ImportCounts,
): Refusal | null {
  const { mailsLeft, staysHere, isLive } = scene;
  if (staysHere && isLive && !isFixture(scene, email)) {
    const message = 'would now get a real opt-in request, which no person approved: import it again';
    return { fate: 'refused', reason: 'not_approved', column: null, message };
  }
  if (mailsLeft !== null && pending >= mailsLeft) {
    const message = 'would get an opt-in request beyond the approved number';
    return { fate: 'refused', reason: 'not_approved', column: null, message };
  }
  const fate = questions?.ask(email);
  if (typeof fate !== 'object') return null;
  return { fate: 'refused', reason: fate.failure, column: null, message: fate.message };
}

function isFixture({ engine: { settings } }: ImportScene, email: string): boolean {
  const read = parseMailbox(email);
  return read.ok && fixtureRule(read.mailbox, settings.testRunners) !== null;
}

function noteSigns(
  counts: ImportCounts,
  { save, isRole, isUnlikely }: ImportRow,
  { suppressed }: Facts,
): void {
  if (isRole) counts.roleAddresses += 1;
  if (isUnlikely || suppressed(save.email)) counts.unlikelyAddresses += 1;
  if (save.consent === undefined) counts.withoutConsent += 1;
}
