import type { ReplyClass } from '../../model/delivery/reply-class.ts';
import type { TlsUse } from '../../world/mail/mail.ts';

/** Result of one attempt. Instants are epoch milliseconds. */
export type Attempt =
  | { kind: 'handed_over'; by: string; reply: string; arrived: boolean; tls: TlsUse | null }
  | { kind: 'suppressed' }
  | { kind: 'canceled' }
  | { kind: 'put_off'; means: ReplyClass; by: string; reply: string; nextAt: number }
  | { kind: 'ended'; means: ReplyClass; by: string; reply: string }
  | { kind: 'failed'; reply: string; why?: 'sending_off' };
