import type { HandOver, Mail, OutgoingMessage } from '../../../src/world/mail/mail.ts';

/** Responds to a message, immediately or when a promise resolves. */
type MailScript = (message: OutgoingMessage) => HandOver | Promise<HandOver>;

/** A mail transport without a server: keeps every message and responds as scripted. */
export type CaptureMail = Mail & {
  /** Every message passed to `send`, in order, whatever the response. */
  messages: OutgoingMessage[];
  /** Messages without a response yet. */
  inFlight(): number;
  /** Response to every further message. */
  script: MailScript;
  /** Responses to the next messages, one each, before the script applies again. */
  next(...answers: (HandOver | MailScript)[]): void;
  /** Holds every further message until released with one response. */
  hang(): { release(answer?: HandOver): void };
  /** Releases every held message, so that a platform can close after a failed test. */
  releaseAll(): void;
  closed: boolean;
};

export const accepted: HandOver = { kind: 'accepted', by: 'simulated:25', reply: '250 2.0.0 Ok: queued' };

/** A refusal by the server. */
export function refused(
  code: number,
  stage: Extract<HandOver, { kind: 'refused' }>['stage'] = 'rcpt',
  enhanced: string | null = null,
): HandOver {
  const reply = [code, enhanced, 'refused by the simulation'].filter((part) => part !== null).join(' ');
  return { kind: 'refused', by: 'simulated:25', stage, code, enhanced, reply };
}

/** A missing response. */
export function unreachable(
  stage: Extract<HandOver, { kind: 'unreachable' }>['stage'] = 'connect',
  why = 'the connection was refused',
): HandOver {
  return { kind: 'unreachable', by: 'simulated:25', stage, why };
}

export function captureMail(name: Mail['name'] = 'relay'): CaptureMail {
  const queue: MailScript[] = [];
  const hanging: (() => void)[] = [];
  let inFlight = 0;
  const mail: CaptureMail = {
    name,
    messages: [],
    closed: false,
    script: () => accepted,
    inFlight: () => inFlight,
    next(...answers) {
      queue.push(...answers.map((answer) => (typeof answer === 'function' ? answer : () => answer)));
    },
    hang() {
      const { promise, resolve } = Promise.withResolvers<HandOver>();
      mail.script = () => promise;
      const release = (answer = accepted) => {
        mail.script = () => accepted;
        resolve(answer);
      };
      hanging.push(release);
      return { release };
    },
    releaseAll() {
      for (const release of hanging) release();
    },
    async send(message) {
      mail.messages.push({ ...message, ...message.compiled?.rendered() });
      inFlight += 1;
      try {
        return await (queue.shift() ?? mail.script)(message);
      } finally {
        inFlight -= 1;
      }
    },
    check: async () => [{ ok: true, sentence: 'The simulated mail works.' }],
    async close() {
      mail.closed = true;
    },
  };
  return mail;
}
