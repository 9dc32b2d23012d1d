import type { EmailEvent } from './email.ts';

export type Bounce = { type: 'hard' | 'soft'; subType: string };

/** Returns null without a bounce. Any release may have written the details. */
export function lastBounce(events: readonly EmailEvent[]): Bounce | null {
  const event = events.findLast(({ type }) => type === 'bounced');
  const bounce = event?.details.bounce as { type?: unknown; subType?: unknown } | undefined;
  if (!event) return null;
  const subType = typeof bounce?.subType === 'string' ? bounce.subType : 'unknown';
  return { type: bounce?.type === 'soft' ? 'soft' : 'hard', subType };
}

/** A bounce permits a new send if it says nothing against the address itself. */
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

export function bounceCause(subType: string): string {
  return Object.hasOwn(causes, subType) ? causes[subType]! : 'an unknown cause';
}
