import { type Mailbox, parseMailbox } from '../model/address.ts';
import type { EmailRecord } from '../model/email/email.ts';
import type { OutgoingMessage } from '../world/mail/mail.ts';
import { bodyOf } from './body-of.ts';
import { type DomainSigners, signersFor } from './domain-signers.ts';
import { complaintFields, returnPathOf } from './return-path.ts';
import type { Engine } from './scope.ts';
import { systemLinksOf } from './system-links.ts';

/** A message ready to leave, and what its From domain says about how. */
export type Outgoing = { message: OutgoingMessage; domain: DomainSigners | null };

/**
 * The message of one kept mail, from what is stored alone: every attempt sends the same.
 * @returns null when it came whole from a mail program and is not kept any more
 */
export async function outgoingMessage(engine: Engine, email: EmailRecord): Promise<Outgoing | null> {
  const { body, preview } = email;
  const from = mailboxOf(email.from);
  const domain = await signersFor(engine, email.organization, from.domain);
  const about = {
    from,
    to: mailboxOf(email.to),
    replyTo: email.replyTo === null ? null : mailboxOf(email.replyTo),
    ...returnsOf(engine, email, from, domain),
    subject: email.subject,
    messageId: email.messageId,
    date: email.createdAt,
    signers: domain?.signers ?? [],
    tls: domain?.tls ?? 'opportunistic',
    envelopeId: email.id,
  } as const;
  if (body.kind === 'mime') {
    const raw = await engine.store.forOrganization(email.organization).rawMessages.byId(body.source);
    return raw ? { message: { ...about, raw, html: '', text: '' }, domain } : null;
  }
  const written = await bodyOf(engine, email);
  if (written === null) return null;
  const values = { ...email.mergeValues, ...systemLinksOf(engine, email) };
  const rendered = await engine.world.rendering.render({ body: written, preview, values });
  return { message: { ...about, raw: null, ...rendered }, domain };
}

/**
 * Where bounces and complaints about the mail go. Under a name of the From domain where that leads to us, so that SPF
 * is aligned for DMARC as well (RFC 9989 4.4); to the author where this instance takes no returns.
 */
function returnsOf(
  engine: Engine,
  email: EmailRecord,
  from: Mailbox,
  domain: DomainSigners | null,
): Pick<OutgoingMessage, 'envelopeFrom' | 'headers'> {
  const { bounceDomain } = engine.settings;
  if (bounceDomain === null) return { envelopeFrom: from.address, headers: [] };
  const envelopeFrom = returnPathOf(engine, email, domain?.returnPathHost ?? bounceDomain);
  return { envelopeFrom, headers: complaintFields(envelopeFrom) };
}

/** A mailbox that was written by `formatMailbox` at acceptance, so it reads. */
function mailboxOf(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error('a kept mailbox cannot be read');
  return parsed.mailbox;
}
