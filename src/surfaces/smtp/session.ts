import type { RawMessage } from '../../model/message/raw-message.ts';
import { commandLineOctetsMax, type MessageFault } from './line-reader.ts';
import { readRecipient, readSender } from './parameters.ts';
import type { SmtpCredentials, SmtpLimits, SmtpRecipient, SmtpSender, SmtpTransaction } from './policy.ts';
import { messageFaults, replies } from './replies.ts';
import { isYes, reply, type SmtpReply } from './reply.ts';

/** RFC 5321, 3207, 4954, 6409. Independent of sockets, clocks and mail. */
export type Session = {
  readonly stage: Stage;
  /** Meaning of the next octets. With `answer`, nothing is read until the policy has answered. */
  readonly expects: 'command' | 'credentials' | 'user' | 'password' | 'message' | 'answer';
  readonly tls: boolean;
  readonly extended: boolean;
  readonly name: string;
  readonly user: string;
  readonly asked: Question | null;
  readonly transaction: SmtpTransaction | null;
  readonly faults: number;
  readonly refusedRecipients: number;
};

/** `connected`: before the greeting. `guest`: must authenticate. `ready`: may send. The others: in a transaction. */
type Stage = 'connected' | 'guest' | 'ready' | 'sender' | 'recipients';

export type Listener = {
  hostName: string;
  tls: boolean;
  signsIn: boolean;
  limits: Pick<SmtpLimits, 'messageBytesMax' | 'recipientsMax' | 'textLineOctetsMax'>;
};

/** A question to the policy. Nothing more is read until it is answered. */
export type Question =
  | { about: 'credentials'; credentials: SmtpCredentials }
  | { about: 'sender'; sender: SmtpSender }
  | { about: 'recipient'; recipient: SmtpRecipient; transaction: SmtpTransaction }
  | { about: 'message'; message: RawMessage; transaction: SmtpTransaction };

export type SessionEvent =
  /** A line without its end. @param more whether more octets arrived behind it */
  | { kind: 'line'; text: string; more: boolean }
  | { kind: 'unreadable'; fault: 'bare' | 'long' }
  | { kind: 'answer'; reply: SmtpReply }
  | { kind: 'message'; message: RawMessage }
  | { kind: 'unfit' | 'lost'; fault: MessageFault };

export type Step = {
  session: Session;
  say: SmtpReply | null;
  /** Action after the reply. `start tls` restarts the dialogue with no state. */
  next: Question | 'read message' | 'start tls' | 'close' | null;
};

export const faultsMax = 10;
/** Rejected recipients before the connection ends. An old list has some; more means a client that guesses addresses. */
const refusedRecipientsMax = 100;

export function newSession(tls: boolean): Session {
  return {
    stage: 'connected',
    expects: 'command',
    tls,
    extended: false,
    name: '',
    user: '',
    asked: null,
    transaction: null,
    faults: 0,
    refusedRecipients: 0,
  };
}

/** Meaningful only for a listener that requires authentication. */
export function hasSignedIn({ stage }: Session): boolean {
  return stage !== 'connected' && stage !== 'guest';
}

export function greeting({ hostName }: Listener): SmtpReply {
  return reply(220, null, `${hostName} ESMTP Posthouse`);
}

export function step(listener: Listener, session: Session, event: SessionEvent): Step {
  switch (event.kind) {
    case 'answer':
      return answered(session, event.reply);
    case 'message': {
      const question = {
        about: 'message',
        message: event.message,
        transaction: session.transaction!,
      } as const;
      return ask(session, question);
    }
    case 'unfit':
    case 'lost': {
      // A client with bare line ends may disagree with us about the next end too.
      const end = event.kind === 'lost' || event.fault === 'bare';
      return {
        session: withoutTransaction(session),
        say: messageFaults[event.fault],
        next: end ? 'close' : null,
      };
    }
    case 'unreadable':
      return {
        session,
        say: event.fault === 'long' ? replies.longCommand : replies.unreadableCommand,
        next: 'close',
      };
    case 'line':
      if (session.expects !== 'command') return credentialsLine(session, event.text);
      return command(listener, session, event.text, event.more);
  }
}

function say(session: Session, words: SmtpReply, next: Step['next'] = null): Step {
  return { session, say: words, next };
}

function ask(session: Session, question: Question): Step {
  return { session: { ...session, expects: 'answer', asked: question }, say: null, next: question };
}

/** Rejects a command, and closes the connection after too many. */
function fault(session: Session, refusal: SmtpReply, next: Step['next'] = null): Step {
  const faults = session.faults + 1;
  if (faults > faultsMax) return say(session, replies.tooManyFaults, 'close');
  return say({ ...session, expects: 'command', faults }, refusal, next);
}

function withoutTransaction(session: Session): Session {
  const { stage } = session;
  return {
    ...session,
    expects: 'command',
    asked: null,
    transaction: null,
    stage: stage === 'sender' || stage === 'recipients' ? 'ready' : stage,
  };
}

type Verb = keyof typeof commands;

/** Requirements of a command by stage: `go`, or the reply. The replies for `mail` and `sign in` depend on TLS. */
const order = {
  //          connected          guest           ready                    sender                 recipients
  AUTH: [replies.helloFirst, 'sign in', replies.signedInAlready, replies.signInNotNow, replies.signInNotNow],
  STARTTLS: [replies.helloFirst, 'go', 'go', replies.tlsInTransaction, replies.tlsInTransaction],
  MAIL: [replies.helloFirst, 'mail', 'go', replies.senderTwice, replies.senderTwice],
  RCPT: [replies.helloFirst, 'mail', replies.senderFirst, 'go', 'go'],
  DATA: [replies.helloFirst, 'mail', replies.senderFirst, replies.recipientFirst, 'go'],
} as const satisfies Readonly<Record<string, readonly ('go' | 'mail' | 'sign in' | SmtpReply)[]>>;

const stages: readonly Stage[] = ['connected', 'guest', 'ready', 'sender', 'recipients'];

/** Maximum octets of a line with CR LF (RFC 5321 section 4.5.3.1.4), plus the parameters of each extension. */
const lineOctetsMax = 512;
const longerLines: Readonly<Record<string, number>> = {
  // SIZE 26, BODY 17, SMTPUTF8 10, AUTH 500 (RFC 4954 section 3), RET and ENVID 118
  MAIL: lineOctetsMax + 26 + 17 + 10 + 500 + 118,
  // NOTIFY and ORCPT (RFC 3461 section 3)
  RCPT: lineOctetsMax + 528,
  AUTH: commandLineOctetsMax,
};

/** Control characters, which no command may contain. Octets from 0x80 are UTF-8, not controls. */
const controls = /[\p{Cc}--[\t\x80-\x9f]]/v;

function command(listener: Listener, session: Session, line: string, more: boolean): Step {
  const blank = line.indexOf(' ');
  const verb = (blank < 0 ? line : line.slice(0, blank)).toUpperCase();
  const rest = blank < 0 ? '' : line.slice(blank + 1);
  if (line.length + 2 > (longerLines[verb] ?? lineOctetsMax)) return fault(session, replies.longCommand);
  if (controls.test(line)) return fault(session, replies.unreadableCommand);
  if (!Object.hasOwn(commands, verb)) {
    // A browser was made to connect to this port. The following input would be the attacker's request body.
    return httpVerbs.has(verb)
      ? say(session, replies.notHttp, 'close')
      : fault(session, replies.unknownCommand);
  }
  const refusal = Object.hasOwn(order, verb)
    ? outOfOrder(listener, session, verb as keyof typeof order)
    : null;
  if (refusal) {
    // After a rejected DATA, the pipelined input may be commands or a message.
    return fault(session, refusal, verb === 'DATA' && more ? 'close' : null);
  }
  return commands[verb as Verb](listener, session, rest, more);
}

const httpVerbs: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'PATCH',
]);

function outOfOrder(listener: Listener, session: Session, verb: keyof typeof order): SmtpReply | null {
  if (verb === 'AUTH' && !listener.signsIn) return replies.notOffered;
  const rule = order[verb][stages.indexOf(session.stage)]!;
  if (rule === 'go') return null;
  if (rule === 'mail') return session.tls || !listener.tls ? replies.signInFirst : replies.tlsFirst;
  if (rule === 'sign in') return session.tls ? null : replies.tlsForSignIn;
  return rule;
}

type Command = (listener: Listener, session: Session, rest: string, more: boolean) => Step;

/** Rejects arguments of a command that takes none (RFC 5321 section 4.1.1). */
function alone(act: Command): Command {
  return (listener, session, rest, more) =>
    rest.trim() === '' ? act(listener, session, rest, more) : fault(session, replies.noArgument);
}

const commands = {
  EHLO: (listener, session, rest) => hello(listener, session, rest, true),
  HELO: (listener, session, rest) => hello(listener, session, rest, false),

  STARTTLS: alone((listener, session, _, more) => {
    if (session.tls) return fault(session, replies.tlsAlready);
    if (!listener.tls) return fault(session, replies.notOffered);
    // Pipelined input after STARTTLS may come from an attacker in the middle and must not be treated as encrypted.
    if (more) return say(session, replies.trailingInput, 'close');
    return say(session, replies.startTls, 'start tls');
  }),

  AUTH(_, session, rest) {
    const [mechanism = '', initial, ...others] = rest.trim().split(/ +/);
    if (others.length > 0) return fault(session, replies.notBase64);
    switch (mechanism.toUpperCase()) {
      case 'PLAIN':
        if (initial === undefined) return say({ ...session, expects: 'credentials' }, replies.askCredentials);
        return credentialsLine({ ...session, expects: 'credentials' }, initial === '=' ? '' : initial);
      case 'LOGIN':
        if (initial === undefined) return say({ ...session, expects: 'user' }, replies.askUser);
        return credentialsLine({ ...session, expects: 'user' }, initial === '=' ? '' : initial);
      default:
        return fault(session, replies.unknownMechanism);
    }
  },

  MAIL({ limits }, session, rest) {
    const read = readSender(rest);
    if (!read.ok) return fault(session, argumentFaults.MAIL[read.fault]);
    const { size } = read.read;
    if (size !== null && size > limits.messageBytesMax) return say(session, replies.tooLarge);
    return ask(session, { about: 'sender', sender: read.read });
  },

  RCPT({ limits }, session, rest) {
    const read = readRecipient(rest);
    if (!read.ok) return fault(session, argumentFaults.RCPT[read.fault]);
    const transaction = session.transaction!;
    if (transaction.recipients.length >= limits.recipientsMax) return say(session, replies.tooManyRecipients);
    return ask(session, { about: 'recipient', recipient: read.read, transaction });
  },

  DATA: alone((_, session) => say({ ...session, expects: 'message' }, replies.startMessage, 'read message')),

  RSET: alone((_, session) => say(withoutTransaction(session), replies.reset)),
  NOOP: (_, session) => say(session, replies.done),
  VRFY: (_, session, rest) =>
    rest.trim() === '' ? fault(session, replies.needsRecipient) : say(session, replies.notVerified),
  EXPN: (_, session) => fault(session, replies.notOffered),
  HELP: (_, session) => say(session, replies.help),
  QUIT: alone((_, session) => say(session, replies.goodbye, 'close')),

  // BDAT is followed by message data, and it was not offered, so the connection closes.
  BDAT: (_, session) => say(session, replies.notOffered, 'close'),
} satisfies Record<string, Command>;

const argumentFaults = {
  MAIL: {
    'no path': replies.needsSender,
    unknown: replies.unknownParameter,
    bad: replies.badParameter,
  },
  RCPT: {
    'no path': replies.needsRecipient,
    unknown: replies.unknownParameter,
    bad: replies.badParameter,
  },
} as const;

const nameCharactersMax = 255;
/** A name, or an address in brackets. Real clients send all kinds of names. */
const clientName = /^[!-~]+$/;

function hello(listener: Listener, session: Session, rest: string, extended: boolean): Step {
  const name = rest.trim();
  if (name.length > nameCharactersMax || !clientName.test(name)) return fault(session, replies.needsName);
  const mayGo = !listener.signsIn || session.stage === 'ready' || inTransaction(session);
  const next: Session = {
    ...withoutTransaction(session),
    name,
    extended,
    stage: mayGo ? 'ready' : 'guest',
  };
  return say(next, reply(250, null, extended ? offers(listener, session.tls) : listener.hostName));
}

function inTransaction({ stage }: Session): boolean {
  return stage === 'sender' || stage === 'recipients';
}

function offers({ hostName, tls, signsIn, limits }: Listener, encrypted: boolean): string[] {
  return [
    hostName,
    'PIPELINING',
    `SIZE ${limits.messageBytesMax}`,
    '8BITMIME',
    'SMTPUTF8',
    'DSN',
    'ENHANCEDSTATUSCODES',
    // RFC 9422
    `LIMITS RCPTMAX=${limits.recipientsMax}`,
    ...(tls && !encrypted ? ['STARTTLS'] : []),
    ...(signsIn && encrypted ? ['AUTH PLAIN LOGIN'] : []),
  ];
}

const base64Shape = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Handles a line of AUTH (RFC 4954 section 4): base64, or `*` to cancel. */
function credentialsLine(session: Session, line: string): Step {
  if (line === '*') return fault(session, replies.signInCancelled);
  if (line.length + 2 > commandLineOctetsMax || !base64Shape.test(line))
    return fault(session, replies.notBase64);
  const text = Buffer.from(line, 'base64').toString('utf8');
  switch (session.expects) {
    case 'user':
      return say({ ...session, expects: 'password', user: text }, replies.askPassword);
    case 'password':
      return ask(session, { about: 'credentials', credentials: { user: session.user, password: text } });
    default: {
      // RFC 4616 section 2: authorization identity, user and password. A client may act only for itself.
      const [, user, password, ...others] = text.split('\0');
      if (user === undefined || password === undefined || others.length > 0) {
        return fault(session, replies.notBase64);
      }
      return ask(session, { about: 'credentials', credentials: { user, password } });
    }
  }
}

/** Sends the policy's reply. A positive reply advances the dialogue. */
function answered(session: Session, given: SmtpReply): Step {
  const { asked } = session;
  const free: Session = { ...session, expects: 'command', asked: null, user: '' };
  const end = given.code === 421 ? 'close' : null;
  switch (asked!.about) {
    case 'credentials':
      return say(isYes(given) ? { ...free, stage: 'ready' } : free, given, end);
    case 'sender': {
      if (!isYes(given)) return say(free, given, end);
      const transaction = { sender: asked!.sender, recipients: [] };
      return say({ ...free, stage: 'sender', transaction }, given, end);
    }
    case 'recipient': {
      if (!isYes(given)) return refusedRecipient(free, given, end);
      const { sender, recipients } = asked!.transaction;
      const transaction = { sender, recipients: [...recipients, asked!.recipient] };
      return say({ ...free, stage: 'recipients', transaction }, given, end);
    }
    case 'message':
      return say(withoutTransaction(free), given, end);
  }
}

function refusedRecipient(session: Session, refusal: SmtpReply, next: Step['next']): Step {
  const refusedRecipients = session.refusedRecipients + 1;
  if (refusedRecipients > refusedRecipientsMax) return say(session, replies.tooManyFaults, 'close');
  return say({ ...session, refusedRecipients }, refusal, next);
}
