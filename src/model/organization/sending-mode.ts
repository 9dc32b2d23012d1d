import type { SendingPause } from './sending-pause.ts';

/**
 * `held`: after a restore, until the operator releases the queue. `paused`: all mail waits. `capture`: the
 * server captures the mail of every organization. `off`: it captures the mail of this one.
 */
export const sendingModes = ['live', 'capture', 'off', 'paused', 'held'] as const;

export type SendingMode =
  | { mode: 'live'; via: 'relay' | 'direct' }
  | { mode: 'capture' }
  | { mode: 'off' }
  | { mode: 'paused'; pause: SendingPause }
  /** `since` is an ISO 8601 time. */
  | { mode: 'held'; since: string };

type SendingFacts = {
  delivery: 'capture' | 'relay' | 'direct';
  organization: { sendingEnabled: boolean; sendingPause?: SendingPause | null };
  heldSince: string | null;
};

/** Returns the first reason in the order in which a worker meets them: a held queue also stops captured mail. */
export function sendingMode({ delivery, organization, heldSince }: SendingFacts): SendingMode {
  if (heldSince !== null) return { mode: 'held', since: heldSince };
  if (organization.sendingPause) return { mode: 'paused', pause: organization.sendingPause };
  if (delivery === 'capture') return { mode: 'capture' };
  return organization.sendingEnabled ? { mode: 'live', via: delivery } : { mode: 'off' };
}

export function describeSendingMode(sending: SendingMode): string {
  switch (sending.mode) {
    case 'live':
      return sending.via === 'relay'
        ? 'Sending is on: mail goes out through this server’s relay.'
        : 'Sending is on: mail goes directly to the recipients’ mail servers.';
    case 'capture':
      return 'This server captures all mail: nothing reaches a real mailbox.';
    case 'off':
      return 'Sending is off for this organization: mail is captured, and nothing reaches a real mailbox.';
    case 'paused':
      return 'Sending is paused. Waiting mail is sent as soon as a person resumes sending.';
    case 'held':
      return 'Delivery has been held since a backup was restored. Mail waits until the operator of this server releases the queue.';
  }
}
