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
    const key = `${organization} ${place}`;
    const kept = this.#kept.get(key);
    if (kept && kept.until > this.#clock.monotonic()) return kept.answer;
    let underway = this.#underway.get(key);
    if (!underway) {
      const left = new AbortController();
      const started: Underway<Answer> = { making: make(left.signal), waiting: 0, left };
      underway = started;
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
    }
    return await this.#wait(key, underway, signal);
  }

  /** Drops an organization's answers, including answers in progress. */
  forget(organization: number): void {
    for (const [key, one] of this.#kept) if (one.organization === organization) this.#drop(key);
    for (const key of this.#underway.keys()) {
      if (key.startsWith(`${organization} `)) this.#underway.delete(key);
    }
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
