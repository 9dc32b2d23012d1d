import { ticketsMax } from '../../concurrency/mail-watch.ts';
import {
  type ApprovalRecord,
  approvalLimits,
  approvalStatus,
  wordOf,
} from '../../model/approval/approval.ts';
import { Failure } from '../../model/failure.ts';
import { idsIn } from '../../model/id.ts';
import { secondMs } from '../../model/instant.ts';
import { clientName } from '../../model/organization/audit.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { canonicalJson } from '../../model/text/canonical-json.ts';
import { stripInvisible } from '../../model/text/strip-invisible.ts';
import { OrganizationRecords } from '../../store/records/organizations.ts';
import { OrganizationStore } from '../../store/store.ts';
import { noRow } from '../auth/subject-record.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine, Scope } from '../context/scope.ts';
import type { Approval } from '../context/send-permit.ts';
import { announceAsked, announceDecided } from '../ledger/announce-changes.ts';
import { type Agreed, agreedBy, fingerprintOf } from './send-approvals.ts';

/**
 * Questions to a person about one call of an assistant, each a row: asked by the call, decided where no assistant can, and
 * used up by the call before it is let through. A crash between the two does nothing, and never twice.
 */

/** A call that waits for a person. */
export type HeldCall = {
  caller: Caller;
  tool: string;
  /** As they were given, without what is said about the call itself but its idempotency key. */
  given: Readonly<Record<string, unknown>>;
};

type Here = Pick<Engine, 'store' | 'secretBox' | 'world' | 'mailWatch' | 'settings'>;

/** For what the arguments of a held call are encrypted. */
const sealedFor = 'arguments of an approval';

/** Who a caller is to what outlives a call: the same one over the next token of a grant, and no other. */
export function askerMark({ organization, token, grant }: Caller): readonly (string | number)[] {
  // A person of an identity provider comes over another grant each hour, and is the same one by the id made of their name.
  const over = token?.key === noRow ? '' : (grant ?? '');
  return [organization.key, token?.id ?? 'operator', over];
}

/** Which call of which caller this is: the same for a repeat with the same arguments and the same idempotency key. */
export function callMarkOf(
  { secretBox }: Pick<Engine, 'secretBox'>,
  { caller, tool, given }: HeldCall,
): string {
  const marked = canonicalJson([...askerMark(caller), tool, given]);
  return secretBox.mac('call of an approval', marked).toString('base64url');
}

/** The latest question about a call; undefined where it was never asked, or the question is over. */
export async function questionAbout(
  { store, world }: Pick<Engine, 'store' | 'world'>,
  { organization }: Pick<Caller, 'organization'>,
  callMark: string,
): Promise<ApprovalRecord | undefined> {
  const found = await store.forOrganization(organization.key).approvals.ofCall(callMark);
  return found && approvalStatus(found, world.clock.now()) !== 'expired' ? found : undefined;
}

/**
 * Asks, unless this call is asked about already; a question about something that has changed becomes the new one, after a no as
 * well: a person who says what they mind is asked about what was made of it.
 * @param because why it is asked, where it would not be at other times
 * @returns null when as many questions are open as there may be
 */
export async function askPerson(
  engine: Here,
  call: HeldCall,
  previewed: PreviewedSend,
  because?: string,
): Promise<{ question: ApprovalRecord; isNew: boolean } | null> {
  const { store, world, secretBox } = engine;
  const { baseUrl } = engine.settings;
  const { organization, token, grant, client } = call.caller;
  const now = world.clock.now();
  const callMark = callMarkOf(engine, call);
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
  const sealed = secretBox.seal(sealedFor, JSON.stringify(call.given));
  return await store.database.transaction(async (queries) => {
    // One at a time, so that a call made twice at once is one question, and the bounds hold.
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
      status: 'pending',
      tool: call.tool,
      callMark,
      token: token && { key: token.key, id: token.id, name: token.name },
      grant: grant ?? null,
      client: clientName(client),
      arguments: sealed,
      decidedAt: null,
      decidedBy: null,
      word: null,
      usedAt: null,
      outcome: null,
      answeredAt: null,
    });
    const question = (await approvals.byId(id))!;
    await announceAsked(here, question, baseUrl);
    return { question, isNew: true };
  });
}

/** The arguments of a question's call. */
export function heldArguments(
  { secretBox }: Pick<Engine, 'secretBox'>,
  { arguments: sealed }: Pick<ApprovalRecord, 'arguments'>,
): Record<string, unknown> {
  return JSON.parse(secretBox.open(sealedFor, sealed)) as Record<string, unknown>;
}

/** What a question was asked about. */
export function agreedIn({ about, recipients }: ApprovalRecord): Agreed {
  return { about, recipients: recipients ?? Number.POSITIVE_INFINITY };
}

/** What a yes to a question allows the call that it lets through. */
export function approvalBy(question: ApprovalRecord, { about }: PreviewedSend): Approval {
  const { recipients } = agreedIn(question);
  return {
    about: fingerprintOf(about),
    recipients,
    people: question.people,
    shownAt: question.askedAt,
    id: question.id,
  };
}

/** A person's decision. */
export type Decision = {
  decision: 'approve' | 'decline';
  /** Fingerprint of what they were shown. */
  about: string;
  /** Null at the terminal of the machine. */
  by: ApprovalRecord['decidedBy'];
  word?: string | undefined;
};

/**
 * Writes a person's decision down, as long as the question is about what they were shown. In the transaction of `store`.
 * @param now epoch milliseconds
 * @returns the question as it stands now; `taken: false` when it was changed, decided, used or over before
 */
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
  const changes = { decidedAt: now, decidedBy: by, word: wordOf(word, stripInvisible) };
  const taken = await approvals.move({ id, about }, decision, changes);
  const decided = (await approvals.byId(id))!;
  if (taken) await announceDecided(store, decided, baseUrl, now);
  return { question: decided, taken };
}

/** Another process may have decided: the database is looked at as often as this without being woken. */
const lookMs = secondMs;

/**
 * The question once it is no longer open, or as it stands when the time is over or the process stops.
 * @throws Failure rate_limit_exceeded when too many requests of the organization wait already
 * @throws the abort reason of the signal
 */
export async function waitForDecision(
  { engine, store: { approvals, organization }, signal }: Pick<Scope, 'engine' | 'store' | 'signal'>,
  id: string,
  waitMs: number,
): Promise<ApprovalRecord | undefined> {
  const { clock } = engine.world;
  const ticket = engine.mailWatch.open(organization);
  if (ticket === null) {
    throw new Failure('rate_limit_exceeded', {
      message: `At most ${ticketsMax} requests of an organization wait at a time`,
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

/** Between a yes and its call, where the yes itself carries it out. */
const carriedOutWithinMs = 5 * secondMs;

/** Undecided, or decided and being carried out. */
export function isOpen(question: ApprovalRecord, now: number): boolean {
  const status = approvalStatus(question, now);
  if (status === 'pending') return true;
  if (status === 'approved') return now - question.decidedAt! < carriedOutWithinMs;
  return (
    question.status === 'used' &&
    question.outcome === null &&
    now - question.usedAt! < approvalLimits.runningMs
  );
}

/** Uses a yes up, before its call is let through. @returns false when it was used before, or is a yes no longer */
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

/** The outcome of a call that was let through. */
export type Settled = {
  /** `done`, or the name of a failure. */
  outcome: string;
  /** The answer of a call that is done. */
  answer?: unknown;
  /** Mark of what the call would do again. */
  after?: string | undefined;
  /** The caller has the answer, so that no repeat waits for it. */
  isAnswered?: boolean;
};

/** Records the outcome of a call that was let through. Never throws. */
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
    // What was done was done, whether or not this can be written.
    world.log.warn({ approval: id, outcome, err: error }, 'the outcome of an approval could not be written');
  }
  mailWatch.changed(organization.key);
}

/**
 * Takes the answer of a call that a yes let through for its caller: the first repeat of the call is given it, and a later
 * one is a call of its own.
 */
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
