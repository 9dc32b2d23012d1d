import type { Mailbox } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';

/**
 * Runs what may refuse a send for its content, and names the recipients in the refusal: the audit log shows them, and what
 * judges the content need not know them.
 */
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
