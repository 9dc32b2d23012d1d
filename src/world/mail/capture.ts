import { type Mail, ourselves } from './mail.ts';

/**
 * Delivery switched off: real mail is kept to be looked at and never leaves. The engine keeps a captured mail
 * without calling `send`, so a call is a mistake and answers that nothing was sent.
 */
export function captureMail(): Mail {
  return {
    name: 'capture',
    send: async () => ({
      kind: 'unreachable',
      by: ourselves,
      stage: 'connect',
      why: 'delivery is set to capture: no mail leaves this installation',
    }),
    check: async () => [
      { ok: true, sentence: 'Mail is captured: it is kept to be looked at and never leaves.' },
    ],
    close: async () => {},
  };
}
