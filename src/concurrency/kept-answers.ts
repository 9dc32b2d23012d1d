import { secondMs } from '../model/instant.ts';
import type { Clock } from './clock.ts';

/** Lifetime of an answer. Before they ask for one, callers check that the mail has not changed. */
export const keptMs = 60 * secondMs;
/** The limit per organization keeps one organization's large mails from evicting other answers. */
const octetsMax = 32 * 1024 * 1024;
const organizationOctetsMax = 8 * 1024 * 1024;

type Kept<Answer> = { organization: number; answer: Answer; octets: number; until: number };
type Underway<Answer> = { making: Promise<Answer>; waiting: number; left: AbortController };

/** Caches expensive answers. Concurrent requests for the same answer share the work, which is aborted when all of them have left. */
export class KeptAnswers<Answer> {
  readonly #clock: Clock;
  readonly #octetsOf: (answer: Answer) => number;
  readonly #keptMsOf: (answer: Answer) => number;
  readonly #kept = new Map<string, Kept<Answer>>();
  readonly #underway = new Map<string, Underway<Answer>>();
  readonly #octetsByOrganization = new Map<number, number>();
  #octets = 0;

  /** @param keptMsOf returns 0 for an answer that is not kept */
  constructor(
    clock: Clock,
    octetsOf: (answer: Answer) => number,
    keptMsOf: (answer: Answer) => number = () => keptMs,
  ) {
    this.#clock = clock;
    this.#octetsOf = octetsOf;
    this.#keptMsOf = keptMsOf;
  }

  /** `place` contains all inputs of the answer. The signal of `make` aborts when no caller waits any more. */
  async answer(
    organization: number,
    place: string,
    signal: AbortSignal | undefined,
    make: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    signal?.throwIfAborted();
    const kept = this.kept(organization, place);
    if (kept !== undefined) return kept;
    const key = keyOf(organization, place);
    return await this.#wait(key, this.#underway.get(key) ?? this.#start(key, organization, make), signal);
  }

  kept(organization: number, place: string): Answer | undefined {
    const kept = this.#kept.get(keyOf(organization, place));
    return kept && kept.until > this.#clock.monotonic() ? kept.answer : undefined;
  }

  /** Makes a kept answer again in the background. An organization has one such renewal at a time. */
  renew(organization: number, place: string, make: (signal: AbortSignal) => Promise<Answer>): void {
    const isBusy = this.#underway.keys().some((key) => key.startsWith(keyOf(organization, '')));
    if (!isBusy) this.#start(keyOf(organization, place), organization, make);
  }

  /** Keeps an answer that the caller made. */
  keep(organization: number, place: string, answer: Answer): void {
    this.#keep(keyOf(organization, place), organization, answer);
  }

  /** Drops an organization's answers, including answers in progress. */
  forget(organization: number): void {
    for (const [key, one] of this.#kept) if (one.organization === organization) this.#drop(key);
    for (const key of this.#underway.keys()) {
      if (key.startsWith(keyOf(organization, ''))) this.#underway.delete(key);
    }
  }

  #start(
    key: string,
    organization: number,
    make: (signal: AbortSignal) => Promise<Answer>,
  ): Underway<Answer> {
    const left = new AbortController();
    const started: Underway<Answer> = { making: make(left.signal), waiting: 0, left };
    this.#underway.set(key, started);
    const isCurrent = (): boolean => this.#underway.get(key) === started;
    started.making.then(
      (answer) => {
        // Otherwise it was forgotten meanwhile: waiting callers get it, later ones do not.
        if (isCurrent()) this.#keep(key, organization, answer);
        if (isCurrent()) this.#underway.delete(key);
      },
      () => {
        if (isCurrent()) this.#underway.delete(key);
      },
    );
    return started;
  }

  async #wait(key: string, underway: Underway<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
    underway.waiting += 1;
    const { promise, reject } = Promise.withResolvers<never>();
    const leave = (): void => {
      underway.waiting -= 1;
      if (underway.waiting === 0) {
        if (this.#underway.get(key) === underway) this.#underway.delete(key);
        underway.left.abort(signal!.reason);
      }
      reject(signal!.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([underway.making, promise]);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #keep(key: string, organization: number, answer: Answer): void {
    this.#drop(key);
    const now = this.#clock.monotonic();
    for (const [oldest, { until }] of this.#kept) {
      if (until > now) break;
      this.#drop(oldest);
    }
    const octets = this.#octetsOf(answer);
    const ms = this.#keptMsOf(answer);
    if (ms === 0 || octets > organizationOctetsMax) return;
    this.#kept.set(key, { organization, answer, octets, until: now + ms });
    this.#count(organization, octets);
    for (const [oldest, one] of this.#kept) {
      const isTooMuchOfOne = (this.#octetsByOrganization.get(organization) ?? 0) > organizationOctetsMax;
      if (!isTooMuchOfOne && this.#octets <= octetsMax) break;
      if (!isTooMuchOfOne || one.organization === organization) this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#count(kept.organization, -kept.octets);
  }

  #count(organization: number, octets: number): void {
    this.#octets += octets;
    const left = (this.#octetsByOrganization.get(organization) ?? 0) + octets;
    if (left === 0) this.#octetsByOrganization.delete(organization);
    else this.#octetsByOrganization.set(organization, left);
  }
}

function keyOf(organization: number, place: string): string {
  return `${organization} ${place}`;
}
