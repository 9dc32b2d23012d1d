import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mailbox } from '../../model/address.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Body } from '../../model/content/body.ts';
import type { MergeFields } from '../../model/content/merge-fields.ts';
import { Failure } from '../../model/failure.ts';
import type { RawMessage } from '../../model/message/raw-message.ts';
import { seenText } from '../../model/message/reading/seen-text.ts';
import { isAuthoringBadge, mayHaveAuthoringBadges } from '../../model/verification/authoring-badges.ts';
import { type Badge, type ContentVerdict, unjudged } from '../../model/verification/content/verdict.ts';
import { verificationUnavailable, withoutReview } from '../../model/verification/content-refusal.ts';
import { languageUnread } from '../../model/verification/language/languages.ts';
import {
  judgedCharactersMax,
  mayBeNoticed,
  type UnreadContent,
} from '../../model/verification/unread-content.ts';
import { refuseContent } from '../approval/content-reviews.ts';
import { downgradeToWarnings, verifyUnread } from '../content/verify-content.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine, Scope } from '../context/scope.ts';
import { trackedSend } from '../domains/domain-signers.ts';

/**
 * A quick check clears nearly all mail in microseconds. Verdicts are shared between organizations, because
 * they depend on content alone, with unfilled merge fields.
 */

type Written = {
  from: Mailbox;
  subject: string;
  preview: string | null;
  body: Body;
  /** Values of the template's variables, which are judged as part of the content. */
  values?: MergeFields;
};

type Sent = Written & { to: Pick<Mailbox, 'address' | 'key'> };

type Asked = Pick<Scope, 'engine' | 'caller' | 'signal'>;

/** Each takes a few hundred octets. */
const rememberedMax = 2_000;
/** @property whole false for a mail not judged whole: its verdict is not cached */
type Judged = ContentVerdict & { whole: boolean };

const memoryOf = perEngine(() => new BoundedMap<string, Judged>(rememberedMax));

const cleared: Judged = { verdict: 'pass', blockReasons: [], badges: [], guidance: '', whole: true };

/** For a large message whose pieces all pass the quick check. */
const clearedInPieces: Judged = { ...cleared, badges: downgradeToWarnings(unjudged('too_large')) };

/**
 * `at` is the path in a batch (`emails[3]`). @throws Failure content_verification_failed, or
 * content_verification_unavailable for a mail that is too large @throws RenderingBusy if too many mails wait
 */
export async function verifiedSend<Mail extends Sent>(
  asked: Asked,
  mail: Mail,
  at = '',
): Promise<Mail & { badges?: readonly Badge[] }> {
  const { from, to, subject, preview, body, values: given } = mail;
  const mode = asked.caller.organization.verifyTransactional ?? 'block';
  const content = { from, subject, preview, body, text: null, purpose: 'transactional', given } as const;
  const parts = [...partsOf(mail), body.kind, body.source, ...(given ? [JSON.stringify(given)] : [])];
  if (mode === 'off') {
    const badges = mayHaveAuthoringBadges(content) ? await authoringBadgesOf(asked, content, parts) : [];
    return badges.length === 0 ? mail : { ...mail, badges };
  }
  const known = memoryOf(asked.engine).get(hashOf(parts));
  if (known?.verdict === 'pass' && known.badges.length === 0) return mail;
  const verdict = await refusedFor([to], async () => {
    const judged = await remembered(asked.engine, parts, [to.address], (readers) =>
      verdictOn(asked, { ...content, readers }),
    );
    if (mode !== 'block' || judged.verdict === 'pass') return judged;
    const refusal = await refuseContent(asked.engine, asked.caller.organization, judged, [content], at);
    if (refusal) throw refusal;
    return { ...judged, badges: withoutReview(judged.badges) };
  });
  return verdict.badges.length === 0 ? mail : { ...mail, badges: warningsIn(verdict) };
}

/** Verifies a mail and resolves its tracking. @throws Failure as `verifiedSend` does */
export async function verifiedDraft<Mail extends Sent>(scope: Asked, mail: Mail, at = '') {
  const verified = await verifiedSend(scope, mail, at);
  return await trackedSend(scope.engine, scope.caller.organization.key, verified);
}

/** For organizations that switched verification off. */
async function authoringBadgesOf(
  asked: Asked,
  content: UnreadContent,
  parts: readonly (string | null)[],
): Promise<Badge[]> {
  const { engine, caller, signal } = asked;
  const { badges } = await rememberedAs(engine, parts, async () => {
    const turn = { tenant: caller.organization.key, rank: 'send', signal } as const;
    const judged = await engine.world.rendering.verify(content, turn);
    if (judged.verdict !== 'unjudged') return { ...judged, whole: true };
    return { ...cleared, badges: judged.badges, whole: false };
  });
  return badges.filter(isAuthoringBadge);
}

/** Verifies a raw message, parsing it only if the quick check fails. @throws Failure as `verifiedSend` does */
export async function verifiedMessage(
  asked: Asked,
  written: Omit<Written, 'body' | 'values'>,
  message: RawMessage,
  recipients: readonly Pick<Mailbox, 'address'>[],
): Promise<readonly Badge[]> {
  const mode = asked.caller.organization.verifyTransactional ?? 'block';
  if (mode === 'off') return [];
  // Other header fields, such as Message-ID and Date, differ in every message and do not affect the verdict.
  const content = message.header.match(contentFields)?.join('') ?? '';
  const parts = [...partsOf(written), content, message.body];
  const addresses = recipients.map(({ address }) => address);
  const verdict = await remembered(asked.engine, parts, addresses, (readers) =>
    verdictOnMessage(asked, { ...written, readers }, message),
  );
  if (mode !== 'block' || verdict.verdict === 'pass') return warningsIn(verdict);
  const { engine, caller } = asked;
  const contents =
    verdict.verdict === 'review' ? [readContent(written, await readMessage(asked, message))] : [];
  const refusal = await refuseContent(engine, caller.organization, verdict, contents);
  if (refusal) throw refusal;
  return withoutReview(warningsIn(verdict));
}

const raw = { purpose: 'transactional', verbatim: true } as const;

async function readMessage({ engine, caller, signal }: Asked, message: RawMessage) {
  const turn = { tenant: caller.organization.key, rank: 'send', signal } as const;
  return await engine.world.rendering.read(message, turn);
}

function readContent(
  { from, subject, preview }: Omit<Written, 'body' | 'values'>,
  { html, text }: { html: string; text: string },
): UnreadContent {
  const body: Body | null = html === '' ? null : { kind: 'html', source: html };
  return { from, subject, preview, ...raw, body, text: text === '' ? null : text };
}

function warningsIn({ badges }: ContentVerdict): Badge[] {
  return badges.map((badge) => (badge.severity === 'block' ? { ...badge, severity: 'warn' } : badge));
}

const contentFields = /^content-.*(?:\r\n[ \t].*)*/gim;

async function verdictOnMessage(
  asked: Asked,
  { from, subject, preview, readers }: Omit<Written, 'body'> & { readers: readonly string[] },
  message: RawMessage,
): Promise<Judged> {
  const envelope = { from, subject, preview, readers, ...raw };
  const seen = seenText(message);
  if (seen !== null) {
    const { text, html } = seen;
    const body: Body | null = html ? { kind: 'html', source: text } : null;
    if (!(await mayBeNoticed({ ...envelope, body, text: html ? null : text }))) return cleared;
  }
  const { engine, caller, signal } = asked;
  const turn = { tenant: caller.organization.key, rank: 'send', signal } as const;
  const read = await readMessage(asked, message);
  if (!read.understood || read.cut || read.html.length + read.text.length > judgedCharactersMax) {
    if (await engine.world.rendering.clears(message, envelope, turn)) return clearedInPieces;
    // The unread part may contain anything, and mail programs show it.
    const why = unjudged(read.understood ? 'too_large' : 'unreadable');
    if (caller.organization.verifyTransactional === 'warn')
      return { ...cleared, badges: downgradeToWarnings(why), whole: false };
    throw verificationUnavailable(engine.settings.baseUrl, why);
  }
  return await verdictOn(asked, { ...readContent(envelope, read), readers });
}

async function verdictOn({ engine, caller, signal }: Asked, content: UnreadContent): Promise<Judged> {
  if (!(await mayBeNoticed(content))) return cleared;
  const verdict = await verifyUnread(engine, caller.organization, content, { rank: 'send', signal });
  // A batch needs up to a hundred verdicts, so other requests run in between.
  await nextTurn();
  return verdict;
}

/** Recipients' addresses matter only for content with findings, so all recipients of other content share one verdict. */
async function remembered(
  engine: Engine,
  parts: readonly (string | null)[],
  readers: readonly string[],
  judge: (readers: readonly string[]) => Promise<Judged>,
): Promise<ContentVerdict> {
  const withoutReaders = await rememberedAs(engine, parts, () => judge([]));
  const isNoticed = withoutReaders.badges.some(
    (badge) => badge.id !== languageUnread && !isAuthoringBadge(badge),
  );
  if (!isNoticed || !withoutReaders.whole) return withoutReaders;
  return await rememberedAs(engine, [...parts, ...readers], () => judge(readers));
}

async function rememberedAs(
  engine: Engine,
  parts: readonly (string | null)[],
  judge: () => Promise<Judged>,
): Promise<Judged> {
  const memory = memoryOf(engine);
  const key = hashOf(parts);
  const known = memory.get(key);
  if (known) return known;
  const verdict = await judge();
  if (!verdict.whole) return verdict;
  memory.set(key, verdict);
  return verdict;
}

function partsOf({ from, subject, preview }: Omit<Written, 'body'>): (string | null)[] {
  return [from.displayName, from.address, subject, preview];
}

/** The lengths keep parts from running into each other and distinguish null from an empty text. */
function hashOf(parts: readonly (string | null)[]): string {
  const lengths = parts.map((part) => part?.length ?? '-').join();
  return hash('sha256', `${lengths};${parts.join('')}`, 'base64');
}

/** Adds the recipients to a content refusal, for the audit log. */
export async function refusedFor<Answer>(
  recipients: readonly Pick<Mailbox, 'key'>[],
  judge: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof Failure) error.recipients = recipients.map(({ key }) => key);
    throw error;
  }
}
