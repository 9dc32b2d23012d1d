import { parseMailbox } from '../../model/address.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { classifyStream } from '../../model/sending/gates.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { recipientFacts, recipientKey } from '../../store/records/permits/send-facts.ts';
import { acceptedText } from '../content/shown-text.ts';
import type { Scope } from '../context/scope.ts';
import { soughtRecipient } from '../recipients/recipient-marks.ts';
import { buildPreview, type Fates, skip } from './preview-send.ts';

/** A retry passes only the checks right before delivery. */
export async function previewRetry(scope: Scope, email: EmailRecord): Promise<PreviewedSend> {
  const from = parseMailbox(email.from);
  const to = parseMailbox(email.to);
  const fates: Pick<Fates, 'mailed' | 'skipped'> = { mailed: [], skipped: new Map() };
  if (!to.ok) skip(fates, 'invalid_address');
  else if (await isStopped(scope, email)) skip(fates, 'suppressed');
  else fates.mailed.push(to.mailbox.address);
  const off = isOff(scope);
  const preview = buildPreview({
    tool: 'retry_email',
    from: from.ok ? from.mailbox : null,
    subjects: [email.subject],
    text: await acceptedText(scope, email),
    fates,
    atLeast: false,
    to: fates.mailed,
    delivery: off ? 'captured' : 'live',
    scheduledAt: null,
    badges: email.badges ?? [],
    refusal: null,
    warnings: off ? ['Sending is off: the mail waits until it is turned on'] : [],
  });
  // While sending is off the mail waits and leaves later, so it still counts.
  return { preview, bulk: false, ...(off && { later: true }), about: aboutRetry(scope, email) };
}

export function aboutRetry(scope: Pick<Scope, 'caller' | 'engine'>, { id, to, body }: EmailRecord): unknown {
  return { id, to, body, off: isOff(scope) };
}

function isOff({ caller, engine }: Pick<Scope, 'caller' | 'engine'>): boolean {
  return !caller.organization.sendingEnabled || engine.settings.delivery === 'capture';
}

/** The same checks as at delivery. */
async function isStopped({ engine, store, now }: Scope, email: EmailRecord): Promise<boolean> {
  const { organization, toKey, source, transactional } = email;
  const sought = soughtRecipient(engine, organization, toKey);
  const found = await recipientFacts(store.queries, [sought], now);
  const facts = found.get(recipientKey(organization, toKey));
  const bulk = classifyStream(source, transactional) === 'bulk';
  if (bulk && facts?.subscriber?.status !== 'ACTIVE') return true;
  return (facts?.suppressions ?? []).some(
    ({ scope, startsAt }) => (bulk || scope === 'all') && (startsAt ?? 0) <= now,
  );
}
