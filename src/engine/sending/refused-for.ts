import type { Mailbox } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';

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
