import { type ActiveOrganizations, restAfter } from '../../concurrency/active-organizations.ts';
import type { Clock } from '../../concurrency/clock.ts';
import type { Turn } from '../../concurrency/fair-turns.ts';
import { TookTooLong } from '../../model/content/run-within-limit.ts';
import { countGivenCharacters } from '../../model/verification/given-values.ts';
import type { UnreadContent } from '../../model/verification/unread-content.ts';
import { isInPlace, isReadInPlace } from '../../world/in-place.ts';
import type { Rendering } from '../../world/rendering.ts';
import { RenderingBusy } from '../../world/rendering.ts';

/** Small work takes turns on the event loop. Work that exceeds its time limit there moves to a child process. */
export function renderingInTurn(
  rendering: Rendering,
  clock: Pick<Clock, 'monotonic' | 'after'>,
  activeOrganizations: ActiveOrganizations,
): Rendering {
  const turns = new PieceTurns(clock, activeOrganizations);

  async function placed<Answer>(
    inPlace: boolean,
    turn: Turn,
    work: (turn: Turn & { place: 'loop' | 'child' }) => Promise<Answer>,
  ): Promise<Answer> {
    if (inPlace) {
      try {
        return await turns.take(turn, () => work({ ...turn, place: 'loop' }));
      } catch (error) {
        if (!(error instanceof TookTooLong)) throw error;
      }
    }
    return await work({ ...turn, place: 'child' });
  }

  return {
    verifyPieces: (content, turn) => rendering.verifyPieces(content, turn),
    clears: (message, envelope, turn) => rendering.clears(message, envelope, turn),
    waiting: () => rendering.waiting(),
    close: () => rendering.close(),
    render: (mail, turn) => placed(isInPlace(mail.body), turn, (at) => rendering.render(mail, at)),
    compile: (body, tracked, turn) =>
      placed(isInPlace(body), turn, (at) => rendering.compile(body, tracked, at)),
    targets: (body, turn) => placed(isInPlace(body), turn, (at) => rendering.targets(body, at)),
    read: (message, turn, attachment) =>
      placed(isReadInPlace(message), turn, (at) => rendering.read(message, at, attachment)),
    verify: (content, turn) => placed(isSmall(content), turn, (at) => rendering.verify(content, at)),
    shows: (mail, address, turn) =>
      placed(isInPlace(mail.body), turn, (at) => rendering.shows(mail, address, at)),
  };
}

const givenCharactersMax = 20_000;

function isSmall({ body, text, given }: UnreadContent): boolean {
  return isInPlace(body, text) && countGivenCharacters(body?.source ?? '', given) <= givenCharactersMax;
}

/** CPU time that pieces may use per turn of the event loop. */
const turnMs = 1;
const restMaxMs = 50;
const waitingPerTenantMax = 2_000;

type Tenant = { waiting: (() => void)[]; isResting: boolean };

/** Runs short CPU-bound work. Tenants alternate and pause in proportion to their last piece. */
export class PieceTurns {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #activeOrganizations: Pick<ActiveOrganizations, 'isAlone'>;
  /** In order of their next turn; idle tenants are absent. */
  readonly #tenants = new Map<string, Tenant>();
  #isRunning = false;
  #usedMs = 0;
  #turnEnds = false;

  constructor(
    clock: Pick<Clock, 'monotonic' | 'after'>,
    activeOrganizations: Pick<ActiveOrganizations, 'isAlone'>,
  ) {
    this.#clock = clock;
    this.#activeOrganizations = activeOrganizations;
  }

  /** `rank` keeps unauthenticated requests behind mail. @throws RenderingBusy when the queue is full */
  async take<Result>(
    {
      tenant: organization,
      rank,
      signal,
    }: { tenant: number; rank: string; signal?: AbortSignal | undefined },
    piece: () => Promise<Result>,
  ): Promise<Result> {
    const name = `${organization} ${rank}`;
    if (this.#tenants.has(name) || !this.#isFree()) await this.#wait(name);
    this.#isRunning = true;
    const began = this.#clock.monotonic();
    try {
      signal?.throwIfAborted();
      return await piece();
    } finally {
      this.#isRunning = false;
      const tookMs = this.#clock.monotonic() - began;
      this.#use(tookMs);
      if (!this.#activeOrganizations.isAlone(organization)) this.#rest(name, tookMs);
      this.#next();
    }
  }

  #isFree(): boolean {
    return !this.#isRunning && this.#usedMs < turnMs;
  }

  async #wait(name: string): Promise<void> {
    let tenant = this.#tenants.get(name);
    if (!tenant) {
      tenant = { waiting: [], isResting: false };
      this.#tenants.set(name, tenant);
    }
    if (tenant.waiting.length >= waitingPerTenantMax)
      throw new RenderingBusy('Too many mails wait to be rendered');
    await new Promise<void>((resolve) => tenant.waiting.push(resolve));
  }

  #use(ms: number): void {
    this.#usedMs += ms;
    if (this.#usedMs === 0 || this.#turnEnds) return;
    this.#turnEnds = true;
    setImmediate(() => {
      this.#turnEnds = false;
      this.#usedMs = 0;
      this.#next();
    });
  }

  #rest(name: string, tookMs: number): void {
    const ms = Math.min(restAfter(tookMs), restMaxMs);
    if (ms === 0) return;
    const tenant = this.#tenants.get(name) ?? { waiting: [], isResting: false };
    tenant.isResting = true;
    this.#tenants.set(name, tenant);
    this.#clock.after(ms, () => {
      tenant.isResting = false;
      if (tenant.waiting.length === 0) this.#tenants.delete(name);
      this.#next();
    });
  }

  #next(): void {
    if (!this.#isFree()) return;
    for (const [name, tenant] of this.#tenants) {
      if (tenant.isResting) continue;
      const start = tenant.waiting.shift();
      this.#tenants.delete(name);
      if (tenant.waiting.length > 0) this.#tenants.set(name, tenant);
      if (start === undefined) continue;
      this.#isRunning = true;
      start();
      return;
    }
  }
}
