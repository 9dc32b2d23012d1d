import type { Clock } from '../../concurrency/clock.ts';
import {
  admission,
  freshPace,
  isForgettable,
  type Pace,
  type PaceEvent,
  paceAfter,
} from '../../model/delivery/destination-pace.ts';
import type { Provider } from '../../model/delivery/providers.ts';
import { hasTooManyConnections, isThrottling } from '../../model/delivery/throttling.ts';
import type { DialogueOutcome, HeldReason, ProviderLoad } from './mail.ts';
import { signAndSend, type Write } from './sign-and-send.ts';
import { lostConnection } from './smtp/smtp-pool.ts';
import type { SmtpServer } from './smtp/smtp-server.ts';
import { type Dial, type Fault, openSession, type SmtpSession } from './smtp/smtp-session.ts';
import type { TlsMet, TlsNote } from './tls-results.ts';

export type Target = {
  /** Connection key: host, address and TLS terms. */
  name: string;
  server: SmtpServer;
  /** Called with the outcome of each connection attempt. @returns a TLS note if TLS was attempted */
  opened(result: { session: SmtpSession } | { fault: Fault }): TlsNote | null;
};

export type DestinationOptions = {
  dial: Dial;
  uniform: () => number;
  connectionsMax: number;
  idleMs: number;
  hangUp: AbortSignal;
  resting: Set<() => void>;
  met?: TlsMet | undefined;
};

const restingMax = 100;
/** Maximum waits for another mail's connection when the destination refuses new ones. */
const crowdedTriesMax = 3;

type Kept = { name: string; session: SmtpSession; take: () => void };

/** All connections to one provider's hosts, and their pace. A mail needs a place to be sent. */
export class Destination {
  readonly provider: Provider;
  readonly #options: DestinationOptions;
  readonly #clock: Clock;
  readonly #connectionsMax: number;
  #pace: Pace;
  #inFlight = 0;
  #places = 0;
  #usedAt: number;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: Kept[] = [];
  readonly #live = new Map<SmtpSession, string>();
  readonly #leaving = new Set<Promise<void>>();
  #opening = 0;
  #closed = false;

  constructor(provider: Provider, options: DestinationOptions) {
    this.provider = provider;
    this.#options = options;
    this.#clock = options.dial.clock;
    this.#connectionsMax = Math.min(provider.connectionsMax, options.connectionsMax);
    const pace = freshPace();
    this.#pace = { ...pace, connections: Math.min(pace.connections, this.#connectionsMax) };
    this.#usedAt = this.#clock.now();
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Admits another mail. @returns null if admitted, otherwise when to retry */
  enter(): { until: number; why: string; reason: HeldReason } | null {
    this.#usedAt = this.#clock.now();
    const asked = admission(this.#pace, this.#inFlight, this.#usedAt, this.#options.uniform());
    if (asked.kind === 'go') {
      this.#inFlight += 1;
      return null;
    }
    if (asked.kind === 'rests')
      return { until: asked.until, why: 'it asked us to slow down', reason: 'provider_rests' };
    this.#pace = asked.pace;
    return {
      until: asked.until,
      why: 'it has as much mail as it should have at once',
      reason: 'provider_full',
    };
  }

  leave(): void {
    this.#inFlight -= 1;
  }

  /** Waits for a place, which allows the use of one connection. */
  place(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#serve();
    });
  }

  giveBack(): void {
    this.#places -= 1;
    this.#serve();
  }

  /** Epoch ms; in the past unless the destination rests. */
  restsUntil(): number {
    return this.#pace.restsUntil;
  }

  /** Requires a place. Rejects only with `UnsafeMessage`. */
  async carry(target: Target, write: Write): Promise<DialogueOutcome> {
    for (let triesLeft = crowdedTriesMax; ; triesLeft -= 1) {
      const kept = this.#takeIdle(target.name);
      if (kept !== null) {
        const outcome = await this.#deliver(kept, target, write);
        // Servers close connections that were idle or carried enough messages. Retries the mail once on a new connection, because
        // this says nothing about the server.
        if (!lostConnection(outcome)) return outcome;
      }
      const opened = await this.#open(target);
      if ('session' in opened) return await this.#deliver(opened.session, target, write);
      if (triesLeft === 0 || !this.#foundCrowded(target, opened.fault)) return opened.fault;
      await this.#waitForAnother();
    }
  }

  met(event: PaceEvent): void {
    this.#pace = paceAfter(this.#pace, event, this.#clock.now(), this.#connectionsMax);
    this.#serve();
  }

  load(): Omit<ProviderLoad, 'provider'> {
    return {
      connections: this.#live.size + this.#opening,
      connectionsMax: this.#pace.connections,
      restMs: Math.max(0, this.#pace.restsUntil - this.#clock.now()),
    };
  }

  /** Whether nothing is in flight and no state would be lost. */
  isForgettable(): boolean {
    return this.#inFlight === 0 && isForgettable(this.#pace, this.#usedAt, this.#clock.now());
  }

  /** Quits every connection; busy ones after their message. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#dropIdle());
    await Promise.all([...this.#live.keys()].map((session) => session.gone));
  }

  cut(why: string): void {
    this.#closed = true;
    for (const session of this.#live.keys()) session.cut(why);
    for (const resolve of this.#waiting.splice(0)) {
      this.#places += 1;
      resolve();
    }
  }

  #serve(): void {
    while (this.#places < this.#pace.connections && this.#waiting.length > 0) {
      this.#places += 1;
      this.#waiting.shift()!();
    }
  }

  #takeIdle(name: string): SmtpSession | null {
    // Takes the most recently used one, so that the others get old enough to be closed.
    const kept = this.#idle.findLast((each) => each.name === name && each.session.alive);
    kept?.take();
    return kept?.session ?? null;
  }

  async #open(target: Target): Promise<{ session: SmtpSession } | { fault: Fault }> {
    // Connections to the provider's other hosts, and closing connections, count too.
    while (
      this.#live.size + this.#opening >= this.#pace.connections &&
      (this.#idle.length > 0 || this.#leaving.size > 0)
    ) {
      if (this.#leaving.size === 0) this.#dropIdle();
      await Promise.race(this.#leaving);
    }
    const { dial, hangUp, met } = this.#options;
    this.#opening += 1;
    const opened = await openSession(target.server, dial, hangUp);
    this.#opening -= 1;
    if ('session' in opened) {
      const { session } = opened;
      this.#live.set(session, target.name);
      session.gone.then(() => this.#forget(session));
    }
    const noted = target.opened(opened);
    if (noted !== null) met?.(this.provider.name, noted);
    return opened;
  }

  #forget(session: SmtpSession): void {
    this.#live.delete(session);
    this.#idle.find((kept) => kept.session === session)?.take();
  }

  async #deliver(session: SmtpSession, target: Target, write: Write): Promise<DialogueOutcome> {
    try {
      return await signAndSend(write, (wire) => session.deliver(wire));
    } finally {
      if (!session.ready) await session.tidy();
      this.#park(session, target.name);
    }
  }

  #park(session: SmtpSession, name: string): void {
    if (!session.alive) return;
    const enough =
      session.carried >= this.provider.messagesPerConnectionMax || this.#live.size > this.#pace.connections;
    if (this.#closed || enough || !session.ready) {
      this.#quit(session);
      return;
    }
    const { resting, idleMs } = this.#options;
    const drop = () => {
      take();
      this.#quit(session);
    };
    const stopTimer = this.#clock.after(idleMs, drop);
    const take = () => {
      stopTimer();
      resting.delete(drop);
      this.#idle.splice(this.#idle.indexOf(kept), 1);
    };
    const kept: Kept = { name, session, take };
    this.#idle.push(kept);
    resting.add(drop);
    const [longest] = resting;
    if (resting.size > restingMax) longest?.();
  }

  #quit(session: SmtpSession): void {
    const left: Promise<void> = session.quit().finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  #dropIdle(): boolean {
    const [kept] = this.#idle;
    if (kept === undefined) return false;
    kept.take();
    this.#quit(kept.session);
    return true;
  }

  /** Whether a server rejected a connection while it serves our other connections, so we exceeded its limit. */
  #foundCrowded(target: Target, fault: Fault): boolean {
    if (fault.stage !== 'connect' && fault.stage !== 'greeting') return false;
    if (fault.kind === 'refused') {
      const reply = { ...fault, text: fault.reply };
      if (hasTooManyConnections(reply)) return this.#live.size + this.#opening > 0;
      if (isThrottling(reply)) return false;
    }
    return [...this.#live].some(([session, name]) => name === target.name && session.alive);
  }

  /** Lowers the limit, then waits for another mail's place and connection. */
  async #waitForAnother(): Promise<void> {
    this.met({ kind: 'crowded', live: this.#live.size + this.#opening });
    this.giveBack();
    await this.place();
  }
}
