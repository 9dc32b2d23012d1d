import { lookup } from 'node:dns/promises';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { Readable } from 'node:stream';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import type { Clock } from '../clock.ts';
import type { Resolver } from '../resolver.ts';
import type { DialogueOutcome, WireMessage } from './mail.ts';
import { type DialoguePoint, followDialogue } from './smtp-dialogue.ts';
import { readReply } from './smtp-reply.ts';
import { type SmtpServer, serverName } from './smtp-server.ts';
import type { SmtpTimeouts } from './smtp-timeouts.ts';
import { assertBareAddress, assertWireSafe } from './unsafe-message.ts';

/** What a connection needs from the world around it. */
export type Dial = {
  clock: Clock;
  resolver: Resolver;
  timeouts: SmtpTimeouts;
  /** How we introduce ourselves: a host name that resolves to us (RFC 5321 4.1.1.1), or null for the machine's. */
  ehloName: string | null;
};

export type Fault = Exclude<DialogueOutcome, { kind: 'accepted' }>;

/**
 * One open connection to one server, past its greeting, TLS and AUTH, that carries one message at a time.
 * nodemailer's connection speaks; this file decides where to, for how long, and what an answer means.
 */
export type SmtpSession = {
  /** Hands one message over. Never throws but for bytes or addresses that may not be sent. */
  deliver(message: WireMessage): Promise<DialogueOutcome>;
  /** Messages tried on this connection so far. */
  readonly carried: number;
  readonly alive: boolean;
  /** Makes the connection ready for another message; false when it is no longer good for one. */
  tidy(): Promise<boolean>;
  /** Says QUIT and resolves when the socket is closed. */
  quit(): Promise<void>;
  /** Hangs up at once; a message in hand ends `unreachable`. */
  cut(why: string): void;
  /** Resolves when the connection is gone, whoever ended it. */
  readonly gone: Promise<void>;
};

/**
 * Opens a connection and brings it to where a message can be handed over.
 *
 * @param signal gives the attempt up, and ends the connection if it has been made
 */
export async function openSession(
  server: SmtpServer,
  dial: Dial,
  signal: AbortSignal,
): Promise<{ session: SmtpSession } | { fault: Fault }> {
  const by = serverName(server);
  // Loaded when the first connection is made. Nothing may come between the socket's opening and its listeners.
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const dialled = await openSocket(server, dial, signal);
  if ('why' in dialled) {
    return { fault: { kind: 'unreachable', by, stage: dialled.stage, why: dialled.why } };
  }
  const { raw } = dialled;
  const { clock, timeouts } = dial;
  const longest = 2 * Math.max(...Object.values(timeouts));

  let alive = true;
  let carried = 0;
  /** A refused transaction is still open on the other side until RSET. */
  let untidy = false;
  /** Ends what is waiting for an answer, if anything is. */
  let fail: ((fault: Fault) => void) | null = null;
  let stopTimer = () => {};

  const dialogue = followDialogue(
    (point) => {
      stopTimer();
      if (point === 'idle') return;
      const ms = timeouts[limitOf[point]];
      stopTimer = clock.after(ms, () => cut(`no answer within ${Math.round(ms / 1_000)} s`));
    },
    () => cut('its replies are out of step with what was asked', dialogue.answered()),
  );
  // When a connection ends, nodemailer has better words for it than we; they come within the same turn.
  const gone = new Promise<void>((resolve) => {
    raw.once('close', () =>
      setImmediate(() => {
        ended();
        resolve();
      }),
    );
  });

  const connection = new SMTPConnection({
    connection: dialled.socket,
    host: server.host,
    port: server.port,
    secure: server.tls === 'implicit',
    secured: server.tls === 'implicit',
    requireTLS: server.tls === 'required',
    ignoreTLS: server.tls === 'never',
    opportunisticTLS: server.tls === 'opportunistic',
    tls: tlsTerms(server),
    logger: dialogue.log,
    transactionLog: true,
    // Every wait is timed here, by stage and on our own clock; its own timers only must not come first.
    connectionTimeout: longest,
    greetingTimeout: longest,
    socketTimeout: longest,
    socketCloseTimeout: timeouts.leaveMs,
    ...(dial.ehloName !== null && { name: dial.ehloName }),
  });
  connection.on('error', (error: Error) => fail?.(faultOf(error)));
  connection.on('end', () => setImmediate(ended));

  function ended() {
    alive = false;
    stopTimer();
    fail?.({ kind: 'unreachable', by, stage: stageOf[dialogue.point()], why: 'the connection was closed' });
    raw.destroy();
  }

  function cut(why: string, point = dialogue.point()) {
    fail?.({ kind: 'unreachable', by, stage: stageOf[point], why });
    alive = false;
    stopTimer();
    connection.close();
    raw.destroy();
  }

  /** Runs one step of the dialogue: resolves with its own answer, or with the fault that ended it. */
  function step<T>(start: (done: (answer: T) => void) => void): Promise<T | Fault> {
    return new Promise((resolve) => {
      const settle = (answer: T | Fault) => {
        if (fail !== settle) return;
        fail = null;
        stopTimer();
        resolve(answer);
      };
      fail = settle;
      start(settle);
    });
  }

  function faultOf(error: Error & { code?: unknown; command?: unknown; response?: unknown }): Fault {
    const reply = typeof error.response === 'string' ? readReply(error.response) : null;
    // Said before asked: not an answer to anything, and not to be taken for one.
    const unasked = error.code === 'EPROTOCOL' && dialogue.answered() !== 'greeting';
    if (reply !== null && reply.code >= 400 && reply.code <= 599 && !unasked) {
      const stage = stageOf[pointOfCommand[String(error.command)] ?? dialogue.answered()];
      if (stage === 'tls') return { kind: 'unreachable', by, stage, why: reply.reply };
      return { kind: 'refused', by, stage: aboutUs.has(reply.code) ? 'auth' : stage, ...reply };
    }
    if (error.code === 'EMESSAGE' && reply === null) {
      // The server told its limit in EHLO, so the message is not even offered (RFC 1870 6.1).
      return { kind: 'refused', by, stage: 'mail', code: 552, enhanced: '5.3.4', reply: error.message };
    }
    // A reply that is no answer has been counted as one, so what was asked lies behind.
    const stage = stageOf[reply === null ? dialogue.point() : dialogue.answered()];
    return { kind: 'unreachable', by, stage, why: reasonOf(error) };
  }

  const opened = await step<null>((done) => {
    connection.connect((error) => (error ? fail?.(faultOf(error)) : done(null)));
  });
  if (opened !== null) {
    cut('not opened');
    return { fault: opened };
  }
  if (server.credentials !== null) {
    const { user, password } = server.credentials;
    const entered = await step<null>((done) => {
      if (!connection.allowsAuth) {
        fail?.({ kind: 'unreachable', by, stage: 'auth', why: 'the server does not offer AUTH here' });
        return;
      }
      connection.login({ user, pass: password }, (error) => (error ? fail?.(faultOf(error)) : done(null)));
    });
    if (entered !== null) {
      cut('not let in');
      return { fault: entered };
    }
  }

  const session: SmtpSession = {
    get carried() {
      return carried;
    },
    get alive() {
      return alive;
    },
    gone,
    cut: (why) => cut(why),

    async deliver({ envelopeFrom, to, bytes }) {
      if (envelopeFrom !== '') assertBareAddress('sender', envelopeFrom);
      assertBareAddress('recipient', to);
      assertWireSafe(bytes);
      carried += 1;
      if (!alive) return { kind: 'unreachable', by, stage: 'mail', why: 'the connection was closed' };
      const outcome = await step<DialogueOutcome>((done) => {
        const envelope = { from: envelopeFrom, to: [to], size: bytes.length };
        connection.send(envelope, inBlocks(bytes, dialogue.blockTaken), (error, sent) => {
          if (error) fail?.(faultOf(error));
          else done({ kind: 'accepted', by, reply: readReply(sent.response).reply });
        });
      });
      if (outcome.kind === 'unreachable' || dialogue.answered() === 'block') {
        // After an answer in the middle of the message the rest of it is still on its way.
        cut('of no more use');
      }
      untidy = outcome.kind === 'refused';
      return outcome;
    },

    async tidy() {
      // A reply too many, come along with the last one, is found out now rather than taken for an answer.
      await new Promise((resolve) => setImmediate(resolve));
      if (!alive || !untidy) return alive;
      const reset = await step<boolean>((done) => connection.reset((error) => done(!error)));
      untidy = false;
      if (reset !== true) cut('RSET was not understood');
      return alive;
    },

    async quit() {
      if (alive) {
        alive = false;
        const hangUp = clock.after(timeouts.leaveMs, () => raw.destroy());
        connection.quit();
        await gone;
        hangUp();
      }
      await gone;
    },
  };
  return { session };
}

/** The wait that each point of the dialogue is given. */
const limitOf = {
  greeting: 'greetingMs',
  tls: 'tlsMs',
  auth: 'authMs',
  mail: 'mailMs',
  rcpt: 'rcptMs',
  data: 'dataMs',
  block: 'blockMs',
  final: 'finalMs',
  leave: 'leaveMs',
} as const satisfies Record<Exclude<DialoguePoint, 'idle'>, keyof SmtpTimeouts>;

/**
 * The stage that a point is reported as. Until the last block is handed to the socket the dot has not been
 * sent, and the server has nothing that it could deliver.
 */
const stageOf = {
  greeting: 'greeting',
  tls: 'tls',
  auth: 'auth',
  mail: 'mail',
  rcpt: 'rcpt',
  data: 'data',
  block: 'data',
  final: 'final',
  leave: 'mail',
  idle: 'mail',
} as const satisfies Record<DialoguePoint, Exclude<Fault['stage'], 'connect'>>;

/**
 * MAIL, RCPT and DATA may go out together (RFC 2920), and then a refusal is only reported once all three are
 * answered; nodemailer names the command it was.
 */
const pointOfCommand: Partial<Record<string, DialoguePoint>> = { 'MAIL FROM': 'mail', 'RCPT TO': 'rcpt' };

/**
 * RFC 4954 6 and RFC 3207 4: sign in first, or encrypt first. Wherever it is said, it is about us, and would be
 * said of any message.
 */
const aboutUs: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** Larger messages are written in blocks of this size, each waiting for the one before to be taken. */
const blockOctets = 65_536;

function inBlocks(bytes: Buffer, onBlock: () => void): Buffer | Readable {
  if (bytes.length <= blockOctets) return bytes;
  function* blocks() {
    for (let at = 0; at < bytes.length; at += blockOctets) {
      onBlock();
      yield bytes.subarray(at, at + blockOctets);
    }
  }
  return Readable.from(blocks(), { objectMode: false, highWaterMark: blockOctets });
}

type Dialled = { raw: Socket; socket: Socket | TLSSocket };
type NotDialled = { stage: 'connect' | 'tls'; why: string };

/** TCP, and TLS where it comes first. */
async function openSocket(
  server: SmtpServer,
  dial: Dial,
  signal: AbortSignal,
): Promise<Dialled | NotDialled> {
  const { clock, timeouts, resolver } = dial;
  const found = await unlessGivenUp(signal, addressesOf(server.host, resolver));
  if ('why' in found) return { stage: 'connect', why: found.why };
  const raw = tcpConnect({
    host: server.host,
    port: server.port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    lookup: (_host, _options, give) => give(null, found.addresses),
    signal,
  });
  // Once handed on, nodemailer listens; until then, and after it has let go, an error must not end the process.
  raw.on('error', () => {});
  const notConnected = await reaches(raw, 'connect', clock, timeouts.connectMs);
  if (notConnected !== null) return { stage: 'connect', why: notConnected };
  if (server.tls !== 'implicit') return { raw, socket: raw };

  const socket = tlsConnect({ socket: raw, ...tlsTerms(server) });
  socket.on('error', () => {});
  const notSecure = await reaches(socket, 'secureConnect', clock, timeouts.tlsMs);
  if (notSecure !== null) {
    raw.destroy();
    return { stage: 'tls', why: notSecure };
  }
  return { raw, socket };
}

/** A look-up cannot be stopped, but it need not be waited for. */
function unlessGivenUp<T>(signal: AbortSignal, lookup: Promise<T>): Promise<T | { why: string }> {
  const { promise, resolve } = Promise.withResolvers<{ why: string }>();
  const giveUp = () => resolve({ why: 'the attempt was given up' });
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  return Promise.race([lookup, promise]).finally(() => signal.removeEventListener('abort', giveUp));
}

/** Waits for an event of a socket; answers null, or why it did not come. */
function reaches(socket: Socket, event: string, clock: Clock, ms: number): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (why: string | null) => {
      cancel();
      if (why !== null) socket.destroy();
      resolve(why);
    };
    const cancel = clock.after(ms, () => settle(`no answer within ${Math.round(ms / 1_000)} s`));
    socket.once(event, () => settle(null));
    socket.once('error', (error) => settle(reasonOf(error)));
    socket.once('close', () => settle('the connection was closed'));
  });
}

function tlsTerms(server: SmtpServer) {
  return {
    host: server.host,
    rejectUnauthorized: server.verifyCertificate,
    minVersion: 'TLSv1.2' as const,
    ...(isIP(server.host) === 0 && { servername: server.host }),
  };
}

/** How long one address of several may take before the next is tried as well (RFC 8305, more patiently). */
const addressAttemptMs = 5_000;

/**
 * The addresses of a host: from DNS, and from the machine for names that only it knows, such as those of a
 * hosts file or a container network.
 */
async function addressesOf(
  host: string,
  resolver: Resolver,
): Promise<{ addresses: { address: string; family: number }[] } | { why: string }> {
  const literal = isIP(host);
  if (literal !== 0) return { addresses: [{ address: host, family: literal }] };
  const answer = host === 'localhost' ? null : await resolver.addresses(host);
  if (answer?.kind === 'found') {
    return { addresses: answer.value.map((address) => ({ address, family: isIP(address) })) };
  }
  if (answer?.kind === 'unavailable') return { why: `its name cannot be looked up: ${answer.why}` };
  try {
    return { addresses: await lookup(host, { all: true }) };
  } catch {
    return { why: 'its name does not exist or has no address' };
  }
}

/** Words for an error of the network. Messages of Node repeat addresses; its codes say what happened. */
function reasonOf(error: Error & { code?: unknown; originalCode?: unknown }): string {
  for (const code of [error.originalCode, error.code]) {
    if (typeof code !== 'string') continue;
    if (code in reasons) return reasons[code]!;
  }
  return error.message || String(error.code ?? 'the connection failed');
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ECONNECTION: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port',
};
