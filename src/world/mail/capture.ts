import { type Mail, thisServer } from './mail.ts';

/** The transport for disabled sending. The engine never calls `send` for a captured mail. */
export function captureMail(): Mail {
  return {
    name: 'capture',
    send: async () => ({
      kind: 'unreachable',
      by: thisServer,
      stage: 'connect',
      why: 'delivery is set to capture: no mail leaves this installation',
    }),
    check: async () => [
      { ok: true, sentence: 'Mail is captured: it is stored for inspection and never sent.' },
    ],
    close: async () => {},
  };
}
