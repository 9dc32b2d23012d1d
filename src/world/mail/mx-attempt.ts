import type { Clock } from '../../concurrency/clock.ts';
import { hostCooldownMs } from '../../model/delivery/cooldown-schedule.ts';
import { isThrottling } from '../../model/delivery/throttling.ts';
import { hourMs, minuteMs } from '../../model/instant.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Traces } from '../telemetry/traces.ts';
import type { Destination, Target } from './destination.ts';
import { stopping } from './drain.ts';
import { hostCooldown } from './host-cooldown.ts';
import { type DialogueOutcome, type HandOver, type OutgoingMessage, thisServer } from './mail.ts';
import type { FoundRoute, MxHosts } from './mx-hosts.ts';
import { type MxTargets, type UsableTerms, withTlsUse } from './mx-targets.ts';
import { type Write, writings } from './sign-and-send.ts';
import { lostConnection } from './smtp/smtp-pool.ts';
import { serverName } from './smtp/smtp-server.ts';
import type { Fault } from './smtp/smtp-session.ts';
import type { TlsMet } from './tls-results.ts';

type MxAttemptOptions = {
  clock: Clock;
  ids: Pick<Ids, 'uniform'>;
  log: Log;
  port: number;
  hosts: MxHosts;
  targets: MxTargets;
  hangUp: AbortSignal;
  traces?: Traces | undefined;
  met?: TlsMet | undefined;
};

const targetsMax = 10_000;
/** After this time, no further server is tried. Rescheduling the message is better than blocking a worker's slot. */
const attemptMsMax = 10 * minuteMs;
/** Time for which a server is used unencrypted after its TLS failed. */
const clearMs = hourMs;

export class MxAttempts {
  readonly #options: MxAttemptOptions;
  readonly #clock: Clock;
  readonly #resting = hostCooldown({ namesMax: targetsMax, restMs: hostCooldownMs });
  readonly #unencrypted = hostCooldown({ namesMax: targetsMax, restMs: () => clearMs });

  constructor(options: MxAttemptOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  /** Offers a message to the servers of a route, one after the other. Requires a place at the destination. */
  async run(
    message: OutgoingMessage,
    route: Extract<FoundRoute, { kind: 'hosts' }>,
    to: Destination,
  ): Promise<HandOver> {
    const { hosts, targets, port, traces, met } = this.#options;
    const { domain } = message.to;
    const write = writings(message, traces);
    const endsAt = this.#clock.monotonic() + attemptMsMax;
    const faults: Fault[] = [];
    const withoutDns: Fault[] = [];
    let restsUntil: number | null = null;
    for (const host of route.hosts) {
      const found = await hosts.host(host, route.secure);
      if (found.kind === 'absent' && route.implicit) return noSuchDomain(domain);
      if (found.kind !== 'found') {
        faults.push(unusable(host, port, 'connect', found));
        if (found.kind === 'unknown') withoutDns.push(faults.at(-1)!);
        continue;
      }
      const terms = await targets.terms(host, domain, found.dane, message.tls);
      if (terms.kind === 'refused') {
        faults.push(unusable(host, port, 'tls', terms));
        met?.(to.provider.name, { policy: terms.policy, version: null, result: 'validation-failure' });
        continue;
      }
      for (const address of found.addresses) {
        const stop = this.#endEarly(to, endsAt);
        if (stop !== null) return faults.at(-1) ?? stop;
        const outcome = await this.#offer(host, address, domain, terms, to, write);
        if (typeof outcome === 'number') {
          restsUntil = Math.min(restsUntil ?? outcome, outcome);
          continue;
        }
        const fault = passedOver(outcome);
        if (fault === null) return withTlsUse(outcome, terms);
        faults.push(fault);
      }
    }
    const lost = withoutDns.at(-1);
    if (lost !== undefined && withoutDns.length === faults.length && restsUntil === null)
      return this.#holdByDns(domain, lost);
    return summarize(domain, faults, restsUntil);
  }

  #holdByDns(domain: string, fault: Fault): HandOver {
    const name = `DNS of ${domain}`;
    this.#resting.failed(name, this.#clock.now());
    const until = this.#resting.until(name, this.#clock.now()) ?? this.#clock.now();
    const why = fault.kind === 'unreachable' ? fault.why : fault.reply;
    return { kind: 'held', by: fault.by, until, why, reason: 'dns' };
  }

  /** Checks again before each server, because other mails may have changed the state, and every attempt has an end. */
  #endEarly(to: Destination, endsAt: number): HandOver | null {
    const by = to.provider.name;
    if (this.#options.hangUp.aborted) return stopping(this.#clock);
    if (to.restsUntil() > this.#clock.now())
      return {
        kind: 'held',
        by,
        until: to.restsUntil(),
        why: 'it asked us to slow down',
        reason: 'provider_rests',
      };
    if (this.#clock.monotonic() < endsAt) return null;
    return { kind: 'unreachable', by, stage: 'connect', why: 'its servers took too long' };
  }

  /** Tries one address. @returns epoch ms until which it rests; null if it does not */
  async #offer(
    host: string,
    address: string,
    domain: string,
    terms: UsableTerms,
    to: Destination,
    write: Write,
  ): Promise<DialogueOutcome | number> {
    const now = this.#clock.now();
    const place = `${host} ${address}`;
    const inClear = () =>
      this.#offer(host, address, domain, { policy: 'no-policy-found', kind: 'clear' }, to, write);
    if (terms.kind === 'opportunistic' && this.#unencrypted.until(place, now) !== null)
      return await inClear();
    const target = this.#options.targets.target(host, address, domain, terms);
    const rest = this.#resting.until(target.name, now);
    if (rest !== null) return rest;
    const begun = this.#clock.monotonic();
    const outcome = await to.carry(target, write);
    if (terms.kind === 'opportunistic' && outcome.kind === 'unreachable' && outcome.stage === 'tls') {
      // TLS was not required, and unencrypted delivery is better than none (RFC 7435 3).
      this.#unencrypted.failed(place, this.#clock.now());
      this.#options.log.info(
        { host, why: outcome.why },
        'TLS with a mail server failed: delivering unencrypted for a while',
      );
      return await inClear();
    }
    this.#learn(to, target, outcome, this.#clock.monotonic() - begun);
    return outcome;
  }

  #learn(to: Destination, target: Target, outcome: DialogueOutcome, tookMs: number): void {
    const fault = passedOver(outcome);
    if (outcome.kind === 'accepted') {
      this.#resting.recovered(target.name);
      to.met({ kind: 'accepted', tookMs });
    } else if (asksToSlowDown(outcome)) {
      to.met({ kind: 'throttled', jitter: this.#options.ids.uniform() });
      const restMs = to.restsUntil() - this.#clock.now();
      this.#options.log.warn(
        { provider: to.provider.name, restMs, outcome },
        'a provider asked to slow down: pausing deliveries to it',
      );
    } else if (fault !== null) {
      // A server that disconnects in the middle of one message may accept the next.
      if (fault.stage !== 'data') this.#resting.failed(target.name, this.#clock.now());
      to.met({ kind: 'lost' });
    } else if (outcome.kind === 'refused') {
      this.#resting.recovered(target.name);
      to.met({ kind: 'answered' });
    } else {
      to.met({ kind: 'lost' });
    }
  }
}

function unusable(host: string, port: number, stage: 'connect' | 'tls', { why }: { why: string }): Fault {
  return { kind: 'unreachable', by: serverName({ host, port }), stage, why };
}

/** Result if no server answered about the message. */
function summarize(domain: string, faults: readonly Fault[], restsUntil: number | null): HandOver {
  // A permanent refusal counts only if no other server might accept.
  const passing = faults.findLast((fault) => fault.kind === 'unreachable' || fault.code < 500);
  if (passing !== undefined) return passing;
  const why = 'its mail servers could not be reached and are left alone for a while';
  if (restsUntil === null) return faults.at(-1) ?? { kind: 'unreachable', by: domain, stage: 'connect', why };
  if (faults.length > 0) return { kind: 'unreachable', by: domain, stage: 'connect', why };
  return { kind: 'held', by: domain, until: restsUntil, why, reason: 'servers_rest' };
}

function noSuchDomain(domain: string): HandOver {
  const why = `The domain ${domain} has neither a mail server nor an address`;
  return { kind: 'no_route', by: domain, fault: 'domain_not_found', why };
}

function asksToSlowDown(outcome: DialogueOutcome): boolean {
  return (
    outcome.kind === 'refused' &&
    outcome.by !== thisServer &&
    isThrottling({ ...outcome, text: outcome.reply })
  );
}

/** Returns the fault if it concerns only this server, so that the next server is tried; null if the outcome is final. */
function passedOver(outcome: DialogueOutcome): Fault | null {
  if (outcome.kind === 'accepted' || asksToSlowDown(outcome)) return null;
  if (outcome.kind === 'refused' && aboutTheServer.has(outcome.stage)) return outcome;
  return lostConnection(outcome) ? outcome : null;
}

const aboutTheServer: ReadonlySet<string> = new Set(['connect', 'greeting', 'auth']);
