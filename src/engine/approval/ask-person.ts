import { ticketsMax } from '../../concurrency/mail-watch.ts';
import {
  type ApprovalRecord,
  approvalLimits,
  approvalStatus,
  cleanNote,
  contentReview,
  undecided,
} from '../../model/approval/approval.ts';
import { Failure } from '../../model/failure.ts';
import { idsIn } from '../../model/id.ts';
import { secondMs } from '../../model/instant.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { canonicalJson } from '../../model/text/canonical-json.ts';
import { clientName } from '../../model/text/text.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import type { TokenRecord } from '../../store/records/access/tokens.ts';
import type { AskedBy } from '../../store/records/permits/approvals.ts';
import { OrganizationStore } from '../../store/store.ts';
import { isSubject } from '../auth/subject-record.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine, Scope } from '../context/scope.ts';
import type { Approval } from '../context/send-permit.ts';
import { announceAsked, announceDecided } from '../ledger/announce-changes.ts';
import { type Agreed, agreedBy, hashSubject } from './send-approvals.ts';

/** An approval is used up before its call runs, so that a crash in between never runs the call twice. */

export type HeldCall = {
  caller: Caller;
  tool: string;
  /** As given by the assistant, including the idempotency key. */
  given: Readonly<Record<string, unknown>>;
};

type Here = Pick<Engine, 'store' | 'secretBox' | 'world' | 'mailWatch' | 'settings'>;

const sealedFor = 'arguments of an approval';

type Asker = { token: { id: string } | null; grant?: string | null };

/** Identifies a caller across calls: the same for each access token of a grant. */
export function askerMark({ organization, ...asker }: Asker & Pick<Caller, 'organization'>): AskerMark {
  return [organization.key, asker.token?.id ?? 'operator', lastingGrant(asker) ?? ''];
}

export type AskerMark = readonly [organization: number, token: string, grant: string];

/** Returns true if the caller requested the approval itself. Another app of the same person did not. */
export function isAsker(caller: Asker, question: Pick<ApprovalRecord, 'token' | 'grant'>): boolean {
  return caller.token?.id === question.token?.id && lastingGrant(caller) === lastingGrant(question);
}

/** Selects the requests for which `isAsker` is true. */
export function askedBy({ token, grant }: { token: TokenRecord; grant?: string }): AskedBy {
  return { key: token.key, id: token.id, ...(!isSubject(token) && { grant: grant ?? null }) };
}

/** A subject of an identity provider gets a new grant each hour; the token id, derived from the person, stays. */
function lastingGrant({ token, grant }: Asker): string | null {
  return token && isSubject(token) ? null : (grant ?? null);
}

/** Identifies a call: the same for a repeat with the same arguments and idempotency key. */
export function hashCall(
  { secretBox }: Pick<Engine, 'secretBox'>,
  { caller, tool, given }: HeldCall,
): string {
  const marked = canonicalJson([...askerMark(caller), tool, given]);
  return secretBox.macText('call of an approval', marked);
}

/** Undefined if the call was never asked about or the request expired. */
export async function questionAbout(
  { store, world }: Pick<Engine, 'store' | 'world'>,
  { organization }: { organization: Pick<OrganizationRecord, 'key'> },
  callMark: string,
): Promise<ApprovalRecord | undefined> {
  const found = await store.forOrganization(organization.key).approvals.ofCall(callMark);
  return found && approvalStatus(found, world.clock.now()) !== 'expired' ? found : undefined;
}

/**
 * A changed preview replaces the request, even a declined one, because the assistant may have followed the
 * note. @param because the reason, if the call would not always need approval
 * @returns null when too many requests are open
 */
export async function askPerson(
  engine: Here,
  call: HeldCall,
  previewed: PreviewedSend,
  because?: string,
): Promise<{ question: ApprovalRecord; isNew: boolean } | null> {
  const { store, world } = engine;
  const { baseUrl } = engine.settings;
  const { organization, token, grant, client } = call.caller;
  const now = world.clock.now();
  const callMark = hashCall(engine, call);
  const { about, recipients } = agreedBy(previewed);
  const asked = {
    about,
    recipients: Number.isFinite(recipients) ? recipients : null,
    people: previewed.people ?? null,
    shown: { preview: previewed.preview, isChange: previewed.isChange, because },
    askedAt: previewed.shownAt ?? now,
    expiresAt: now + approvalLimits.openMs,
  };
  const id = world.ids.id('apr');
  const sealed = sealArguments(engine, call.given);
  return await store.database.transaction(async (queries) => {
    // The lock keeps concurrent identical calls from creating two requests, and the limits exact.
    await new OrganizationRecords(queries).hold(organization.key);
    const here = new OrganizationStore(queries, organization.key);
    const { approvals } = here;
    const askAgain = async (question: ApprovalRecord) => {
      const renewed = { ...asked, decidedAt: null, decidedBy: null, word: null };
      await approvals.move(question, 'askAgain', renewed);
      const again: ApprovalRecord = { ...question, ...renewed, status: 'pending' };
      await announceAsked(here, again, baseUrl);
      return { question: again, isNew: true };
    };
    const known = await approvals.ofCall(callMark);
    const status = known && approvalStatus(known, now);
    const isStanding = status === 'pending' || status === 'approved' || status === 'declined';
    if (known && isStanding && known.about === about) return { question: known, isNew: false };
    if (known && (status === 'pending' || status === 'approved')) return await askAgain(known);
    const { pendingMax, pendingOfTokenMax } = approvalLimits;
    if ((await approvals.countPending(now, pendingMax)) >= pendingMax) return null;
    const mine = await approvals.countPending(now, pendingOfTokenMax, token);
    if (mine >= pendingOfTokenMax) return null;
    if (known && status === 'declined') return await askAgain(known);
    await approvals.add({
      ...asked,
      id,
      ...undecided,
      tool: call.tool,
      callMark,
      token: token && { key: token.key, id: token.id, name: token.name },
      grant: grant ?? null,
      client: clientName(client),
      arguments: sealed,
    });
    const question = (await approvals.byId(id))!;
    await announceAsked(here, question, baseUrl);
    return { question, isNew: true };
  });
}

export function sealArguments(
  { secretBox }: Pick<Engine, 'secretBox'>,
  given: Readonly<Record<string, unknown>>,
): string {
  return secretBox.seal(sealedFor, JSON.stringify(given));
}

export function heldArguments(
  { secretBox }: Pick<Engine, 'secretBox'>,
  { arguments: sealed }: Pick<ApprovalRecord, 'arguments'>,
): Record<string, unknown> {
  return JSON.parse(secretBox.open(sealedFor, sealed)) as Record<string, unknown>;
}

export function approvedTerms({ about, recipients }: ApprovalRecord): Agreed {
  return { about, recipients: recipients ?? Number.POSITIVE_INFINITY };
}

export function approvalBy(question: ApprovalRecord, { about }: PreviewedSend): Approval {
  const { recipients } = approvedTerms(question);
  return {
    about: hashSubject(about),
    recipients,
    people: question.people,
    shownAt: question.askedAt,
    id: question.id,
  };
}

export type Decision = {
  decision: 'approve' | 'decline';
  about: string;
  /** Null at the terminal of the machine. */
  by: ApprovalRecord['decidedBy'];
  word?: string | undefined;
};

/** Records a decision. @returns `taken: false` if the request was changed, decided, used or expired before */
export async function decideQuestion(
  { settings: { baseUrl } }: Pick<Engine, 'settings'>,
  store: OrganizationStore,
  id: string,
  { decision, about, by, word }: Decision,
  now: number,
): Promise<{ question: ApprovalRecord; taken: boolean } | undefined> {
  const { approvals } = store;
  const question = await approvals.byId(id);
  if (!question) return undefined;
  if (approvalStatus(question, now) === 'expired') return { question, taken: false };
  const isRelease = decision === 'approve' && question.tool === contentReview.tool;
  const changes = {
    decidedAt: now,
    decidedBy: by,
    word: cleanNote(word),
    ...(isRelease && { expiresAt: question.askedAt + approvalLimits.keptMs, arguments: '' }),
  };
  const taken = await approvals.move({ id, about }, decision, changes);
  const decided = (await approvals.byId(id))!;
  if (taken) await announceDecided(store, decided, baseUrl, now);
  return { question: decided, taken };
}

/** Poll interval, because another process may decide. */
const lookMs = secondMs;

/** Waits for the decision, the timeout or a shutdown. @throws rate_limit_exceeded when too many wait */
export async function waitForDecision(
  { engine, store: { approvals, organization }, signal }: Pick<Scope, 'engine' | 'store' | 'signal'>,
  id: string,
  waitMs: number,
): Promise<ApprovalRecord | undefined> {
  const { clock } = engine.world;
  const ticket = engine.mailWatch.open(organization);
  if (ticket === null) {
    throw new Failure('rate_limit_exceeded', {
      message: `An organization can have at most ${ticketsMax} waiting requests at a time`,
      retryAfterSeconds: 1,
    });
  }
  const until = clock.monotonic() + waitMs;
  try {
    for (;;) {
      const question = await approvals.byId(id);
      if (!question || !isOpen(question, clock.now())) return question;
      const left = until - clock.monotonic();
      if (left <= 0 || engine.stopping.now) return question;
      await ticket.changed(Math.min(lookMs, left), signal);
      signal.throwIfAborted();
    }
  } finally {
    ticket.close();
  }
}

/** Time for an approval to run its call by itself. */
const carriedOutWithinMs = 5 * secondMs;

/** Undecided, or approved and still running. */
export function isOpen(question: ApprovalRecord, now: number): boolean {
  const status = approvalStatus(question, now);
  if (status === 'pending') return true;
  // A released content is not carried out.
  if (status === 'approved' && question.tool === contentReview.tool) return false;
  if (status === 'approved') return now - question.decidedAt! < carriedOutWithinMs;
  return (
    question.status === 'used' &&
    question.outcome === null &&
    now - question.usedAt! < approvalLimits.runningMs
  );
}

/** Uses an approval up before its call runs. @returns false if it was used before or is not approved */
export async function useQuestion(
  { store, world }: Pick<Engine, 'store' | 'world'>,
  { organization }: Pick<Caller, 'organization'>,
  question: ApprovalRecord,
): Promise<boolean> {
  const now = world.clock.now();
  if (approvalStatus(question, now) !== 'approved') return false;
  return await store.database.transaction((queries) =>
    new OrganizationStore(queries, organization.key).approvals.move(question, 'use', {
      usedAt: now,
      arguments: '',
    }),
  );
}

export type Settled = {
  /** `done`, or the name of a failure. */
  outcome: string;
  answer?: unknown;
  after?: string | undefined;
  /** The caller already has the answer, so no repeat needs it. */
  isAnswered?: boolean;
};

/** Never throws. */
export async function settleQuestion(
  { store, world, mailWatch }: Pick<Engine, 'store' | 'world' | 'mailWatch'>,
  { organization }: Pick<Caller, 'organization'>,
  id: string,
  { outcome, answer, after, isAnswered = false }: Settled,
): Promise<void> {
  const ids = idsIn(answer, approvalLimits.idsMax);
  const answeredAt = isAnswered ? world.clock.now() : null;
  try {
    await store.database.transaction((queries) =>
      new OrganizationStore(queries, organization.key).approvals.settle(
        id,
        outcome,
        { ids, after },
        answeredAt,
      ),
    );
  } catch (error) {
    // The call's effect stands even if this write fails.
    world.log.warn({ approval: id, outcome, err: error }, 'the outcome of an approval could not be recorded');
  }
  mailWatch.changed(organization.key);
}

/** Claims the stored answer for the first repeat of the call. A later repeat is a new call. */
export async function takeAnswer(
  { store, world }: Pick<Engine, 'store' | 'world'>,
  { organization }: Pick<Caller, 'organization'>,
  id: string,
): Promise<boolean> {
  const now = world.clock.now();
  return await store.database.transaction((queries) =>
    new OrganizationStore(queries, organization.key).approvals.answer(id, now),
  );
}
