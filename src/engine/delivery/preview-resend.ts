import { parseMailbox } from '../../model/address.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { Failure } from '../../model/failure.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { countSkipped, type Skips } from '../../model/sending/skipped.ts';
import { acceptedText } from '../content/shown-text.ts';
import type { Scope } from '../context/scope.ts';
import { buildPreview } from '../sending/preview-send.ts';
import { checkDelivery, loadDelivery } from './check-delivery.ts';
import { judgeCaptured } from './release-captured.ts';

/** Runs `judgeCaptured`, as the release does. */
export async function previewRelease(
  scope: Scope,
  emails: readonly EmailRecord[],
): Promise<PreviewedSend | null> {
  if (emails.length === 0) return null;
  const resent = await rehearseRelease(scope, emails);
  // A release leaves out refused mail and succeeds.
  const preview = await previewResend(scope, 'release_emails', emails, { ...resent, refusal: null });
  return { preview, bulk: emails.length > 1, about: aboutRelease(emails) };
}

/** Runs `judgeCaptured` for captured mail, as the retry does. Other mail passes only the checks of its delivery. */
export async function previewRetry(scope: Scope, email: EmailRecord): Promise<PreviewedSend> {
  const off = isOff(scope);
  const isCaptured = email.deliveryMode === 'captured';
  const resent = isCaptured ? await rehearseRelease(scope, [email]) : await rehearseDelivery(scope, email);
  const { refusal } = resent;
  const preview = await previewResend(scope, 'retry_email', [email], resent, off);
  // While sending is off the mail waits and leaves later, so it still counts.
  const later = off && { later: true as const };
  return { preview, bulk: false, ...later, about: aboutRetry(scope, email), ...(refusal && { refusal }) };
}

type Resent = { leaving: readonly EmailRecord[]; skipped: Skips; refusal: Failure | null };

async function rehearseRelease(scope: Scope, emails: readonly EmailRecord[]): Promise<Resent> {
  const { released } = await judgeCaptured(scope, scope.store, emails, 'look');
  const skipped: Skips = new Map();
  for (const { reason } of released) if (reason !== null) countSkipped(skipped, { reason, count: 1 });
  return {
    leaving: released.flatMap(({ email, refused }) => (refused === null ? [email] : [])),
    skipped,
    refusal: released[0]?.refused ?? null,
  };
}

/** Ignores waits, because mail that waits still leaves later. */
async function rehearseDelivery({ engine, now }: Scope, email: EmailRecord): Promise<Resent> {
  const { organization, id: subject } = email;
  const loaded = await loadDelivery(engine, { organization, kind: 'deliver_email', subject });
  const verdict = loaded
    ? checkDelivery({
        ...loaded,
        email: { ...loaded.email, lastEvent: 'queued' },
        stopped: null,
        sendingEnabled: true,
        sendingPaused: false,
        now,
        acceptedAt: now,
        testRunners: engine.settings.testRunners,
      })
    : null;
  const skipped: Skips = new Map();
  if (verdict?.kind !== 'record') return { leaving: [email], skipped, refusal: null };
  countSkipped(skipped, { reason: verdict.reason, count: 1 });
  return { leaving: [], skipped, refusal: null };
}

async function previewResend(
  scope: Scope,
  tool: string,
  emails: readonly EmailRecord[],
  { leaving, skipped, refusal }: Resent,
  off = false,
) {
  const first = leaving[0] ?? emails[0]!;
  const from = parseMailbox(first.from);
  const mailed = leaving.map(({ to }) => addressIn(to));
  return buildPreview({
    tool,
    from: from.ok ? from.mailbox : null,
    subjects: emails.map(({ subject }) => subject),
    text: await acceptedText(scope, first),
    fates: { mailed, skipped },
    atLeast: false,
    to: mailed,
    delivery: off ? 'captured' : 'live',
    scheduledAt: null,
    badges: emails.flatMap(({ badges }) => badges ?? []),
    refusal,
    warnings: off ? ['Sending is off: the mail waits until it is turned on'] : [],
  });
}

function addressIn(to: string): string {
  const read = parseMailbox(to);
  return read.ok ? read.mailbox.address : to;
}

/** An approval of the release is bound to this. */
export function aboutRelease(emails: readonly EmailRecord[]): unknown {
  return emails.map(({ id, to, body }) => ({ id, to, body }));
}

/** An approval of the retry is bound to this. */
export function aboutRetry(scope: Pick<Scope, 'caller' | 'engine'>, { id, to, body }: EmailRecord): unknown {
  return { id, to, body, off: isOff(scope) };
}

function isOff({ caller, engine }: Pick<Scope, 'caller' | 'engine'>): boolean {
  return !caller.organization.sendingEnabled || engine.settings.delivery === 'capture';
}
