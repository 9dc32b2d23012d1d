import { parseMailbox } from '../model/address.ts';
import type { EmailRecord } from '../model/email/email.ts';
import type { OutgoingMessage } from '../world/mail/mail.ts';
import type { Engine } from './scope.ts';

/**
 * The message of one kept mail, from what is stored alone: every attempt sends the same.
 * @returns null when it came whole from a mail program and is not kept any more
 */
export async function outgoingMessage(engine: Engine, email: EmailRecord): Promise<OutgoingMessage | null> {
  const { body } = email;
  const from = mailboxOf(email.from);
  const about = {
    from,
    to: mailboxOf(email.to),
    replyTo: email.replyTo === null ? null : mailboxOf(email.replyTo),
    envelopeFrom: from.address,
    subject: email.subject,
    messageId: email.messageId,
    date: email.createdAt,
    headers: [],
    signers: [],
    tls: 'opportunistic',
    envelopeId: email.id,
  } as const;
  if (body.kind === 'mime') {
    const raw = await engine.store.forOrganization(email.organization).rawMessages.byId(body.source);
    return raw ? { ...about, raw, html: '', text: '' } : null;
  }
  const { preview } = email;
  const rendered = await engine.world.rendering.render({ body, preview, values: email.mergeValues ?? {} });
  return { ...about, raw: null, ...rendered };
}

/** A mailbox that was written by `formatMailbox` at acceptance, so it reads. */
function mailboxOf(text: string) {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error('a kept mailbox cannot be read');
  return parsed.mailbox;
}
