import {
  admission,
  freshPace,
  isForgettable,
  type PaceEvent,
  paceAfter,
} from '../../model/delivery/destination-pace.ts';
import type { Provider } from '../../model/delivery/providers.ts';
import { isCrowded, isThrottling } from '../../model/delivery/throttling.ts';
import type { DialogueOutcome, HeldReason, ProviderLoad } from './mail.ts';
import type { TlsMet, TlsNote } from './meter-tls.ts';
import { signAndSend, type Write } from './sign-and-send.ts';
import { wentAway } from './smtp/smtp-pool.ts';
import type { SmtpServer } from './smtp/smtp-server.ts';
import { type Dial, type Fault, openSession, type SmtpSession } from './smtp/smtp-session.ts';

export type Target = {
  /** Connection key: host, address and TLS terms. */
  name: string;
  server: SmtpServer;
  /** Called with the outcome of each connection attempt. @returns a TLS note if TLS was attempted */
  opened(result: { session: SmtpSession } | { fault: Fault }): TlsNote | null;
};

/**
 * All connections to one provider's hosts, and their pace. A mail enters, waits for a place, is sent to one or several targets,
 * frees its place, and leaves.
 */
export type Destination = {
  readonly provider: Provider;
  /** Admits another mail. @returns null if admitted, otherwise when to retry */
  enter(): { until: number; why: string; reason: HeldReason } | null;
  leave(): void;
  /** Waits for a place, which allows the use of one connection. */
  place(): Promise<void>;
  giveBack(): void;
  /** Epoch ms; in the past unless the destination rests. */
  restsUntil(): number;
  /** Requires a place. Rejects only with `UnsafeMessage`. */
  carry(target: Target, write: Write): Promise<DialogueOutcome>;
  met(event: PaceEvent): void;
  load(): Omit<ProviderLoad, 'provider'>;
  /** Whether nothing is in flight and no state would be lost. */
  isForgettable(): boolean;
  readonly inFlight: number;
  /** Quits every connection; busy ones after their message. */
  close(): Promise<void>;
  cut(why: string): void;
};

export type DestinationOptions = {
  dial: Dial;
  uniform: () => number;
  connectionsMax: number;
  idleMs: number;
  hangUp: AbortSignal;
  /** Functions that close one idle connection each, for all destinations, longest idle first. */
  resting: Set<() => void>;
  met?: TlsMet | undefined;
};

/** Idle connections to all destinations. */
const restingMax = 100;
/** Maximum waits for another mail's connection when the destination refuses new ones. */
const crowdedTriesMax = 3;

type Kept = { name: string; session: SmtpSession; take: () => void };

export function destination(provider: Provider, options: DestinationOptions): Destination {
  const { dial, uniform, hangUp, resting } = options;
  const { clock } = dial;
  const connectionsMax = Math.min(provider.connectionsMax, options.connectionsMax);
  let pace = freshPace();
  pace = { ...pace, connections: Math.min(pace.connections, connectionsMax) };
  let inFlight = 0;
  let places = 0;
  let usedAt = clock.now();
  const waiting: (() => void)[] = [];
  const idle: Kept[] = [];
  const live = new Map<SmtpSession, string>();
  const leaving = new Set<Promise<void>>();
  let opening = 0;
  let closed = false;

  function met(event: PaceEvent) {
    pace = paceAfter(pace, event, clock.now(), connectionsMax);
    serve();
  }

  function serve() {
    while (places < pace.connections && waiting.length > 0) {
      places += 1;
      waiting.shift()!();
    }
  }

  function place(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      serve();
    });
  }

  function giveBack() {
    places -= 1;
    serve();
  }

  function takeIdle(name: string): SmtpSession | null {
    // Takes the most recently used one, so that the others get old enough to be closed.
    const kept = idle.findLast((each) => each.name === name && each.session.alive);
    kept?.take();
    return kept?.session ?? null;
  }

  async function open(target: Target): Promise<{ session: SmtpSession } | { fault: Fault }> {
    // Connections to the provider's other hosts, and closing connections, count too.
    while (live.size + opening >= pace.connections && (idle.length > 0 || leaving.size > 0)) {
      if (leaving.size === 0) dropIdle();
      await Promise.race(leaving);
    }
    opening += 1;
    const opened = await openSession(target.server, dial, hangUp);
    opening -= 1;
    if ('session' in opened) {
      const { session } = opened;
      live.set(session, target.name);
      session.gone.then(() => forget(session));
    }
    const noted = target.opened(opened);
    if (noted !== null) options.met?.(provider.name, noted);
    return opened;
  }

  function forget(session: SmtpSession) {
    live.delete(session);
    idle.find((kept) => kept.session === session)?.take();
  }

  function quit(session: SmtpSession) {
    const left: Promise<void> = session.quit().finally(() => leaving.delete(left));
    leaving.add(left);
  }

  function dropIdle(): boolean {
    const [kept] = idle;
    if (kept === undefined) return false;
    kept.take();
    quit(kept.session);
    return true;
  }

  function park(session: SmtpSession, name: string) {
    if (!session.alive) return;
    const enough = session.carried >= provider.messagesPerConnectionMax || live.size > pace.connections;
    if (closed || enough || !session.ready) {
      quit(session);
      return;
    }
    const drop = () => {
      take();
      quit(session);
    };
    const stopTimer = clock.after(options.idleMs, drop);
    const take = () => {
      stopTimer();
      resting.delete(drop);
      idle.splice(idle.indexOf(kept), 1);
    };
    const kept: Kept = { name, session, take };
    idle.push(kept);
    resting.add(drop);
    const [longest] = resting;
    if (resting.size > restingMax) longest?.();
  }

  /** Whether a server rejected a connection while it serves our other connections, so we exceeded its limit. */
  function foundCrowded(target: Target, fault: Fault): boolean {
    if (fault.stage !== 'connect' && fault.stage !== 'greeting') return false;
    if (fault.kind === 'refused') {
      const reply = { ...fault, text: fault.reply };
      if (isCrowded(reply)) return live.size + opening > 0;
      if (isThrottling(reply)) return false;
    }
    return [...live].some(([session, name]) => name === target.name && session.alive);
  }

  /** Lowers the limit, then waits for another mail's place and connection. */
  async function waitForAnother(): Promise<void> {
    met({ kind: 'crowded', live: live.size + opening });
    giveBack();
    await place();
  }

  async function over(session: SmtpSession, target: Target, write: Write): Promise<DialogueOutcome> {
    try {
      return await signAndSend(write, (wire) => session.deliver(wire));
    } finally {
      if (!session.ready) await session.tidy();
      park(session, target.name);
    }
  }

  return {
    provider,
    get inFlight() {
      return inFlight;
    },
    place,
    giveBack,
    met,
    restsUntil: () => pace.restsUntil,
    load: () => ({
      connections: live.size + opening,
      connectionsMax: pace.connections,
      restMs: Math.max(0, pace.restsUntil - clock.now()),
    }),
    isForgettable: () => inFlight === 0 && isForgettable(pace, usedAt, clock.now()),

    enter() {
      usedAt = clock.now();
      const asked = admission(pace, inFlight, usedAt, uniform());
      if (asked.kind === 'go') {
        inFlight += 1;
        return null;
      }
      if (asked.kind === 'rests')
        return { until: asked.until, why: 'it asked us to slow down', reason: 'provider_rests' };
      pace = asked.pace;
      return {
        until: asked.until,
        why: 'it has as much mail as it should have at once',
        reason: 'provider_full',
      };
    },

    leave() {
      inFlight -= 1;
    },

    async carry(target, write) {
      let mayBeKept = true;
      for (let crowdedTries = 0; ; ) {
        const kept = mayBeKept ? takeIdle(target.name) : null;
        const opened = kept === null ? await open(target) : { session: kept };
        if ('fault' in opened) {
          if (crowdedTries === crowdedTriesMax || !foundCrowded(target, opened.fault)) return opened.fault;
          crowdedTries += 1;
          mayBeKept = true;
          await waitForAnother();
          continue;
        }
        const outcome = await over(opened.session, target, write);
        // Servers close connections that were idle or carried enough messages. Retries the mail once on a new connection, because this says
        // nothing about the server.
        if (kept === null || !wentAway(outcome)) return outcome;
        mayBeKept = false;
      }
    },

    async close() {
      closed = true;
      while (dropIdle());
      await Promise.all([...live.keys()].map((session) => session.gone));
    },

    cut(why) {
      closed = true;
      for (const session of live.keys()) session.cut(why);
      for (const resolve of waiting.splice(0)) {
        places += 1;
        resolve();
      }
    },
  };
}
