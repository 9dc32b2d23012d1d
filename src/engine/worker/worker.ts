import { minuteMs, secondMs } from '../../model/instant.ts';
import {
  claimJobs,
  giveBackJob,
  type Job,
  type JobKind,
  kindsWithJobs,
  renewLeases,
} from '../../store/jobs.ts';
import { DatabaseUnavailable } from '../../store/outage.ts';
import { leaseMs } from '../../store/waiting-columns.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import { observe } from '../../world/telemetry/observe.ts';
import { planAskWaitingEverywhere } from '../context/ask-waiting.ts';
import { outlastOutage } from '../context/outlast-outage.ts';
import type { Engine } from '../context/scope.ts';
import { addMissingDomainChecks } from '../domains/recheck-domain.ts';
import { queueHeldSince } from '../organizations/queue-hold.ts';
import { WebhookDeliverer } from '../webhooks/deliver-webhooks.ts';
import { type ClockKeeper, clockKeeper, clockRoundMs } from './clock-keeper.ts';
import { searchCoverage } from './cover-search.ts';
import { jobSpan } from './job-span.ts';
import { flows } from './jobs.ts';
import { countEarlierMail } from './keep-email-metrics.ts';
import { type GaugeKeeper, gaugeKeeper, gaugesEveryMs } from './keep-gauges.ts';
import { sweep } from './sweep.ts';

const processIdBytes = 8;
const renewEveryMs = leaseMs / 3;
/** Like `leaseMs`, but at the start: this process may have missed an outage whose end gave other processes expired leases. */
const heldAfterStartMs = 2 * secondMs;
/** Poll interval, because other processes add jobs without a wake-up. */
const lookEveryMs = 500;
/** Minimum interval after an empty look, because finding due domain checks costs something per organization. */
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
 * Deliveries mostly wait for remote servers, in direct mode for minutes, and each destination has its own limit. With 100
 * instead of 40 for a relay, the signing threads never idle and a sixth more mail leaves.
 */
function handsFor(engine: Engine): Record<JobKind, number> {
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

/** Applies to long jobs and to direct delivery, where an organization could choose slow servers. */
const partOfOne = 0.5;
const longKinds: ReadonlySet<JobKind> = new Set([
  'send_campaign',
  'run_import',
  'apply_tag',
  'count_segment',
  'seek_erased',
  'apply_integration_event',
]);

export type Worker = {
  start(): void;
  wake(): void;
  /** Runs everything due, including jobs that become due meanwhile. @returns the number of jobs */
  runDue(): Promise<number>;
  /** Call it when a database outage ends. */
  databaseIsBack(): void;
  inFlight(): number;
  drain(): Promise<void>;
};

/** Claims and runs due jobs. Leases keep concurrent workers in any number of processes apart. */
export function createWorker(engine: Engine): Worker {
  const { clock, log, meters } = engine.world;
  const { database } = engine.store;
  const concurrentJobsMax = handsFor(engine);
  const inFlight = new Map<number, { job: Job; done: Promise<void> }>();
  const webhooks = new WebhookDeliverer(engine);
  let running = false;
  let planning: Promise<void> = Promise.resolve();
  let looking: Promise<number> | null = null;
  let lookAgain = false;
  /** The last claim was full, so there may be more. */
  let moreIsDue = false;
  /** By kind. The next claim begins after this organization, for fairness. */
  const lastOrganization: Partial<Record<JobKind, number>> = {};
  let queueHeld = false;
  let holdKnownUntil = 0;
  const quietUntil: Partial<Record<JobKind, number>> = {};
  /** Until then (monotonic), expired leases are left to their holders. */
  let othersHoldUntil = Number.NEGATIVE_INFINITY;
  /** Null in one-shot runs, which have no earlier time to compare. */
  let keeper: ClockKeeper | null = null;
  let gauges: GaugeKeeper | null = null;
  const rounds: (() => void)[] = [];
  const acting = new Set<Promise<void>>();

  /** Runs one look at a time. A wake during a look causes another look. */
  function look(): Promise<number> {
    if (looking) {
      lookAgain = true;
      return looking;
    }
    looking = claimAndStart()
      .catch((error: unknown) => {
        logFault({ err: error }, 'The worker could not claim jobs');
        return 0;
      })
      .finally(() => {
        looking = null;
        if (lookAgain && running) {
          lookAgain = false;
          void look();
        }
      });
    return looking;
  }

  async function claimAndStart(): Promise<number> {
    let started = 0;
    moreIsDue = false;
    // Jobs in flight are waiting for the database, and more jobs would only wait too.
    if (database.outage.error !== null) return 0;
    if (keeper?.hasStepped()) leaveLeasesAlone();
    const othersHold = clock.monotonic() < othersHoldUntil || keeper?.agrees() === false;
    const leases = othersHold ? null : { inFlight: [...inFlight.keys()] };
    const held = await isQueueHeld();
    const kinds = (Object.keys(concurrentJobsMax) as JobKind[]).filter(
      (kind) => !(held && flows[kind].sends) && !(running && clock.monotonic() < (quietUntil[kind] ?? 0)),
    );
    for (const kind of kinds) await flows[kind].beforeLook?.(engine);
    const present = await kindsWithJobs(database.reader);
    for (const kind of kinds.filter((kind) => present.has(kind))) {
      const room = concurrentJobsMax[kind] - handsFull(kind);
      if (room <= 0) {
        moreIsDue = true;
        continue;
      }
      const inFlightSets = handsByOrganization(kind);
      const shared = longKinds.has(kind) || engine.settings.delivery === 'direct';
      const most = Math.ceil(concurrentJobsMax[kind] * (shared ? partOfOne : 1));
      const roomOf = (organization: number) => most - (inFlightSets.get(organization) ?? 0);
      const jobs = await claimJobs(
        database,
        kind,
        room,
        clock.now(),
        leaseMs,
        lastOrganization[kind] ?? 0,
        roomOf,
        leases,
      );
      // An organization at its limit can have more due jobs.
      for (const hands of inFlightSets.values()) moreIsDue ||= hands >= most;
      if (jobs.length === 0) quietUntil[kind] = clock.monotonic() + quietMs[kind];
      for (const job of jobs) take(job);
      const last = jobs.at(-1);
      if (last) lastOrganization[kind] = last.organization;
      started += jobs.length;
      moreIsDue ||= jobs.length > 0;
    }
    return started;
  }

  /** The database is asked at most every `lookEveryMs`, because another process may release the queue. */
  async function isQueueHeld(): Promise<boolean> {
    if (!running || clock.monotonic() >= holdKnownUntil) {
      queueHeld = (await queueHeldSince(database.reader)) !== null;
      holdKnownUntil = clock.monotonic() + lookEveryMs;
    }
    return queueHeld;
  }

  function handsFull(kind: JobKind): number {
    let jobs = 0;
    for (const { job } of inFlight.values()) if (job.kind === kind) jobs += 1;
    return jobs;
  }

  function handsByOrganization(kind: JobKind): Map<number, number> {
    const hands = new Map<number, number>();
    for (const { job } of inFlight.values()) {
      if (job.kind === kind) hands.set(job.organization, (hands.get(job.organization) ?? 0) + 1);
    }
    return hands;
  }

  function take(job: Job): void {
    const done = act(job).finally(() => {
      // After a lost lease the same job may run here again, and the second run stays in flight.
      if (inFlight.get(job.key)?.job === job) inFlight.delete(job.key);
      // Claims again at half capacity, because each claim costs a commit.
      if (running && moreIsDue && handsFull(job.kind) <= concurrentJobsMax[job.kind] / 2) void look();
    });
    inFlight.set(job.key, { job, done });
  }

  async function act(job: Job): Promise<void> {
    const flow = flows[job.kind];
    try {
      await observe(
        engine.world,
        () => jobSpan(job),
        () => flow.run(engine, job),
      );
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return await giveBack(job);
      if (error instanceof RenderingBusy)
        log.warn({ kind: job.kind, why: error.message }, 'A job was postponed');
      else {
        meters?.count('job_faults_total', { kind: job.kind });
        log.error({ err: error, kind: job.kind, subject: job.subject }, 'A job failed');
      }
      // If this fails too, the lease expires and the job is claimed again.
      await flow.afterFault(engine, job).catch((fault: unknown) => {
        log.error(
          { err: fault, kind: job.kind, subject: job.subject },
          'A failed job could not be rescheduled',
        );
      });
    }
  }

  /** Only for runs without side effects: a flow that acted outside the database retries its own writes. */
  async function giveBack(job: Job): Promise<void> {
    await outlastOutage(clock, () =>
      database.transaction((queries) => giveBackJob(queries, job, clock.now())),
    ).catch((fault: unknown) => {
      log.error({ err: fault, kind: job.kind, subject: job.subject }, 'A job could not be released');
    });
  }

  /** The outage itself is logged once. */
  function logFault(facts: { err: unknown }, message: string): void {
    if (!(facts.err instanceof DatabaseUnavailable)) log.error(facts, message);
  }

  /**
   * All leases may seem expired after an outage or a clock step, so this worker claims none until their holders could renew
   * them.
   */
  function leaveLeasesAlone(): void {
    othersHoldUntil = Math.max(othersHoldUntil, clock.monotonic() + leaseMs);
    renew().catch((error: unknown) => logFault({ err: error }, 'The worker’s round failed'));
  }

  async function runJobs(): Promise<number> {
    for (let done = 0; ; ) {
      const started = await look();
      // At full capacity a look starts nothing, however much is due.
      const inFlightThen = [...inFlight.values()];
      await Promise.all(inFlightThen.map((one) => one.done));
      done += started;
      if (started === 0 && inFlightThen.length === 0) return done;
    }
  }

  async function renew(): Promise<void> {
    await renewLeases(
      database,
      [...inFlight.values()].map(({ job }) => job),
      clock.now() + leaseMs,
    );
  }

  function every(ms: number, act: () => Promise<unknown>): void {
    let cancel = (): void => {};
    const again = (): void => {
      cancel = clock.after(ms, () => {
        const acted = act()
          .then(() => {})
          .catch((error: unknown) => logFault({ err: error }, 'The worker’s round failed'))
          .finally(() => {
            acting.delete(acted);
            if (running) again();
          });
        acting.add(acted);
      });
    };
    again();
    rounds.push(() => cancel());
  }

  return {
    start() {
      running = true;
      othersHoldUntil = clock.monotonic() + heldAfterStartMs;
      const by = engine.world.ids.bytes(processIdBytes).toString('hex');
      const kept = clockKeeper(engine, by);
      keeper = kept;
      const marking = () => kept.round();
      void marking().catch((error: unknown) => logFault({ err: error }, 'The worker’s round failed'));
      every(clockRoundMs, marking);
      every(lookEveryMs, look);
      every(renewEveryMs, renew);
      every(sweepEveryMs, () => sweep(engine));
      every(coverEveryMs, searchCoverage(engine));
      const { meters } = engine.world;
      if (meters) {
        const kept = gaugeKeeper(engine, meters, by);
        gauges = kept;
        every(gaugesEveryMs, () => kept.round());
      }
      planning = outlastOutage(clock, () => plan(engine)).catch((error: unknown) =>
        log.error({ err: error }, 'Jobs could not be scheduled at startup'),
      );
      void look();
      webhooks.start();
    },
    wake() {
      if (running) void look();
      webhooks.wake();
    },
    async runDue() {
      for (let done = 0; ; ) {
        done += await runJobs();
        const attempts = await webhooks.runDue();
        done += attempts;
        if (attempts === 0) return done;
      }
    },
    databaseIsBack() {
      // A live holder renews its leases within a second.
      leaveLeasesAlone();
      if (running) void look();
    },
    inFlight: () => inFlight.size,
    async drain() {
      running = false;
      engine.stopping.now = true;
      for (const cancel of rounds.splice(0)) cancel();
      await Promise.all([looking, planning, webhooks.drain(), ...acting]);
      await gauges
        ?.close()
        .catch((error: unknown) => logFault({ err: error }, 'Gauges could not be left to others'));
      gauges = null;
      await Promise.all([...inFlight.values()].map((one) => one.done));
    },
  };
}

/** Plans work left by earlier versions or another configuration. */
async function plan(engine: Engine): Promise<void> {
  await addMissingDomainChecks(engine);
  await planAskWaitingEverywhere(engine);
  await countEarlierMail(engine);
}
