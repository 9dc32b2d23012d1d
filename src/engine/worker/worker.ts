import type { Clock } from '../../concurrency/clock.ts';
import { IntervalTimers } from '../../concurrency/interval-timers.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import type { Database } from '../../store/database.ts';
import {
  claimJobs,
  giveBackJob,
  type Job,
  type JobKind,
  kindsWithJobs,
  renewLeases,
} from '../../store/jobs.ts';
import { DatabaseUnavailable, outlastOutage } from '../../store/outage.ts';
import { leaseMs } from '../../store/waiting-columns.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import { observe } from '../../world/telemetry/observe.ts';
import { planAskWaitingEverywhere } from '../context/ask-waiting.ts';
import type { Engine } from '../context/scope.ts';
import { addMissingDomainChecks } from '../domains/recheck-domain.ts';
import { queueHeldSince } from '../organizations/queue-hold.ts';
import { WebhookDeliverer } from '../webhooks/deliver-webhooks.ts';
import { ClockKeeper, clockRoundMs } from './clock-keeper.ts';
import { searchCoverage } from './cover-search.ts';
import { flows, observedJob } from './jobs.ts';
import { countEarlierMail } from './keep-email-metrics.ts';
import { type GaugeKeeper, gaugeKeeper, gaugesEveryMs } from './keep-gauges.ts';
import { sweep } from './sweep.ts';

const processIdBytes = 8;
const renewEveryMs = leaseMs / 3;
/** Like `leaseMs`, but at the start: this process may have missed an outage whose end gave other processes expired leases. */
const heldAfterStartMs = 2 * secondMs;
/** Poll interval, because other processes add jobs without a wake-up. */
const fetchEveryMs = 500;
/** Minimum interval after an empty fetch, because finding due domain checks costs something per organization. */
const quietMs: Record<JobKind, number> = {
  deliver_email: 0,
  deliver_notice: 0,
  send_campaign: 0,
  send_confirmation: 0,
  ask_waiting: 0,
  check_domain: minuteMs,
  count_segment: 2_000,
  remove_tag: 2_000,
  apply_tag: 0,
  run_import: 0,
  seek_erased: 2_000,
  erase_person: 2_000,
  apply_integration_event: 0,
  run_workflows: 0,
};
const sweepEveryMs = 60 * 60_000;
const coverEveryMs = 2_000;
/**
 * Deliveries mostly wait for remote servers. With 100 instead of 40 for a relay, the signing threads never
 * idle and a sixth more mail leaves.
 */
function slotsByKind(engine: Engine): Record<JobKind, number> {
  return {
    deliver_email: engine.settings.delivery === 'direct' ? 400 : 100,
    deliver_notice: 4,
    send_campaign: 4,
    send_confirmation: 4,
    ask_waiting: 1,
    check_domain: 2,
    count_segment: 4,
    remove_tag: 1,
    apply_tag: 2,
    run_import: 2,
    seek_erased: 2,
    erase_person: 1,
    // Short transactions, which share a commit when many run concurrently.
    apply_integration_event: 8,
    run_workflows: 4,
  };
}

/** Share of the slots for one organization's long jobs and direct deliveries, because it could choose slow servers. */
const organizationShareMax = 0.5;
const longKinds: ReadonlySet<JobKind> = new Set([
  'send_campaign',
  'run_import',
  'apply_tag',
  'count_segment',
  'seek_erased',
  'apply_integration_event',
]);

/** Claims and runs due jobs. Leases keep concurrent workers in any number of processes apart. */
export class Worker {
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #database: Database;
  readonly #slots: Record<JobKind, number>;
  readonly #webhooks: WebhookDeliverer;
  readonly #inFlight = new Map<number, { job: Job; done: Promise<void> }>();
  #running = false;
  #planning: Promise<void> = Promise.resolve();
  #fetching: Promise<number> | null = null;
  #fetchAgain = false;
  /** The last claim was full, so there may be more. */
  #moreIsDue = false;
  /** By kind. The next claim begins after this organization, for fairness. */
  readonly #lastOrganization: Partial<Record<JobKind, number>> = {};
  #queueHeld = false;
  #holdKnownUntil = 0;
  readonly #quietUntil: Partial<Record<JobKind, number>> = {};
  /** Until then (monotonic), expired leases are left to their holders. */
  #othersHoldUntil = Number.NEGATIVE_INFINITY;
  /** Null in one-shot runs, which have no earlier time to compare. */
  #clockKeeper: ClockKeeper | null = null;
  #gauges: GaugeKeeper | null = null;
  readonly #timers: IntervalTimers;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#clock = engine.world.clock;
    this.#database = engine.store.database;
    this.#slots = slotsByKind(engine);
    this.#webhooks = new WebhookDeliverer(engine);
    this.#timers = new IntervalTimers(this.#clock, this.#logRoundFault);
  }

  start(): void {
    const engine = this.#engine;
    this.#running = true;
    this.#othersHoldUntil = this.#clock.monotonic() + heldAfterStartMs;
    const by = engine.world.ids.bytes(processIdBytes).toString('hex');
    const keeper = new ClockKeeper(engine, by);
    this.#clockKeeper = keeper;
    void keeper.round().catch(this.#logRoundFault);
    this.#timers.every(clockRoundMs, () => keeper.round());
    this.#timers.every(fetchEveryMs, () => this.#fetch());
    this.#timers.every(renewEveryMs, () => this.#renewLeases());
    this.#timers.every(sweepEveryMs, () => sweep(engine));
    this.#timers.every(coverEveryMs, searchCoverage(engine));
    const { meters, log } = engine.world;
    if (meters) {
      const gauges = gaugeKeeper(engine, meters, by);
      this.#gauges = gauges;
      this.#timers.every(gaugesEveryMs, () => gauges.round());
    }
    this.#planning = outlastOutage(this.#clock, () => plan(engine)).catch((error: unknown) =>
      log.error({ err: error }, 'Jobs could not be scheduled at startup'),
    );
    void this.#fetch();
    this.#webhooks.start();
  }

  wake(): void {
    if (this.#running) void this.#fetch();
    this.#webhooks.wake();
  }

  async runDue(): Promise<number> {
    for (let done = 0; ; ) {
      done += await this.#runDueJobs();
      const attempts = await this.#webhooks.runDue();
      done += attempts;
      if (attempts === 0) return done;
    }
  }

  databaseIsBack(): void {
    // A live holder renews its leases within a second.
    this.#leaveLeasesAlone();
    if (this.#running) void this.#fetch();
  }

  inFlight(): number {
    return this.#inFlight.size;
  }

  async drain(): Promise<void> {
    this.#running = false;
    this.#engine.stopping.now = true;
    await Promise.all([this.#timers.stop(), this.#fetching, this.#planning, this.#webhooks.drain()]);
    await this.#gauges
      ?.close()
      .catch((error: unknown) => this.#logFault(error, 'Gauges could not be left to others'));
    this.#gauges = null;
    await this.#jobsEnded();
  }

  /** Runs one fetch at a time. A wake during a fetch causes another fetch. */
  #fetch(): Promise<number> {
    if (this.#fetching) {
      this.#fetchAgain = true;
      return this.#fetching;
    }
    this.#fetching = this.#fetchAndStart()
      .catch((error: unknown) => {
        this.#logFault(error, 'The worker could not claim jobs');
        return 0;
      })
      .finally(() => {
        this.#fetching = null;
        if (this.#fetchAgain && this.#running) {
          this.#fetchAgain = false;
          void this.#fetch();
        }
      });
    return this.#fetching;
  }

  async #fetchAndStart(): Promise<number> {
    this.#moreIsDue = false;
    // Jobs in flight are waiting for the database, and more jobs would only wait too.
    if (this.#database.outage.error !== null) return 0;
    if (this.#clockKeeper?.hasStepped()) this.#leaveLeasesAlone();
    const expired = this.#mayClaimExpired() ? { inFlight: [...this.#inFlight.keys()] } : null;
    const kinds = await this.#kindsToFetch();
    for (const kind of kinds) await flows[kind].beforeFetch?.(this.#engine);
    const present = await kindsWithJobs(this.#database.reader);
    let started = 0;
    for (const kind of kinds) {
      if (present.has(kind)) started += await this.#claimAndStart(kind, expired);
    }
    return started;
  }

  #mayClaimExpired(): boolean {
    return this.#clock.monotonic() >= this.#othersHoldUntil && this.#clockKeeper?.agrees() !== false;
  }

  async #kindsToFetch(): Promise<JobKind[]> {
    const held = await this.#isQueueHeld();
    const now = this.#clock.monotonic();
    return (Object.keys(this.#slots) as JobKind[]).filter(
      (kind) => !(held && flows[kind].sends) && !(this.#running && now < (this.#quietUntil[kind] ?? 0)),
    );
  }

  /** The database is asked at most every `fetchEveryMs`, because another process may release the queue. */
  async #isQueueHeld(): Promise<boolean> {
    if (!this.#running || this.#clock.monotonic() >= this.#holdKnownUntil) {
      this.#queueHeld = (await queueHeldSince(this.#database.reader)) !== null;
      this.#holdKnownUntil = this.#clock.monotonic() + fetchEveryMs;
    }
    return this.#queueHeld;
  }

  async #claimAndStart(kind: JobKind, expired: { inFlight: number[] } | null): Promise<number> {
    const slots = this.#slots[kind];
    const free = slots - this.#countJobs(kind);
    if (free <= 0) {
      this.#moreIsDue = true;
      return 0;
    }
    const isShared = longKinds.has(kind) || this.#engine.settings.delivery === 'direct';
    const organizationMax = isShared ? Math.ceil(slots * organizationShareMax) : slots;
    const taken = this.#countJobsByOrganization(kind);
    const jobs = await claimJobs(
      this.#database,
      kind,
      free,
      this.#clock.now(),
      leaseMs,
      this.#lastOrganization[kind] ?? 0,
      (organization) => organizationMax - (taken.get(organization) ?? 0),
      expired,
    );
    for (const job of jobs) this.#start(job);
    // An organization at its limit can have more due jobs.
    this.#moreIsDue ||= jobs.length > 0 || taken.values().some((jobs) => jobs >= organizationMax);
    if (jobs.length === 0) this.#quietUntil[kind] = this.#clock.monotonic() + quietMs[kind];
    else this.#lastOrganization[kind] = jobs.at(-1)!.organization;
    return jobs.length;
  }

  #countJobs(kind: JobKind): number {
    let jobs = 0;
    for (const { job } of this.#inFlight.values()) if (job.kind === kind) jobs += 1;
    return jobs;
  }

  #countJobsByOrganization(kind: JobKind): Map<number, number> {
    const jobs = new Map<number, number>();
    for (const { job } of this.#inFlight.values()) {
      if (job.kind === kind) jobs.set(job.organization, (jobs.get(job.organization) ?? 0) + 1);
    }
    return jobs;
  }

  #start(job: Job): void {
    const done = this.#run(job).finally(() => this.#complete(job));
    this.#inFlight.set(job.key, { job, done });
  }

  async #run(job: Job): Promise<void> {
    const { log, meters } = this.#engine.world;
    const flow = flows[job.kind];
    try {
      await observe(
        this.#engine.world,
        () => observedJob(job),
        () => flow.run(this.#engine, job),
      );
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return await this.#giveBack(job);
      if (error instanceof RenderingBusy)
        log.warn({ kind: job.kind, why: error.message }, 'A job was postponed');
      else {
        meters?.count('job_faults_total', { kind: job.kind });
        log.error({ err: error, kind: job.kind, subject: job.subject }, 'A job failed');
      }
      // If this fails too, the lease expires and the job is claimed again.
      await flow.afterFault(this.#engine, job).catch((fault: unknown) => {
        log.error(
          { err: fault, kind: job.kind, subject: job.subject },
          'A failed job could not be rescheduled',
        );
      });
    }
  }

  #complete(job: Job): void {
    // After a lost lease the same job may run here again, and the second run stays in flight.
    if (this.#inFlight.get(job.key)?.job === job) this.#inFlight.delete(job.key);
    if (!this.#running || !this.#moreIsDue) return;
    // Fetches again at half capacity, because each claim costs a commit.
    if (this.#countJobs(job.kind) <= this.#slots[job.kind] / 2) void this.#fetch();
  }

  /** Only for runs without side effects: a flow that acted outside the database retries its own writes. */
  async #giveBack(job: Job): Promise<void> {
    const { log } = this.#engine.world;
    await outlastOutage(this.#clock, () =>
      this.#database.transaction((queries) => giveBackJob(queries, job, this.#clock.now())),
    ).catch((fault: unknown) => {
      log.error({ err: fault, kind: job.kind, subject: job.subject }, 'A job could not be released');
    });
  }

  async #runDueJobs(): Promise<number> {
    for (let done = 0; ; ) {
      const started = await this.#fetch();
      // At full capacity a fetch starts nothing, however much is due.
      const running = this.#inFlight.size;
      await this.#jobsEnded();
      done += started;
      if (started === 0 && running === 0) return done;
    }
  }

  async #jobsEnded(): Promise<void> {
    await Promise.all([...this.#inFlight.values()].map(({ done }) => done));
  }

  /** After an outage or a clock step, claims no expired lease until its holder could renew it. */
  #leaveLeasesAlone(): void {
    this.#othersHoldUntil = Math.max(this.#othersHoldUntil, this.#clock.monotonic() + leaseMs);
    this.#renewLeases().catch(this.#logRoundFault);
  }

  async #renewLeases(): Promise<void> {
    const jobs = [...this.#inFlight.values()].map(({ job }) => job);
    await renewLeases(this.#database, jobs, this.#clock.now() + leaseMs);
  }

  readonly #logRoundFault = (error: unknown): void => this.#logFault(error, 'The worker’s round failed');

  /** The outage itself is logged once. */
  #logFault(error: unknown, message: string): void {
    if (!(error instanceof DatabaseUnavailable)) this.#engine.world.log.error({ err: error }, message);
  }
}

/** Plans work left by earlier versions or another configuration. */
async function plan(engine: Engine): Promise<void> {
  await addMissingDomainChecks(engine);
  await planAskWaitingEverywhere(engine);
  await countEarlierMail(engine);
}
