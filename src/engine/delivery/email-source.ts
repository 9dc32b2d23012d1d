import type { EmailRecord } from '../../model/email/email.ts';
import { Failure } from '../../model/failure.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import { writeMessage } from '../../world/mail/write-message.ts';
import { linksFor } from '../content/system-links.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { outgoingMessage, Unsendable } from './outgoing-message.ts';

/**
 * Gives assistants no tracking and no working links. Null when the content was removed.
 * @throws Failure restricted_api_key without subscribers.write, because the links can unsubscribe the
 * recipient; conflict for a mail that cannot be sent
 */
export async function emailSource(
  engine: Engine,
  email: EmailRecord,
  caller: Pick<Caller, 'door' | 'token' | 'scopes'>,
): Promise<Buffer | null> {
  if (!scopesAllow(caller.scopes, 'subscribers.write')) {
    throw new Failure('restricted_api_key', {
      message:
        'The source of an email contains working links of the recipient, so it also requires the scope subscribers.write',
    });
  }
  if (email.body.kind === 'removed') return null;
  try {
    const outgoing = await outgoingMessage(engine, email, { links: linksFor(caller) });
    return outgoing && Buffer.from((await writeMessage(outgoing.message)).bytes);
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    throw new Failure('conflict', { message: error.message });
  }
}
