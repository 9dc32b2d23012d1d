import { parseMailbox } from '../../model/address.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { Failure } from '../../model/failure.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import type { PageRequest } from '../../store/page.ts';
import { acceptedText } from '../content/shown-text.ts';
import type { Scope } from '../context/scope.ts';
import { buildPreview, type Fates, skip } from './preview-send.ts';

/** @throws Failure conflict while sending is off; restricted_api_key for a token with sending limits */
export function assertMayRelease({ caller: { organization, token }, engine }: Scope): void {
  if (!organization.sendingEnabled || engine.settings.delivery === 'capture') {
    throw new Failure('conflict', {
      message: 'Sending is still off: captured mail can be released after the operator turns it on',
    });
  }
  if (token === null) return;
  const { mode, domainId, allowedRecipients, sendCap } = token;
  if (mode === 'test' || domainId !== null || allowedRecipients !== null || sendCap !== null) {
    throw new Failure('restricted_api_key', {
      message: 'A token with sending limits cannot resend mail that another token sent',
    });
  }
}

/** Newest first; `next` is the cursor. */
export async function capturedPage(
  { store }: Pick<Scope, 'store'>,
  campaignId: string | undefined,
  request: PageRequest,
): Promise<{ emails: EmailRecord[]; next: string | null }> {
  const page = await store.emails.page({ deliveryMode: 'captured', campaignId }, request);
  const emails: EmailRecord[] = [];
  for (const { id } of page.rows) {
    const email = await store.emails.byId(id);
    if (email) emails.push(email);
  }
  return { emails, next: page.hasMore ? (page.rows.at(-1)?.id ?? null) : null };
}

/** The gates decide again at the release. */
export async function previewRelease(
  scope: Scope,
  emails: readonly EmailRecord[],
): Promise<PreviewedSend | null> {
  const [first] = emails;
  if (!first) return null;
  const fates: Pick<Fates, 'mailed' | 'skipped'> = { mailed: [], skipped: new Map() };
  for (const { to } of emails) {
    const read = parseMailbox(to);
    if (read.ok) fates.mailed.push(read.mailbox.address);
    else skip(fates, 'invalid_address');
  }
  const from = parseMailbox(first.from);
  const preview = buildPreview({
    tool: 'release_emails',
    from: from.ok ? from.mailbox : null,
    subjects: emails.map(({ subject }) => subject),
    text: await acceptedText(scope, first),
    fates,
    atLeast: false,
    to: fates.mailed,
    delivery: 'live',
    scheduledAt: null,
    badges: emails.flatMap(({ badges }) => badges ?? []).slice(0, badgesMax),
    refusal: null,
    warnings: [],
  });
  return { preview, bulk: emails.length > 1, about: aboutRelease(emails) };
}

const badgesMax = 20;

export function aboutRelease(emails: readonly EmailRecord[]): unknown {
  return emails.map(({ id, to, body }) => ({ id, to, body }));
}
