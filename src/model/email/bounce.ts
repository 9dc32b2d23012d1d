import type { EmailEvent } from './email.ts';

/** A bounce as the `bounced` event describes it. */
export type Bounce = { type: 'hard' | 'soft'; subType: string };

/** The last bounce of an email; null where none is recorded. The version that wrote the event decides its details. */
export function lastBounce(events: readonly EmailEvent[]): Bounce | null {
  const event = events.findLast(({ type }) => type === 'bounced');
  const bounce = event?.details.bounce as { type?: unknown; subType?: unknown } | undefined;
  if (!event) return null;
  const subType = typeof bounce?.subType === 'string' ? bounce.subType : 'unknown';
  return { type: bounce?.type === 'soft' ? 'soft' : 'hard', subType };
}

/** Whether a new send of the email may be accepted: the bounce said nothing against the address itself. */
export function isRetriableBounce({ type, subType }: Bounce): boolean {
  return type === 'soft' || subType === 'policy';
}

const causes: Readonly<Record<string, string>> = {
  mailbox: 'the mailbox or its domain',
  full: 'a full mailbox',
  size: 'its size',
  policy: 'a policy of the receiver',
  greylist: 'greylisting',
  throttle: 'too much mail at once',
  sender: 'the sender address',
  content: 'its content',
  auth: 'the login at the relay',
  connection: 'the connection',
  system: 'trouble at the receiving system',
  protocol: 'a fault in the dialogue',
};

/** The cause in our own words. */
export function bounceCause(subType: string): string {
  return Object.hasOwn(causes, subType) ? causes[subType]! : 'an unknown cause';
}
