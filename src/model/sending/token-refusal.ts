import type { Mailbox } from '../address.ts';
import { Failure } from '../failure.ts';
import type { TokenVerdict } from './gates.ts';
import type { SendCap } from './send-cap.ts';

export function tokenRefusal(
  { message, allowedRecipients }: TokenVerdict,
  { key }: Pick<Mailbox, 'key'>,
): Failure {
  return new Failure('restricted_api_key', {
    message,
    ...(allowedRecipients !== undefined && {
      details: { allowed_recipients: allowedRecipients },
      recipients: [key],
    }),
  });
}

export function capRefusal(cap: SendCap, retryAfterSeconds: number): Failure {
  return new Failure('rate_limit_exceeded', {
    message: 'This API token has reached its send_cap',
    details: { send_cap: cap },
    retryAfterSeconds,
  });
}
