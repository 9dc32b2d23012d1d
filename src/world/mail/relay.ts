import type { Clock } from '../../concurrency/clock.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import type { Resolver } from '../dns/resolver.ts';
import type { Log } from '../log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { drainConnections } from './drain.ts';
import type { DialogueOutcome, HandOver, Mail, OutgoingMessage } from './mail.ts';
import { signAndSend, writings } from './sign-and-send.ts';
import { lostConnection, type Opened, SmtpPool } from './smtp/smtp-pool.ts';
import { type SmtpServer, serverName } from './smtp/smtp-server.ts';
import { type Dial, openSession } from './smtp/smtp-session.ts';
import { type SmtpTimeouts, smtpTimeouts } from './smtp/smtp-timeouts.ts';
import { classifyTlsFailure, relayProvider, type TlsNote, tlsMet } from './tls-results.ts';

export type RelayOptions = {
  /** In order of preference; at least one. */
  relays: readonly SmtpServer[];
  clock: Clock;
  resolver: Resolver;
  log: Log;
  ehloName?: string | null;
  timeouts?: SmtpTimeouts;
  connectionsPerRelayMax?: number;
  drainMs?: number;
} & Telemetry;

/** On loopback, 5, 10 and 20 have the same throughput. Over a network, each further one hides a round trip. */
const connectionsPerRelayMax = 20;
/** Rest of a failed relay, doubled with each further failure. */
const restMsMin = 30 * secondMs;
const restMsMax = 5 * minuteMs;

type Relay = {
  name: string;
  server: SmtpServer;
  pool: SmtpPool;
  /** On the monotonic clock. */
  restsUntil: number;
  /** Failures since it last accepted or refused a message. */
  failures: number;
};

/**
 * Sends through smarthosts. A relay that cannot be reached, rejects us or answers 421 is skipped and rests. A
 * relay's reply about the message is final, and after the final dot no other relay is tried, because the
 * first may have the message.
 */
export function relayMail(options: RelayOptions): Mail {
  const { clock, log } = options;
  const dial: Dial = {
    clock,
    resolver: options.resolver,
    timeouts: options.timeouts ?? smtpTimeouts,
    ehloName: options.ehloName ?? null,
  };
  const connectionsMax = options.connectionsPerRelayMax ?? connectionsPerRelayMax;
  const met = tlsMet(options.meters);
  const noteTls =
    met &&
    ((server: SmtpServer, opened: Opened): void => {
      const note = tlsNoteOf(server, opened);
      if (note !== null) met(relayProvider, note);
    });
  const relays = options.relays.map((server): Relay => {
    const pool = new SmtpPool(server, dial, connectionsMax, noteTls && ((opened) => noteTls(server, opened)));
    return { name: serverName(server), server, pool, restsUntil: 0, failures: 0 };
  });
  async function send(message: OutgoingMessage): Promise<HandOver> {
    const write = writings(message, options.traces);
    let last: DialogueOutcome | undefined;
    for (const relay of relays) {
      if (clock.monotonic() < relay.restsUntil) continue;
      const outcome = await signAndSend(write, (wire) => relay.pool.deliver(wire));
      if (!passesOver(outcome)) {
        if (outcome.kind !== 'unreachable') recovered(relay);
        return outcome;
      }
      // Several messages in flight may meet the same failure. Only one of them counts as an attempt.
      if (rest(relay, outcome) || !isBeforeMessage(outcome)) last = outcome;
    }
    return last ?? allRest();
  }

  /** @returns false if the relay rests already, because many messages in flight may meet the same failure */
  function rest(relay: Relay, outcome: DialogueOutcome): boolean {
    if (clock.monotonic() < relay.restsUntil) return false;
    const restMs = Math.min(restMsMin * 2 ** relay.failures, restMsMax);
    relay.failures += 1;
    relay.restsUntil = clock.monotonic() + restMs;
    log.warn({ relay: relay.name, restMs, outcome }, 'a relay failed and is paused');
    return true;
  }

  function recovered(relay: Relay) {
    if (relay.failures === 0) return;
    relay.failures = 0;
    relay.restsUntil = 0;
    log.info({ relay: relay.name }, 'a relay works again');
  }

  function allRest(): HandOver {
    const next = relays.reduce((a, b) => (b.restsUntil < a.restsUntil ? b : a));
    const restMs = Math.max(0, Math.ceil(next.restsUntil - clock.monotonic()));
    const why = `it failed before and is tried again in ${Math.ceil(restMs / secondMs)} s`;
    return { kind: 'held', by: next.name, until: clock.now() + restMs, why, reason: 'relay_rests' };
  }

  return {
    name: 'relay',
    ...drainConnections(
      { clock, log, drainMs: options.drainMs },
      {
        send,
        cut(why) {
          for (const relay of relays) relay.pool.cut(why);
        },
        close: () => Promise.all(relays.map((relay) => relay.pool.close())),
      },
    ),
    load: () => [
      {
        provider: relayProvider,
        connections: sum(relays.map(({ pool }) => pool.load().connections)),
        connectionsMax: sum(relays.map(({ pool }) => pool.load().connectionsMax)),
        restMs: Math.max(0, ...relays.map(({ restsUntil }) => restsUntil - clock.monotonic())),
      },
    ],
    check: () => Promise.all(relays.map((relay) => checkRelay(relay, dial))),
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}

/** Returns null if TLS was not to be used, or the connection failed before it. */
function tlsNoteOf(server: SmtpServer, opened: Opened): TlsNote | null {
  if (server.tls === 'never') return null;
  const policy = 'configured';
  if ('session' in opened) {
    const version = opened.session.tls?.protocol ?? null;
    return { policy, version, result: version === null ? 'starttls-not-supported' : 'success' };
  }
  const { fault } = opened;
  if (fault.kind !== 'unreachable' || fault.stage !== 'tls') return null;
  return { policy, version: null, result: classifyTlsFailure(fault.why) };
}

/** Whether an outcome concerns the relay rather than the message, so that the next relay is tried. */
function passesOver(outcome: DialogueOutcome): boolean {
  if (outcome.kind === 'refused' && isBeforeMessage(outcome)) return true;
  return lostConnection(outcome);
}

function isBeforeMessage(outcome: DialogueOutcome): boolean {
  return outcome.kind !== 'accepted' && ['connect', 'greeting', 'tls', 'auth'].includes(outcome.stage);
}

const neverGivenUp = new AbortController().signal;
/** Short, because a person waits for the doctor, and a slower relay has a problem anyway. */
const checkStepMsMax = 10 * secondMs;

async function checkRelay(relay: Relay, dial: Dial): Promise<{ ok: boolean; sentence: string }> {
  const hurried = Object.entries(dial.timeouts).map(([step, ms]) => [step, Math.min(ms, checkStepMsMax)]);
  const timeouts: SmtpTimeouts = Object.fromEntries(hurried);
  const opened = await openSession(relay.server, { ...dial, timeouts }, neverGivenUp);
  if ('session' in opened) {
    await opened.session.quit();
    const entered = relay.server.credentials === null ? '' : ' and takes our user and password';
    return { ok: true, sentence: `The relay ${relay.name} answers${entered}.` };
  }
  const { fault } = opened;
  const said = fault.kind === 'refused' ? `answered: ${fault.reply}` : `failed: ${fault.why}`;
  return { ok: false, sentence: `The relay ${relay.name} cannot be used. ${steps[fault.stage]} ${said}.` };
}

const steps = {
  connect: 'Connecting to it',
  greeting: 'Its greeting',
  tls: 'TLS with it',
  auth: 'Signing in to it',
  mail: 'Handing over mail',
  rcpt: 'Handing over mail',
  data: 'Handing over mail',
  final: 'Handing over mail',
} as const;
