import { minuteMs } from '../../model/instant.ts';
import { finishJob, type Job, type JobKind, retryJob } from '../../store/jobs.ts';
import { wakeWorkflowJobs } from '../../store/records/workflows/workflow-inbox.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Observed } from '../../world/telemetry/observe.ts';
import { afterBrokenCount, keepSegmentCount } from '../audience/count-segment.ts';
import { afterBrokenCampaign, sendCampaign } from '../campaigns/sending/send-campaign.ts';
import { afterBrokenConfirmation, sendConfirmation } from '../consent/send-opt-in-request.ts';
import { afterBrokenAskWaiting, askWaiting } from '../context/ask-waiting.ts';
import { runJobInTurns } from '../context/job-in-turns.ts';
import type { Engine } from '../context/scope.ts';
import { afterBrokenAttempt, deliverEmail } from '../delivery/deliver-email.ts';
import { afterBrokenRecheck, recheckDomain } from '../domains/recheck-domain.ts';
import { afterBrokenImport, runImport } from '../imports/run-import.ts';
import { afterBrokenSearch, seekErased } from '../imports/seek-erased.ts';
import { afterBrokenEvent, applyIntegrationEvent } from '../integrations/apply-event.ts';
import { afterBrokenTagging, continueTagging } from '../subscribers/apply-tag.ts';
import { afterBrokenErasure, continueErasure } from '../subscribers/erase-subscriber.ts';
import { afterBrokenWorkflows, runWorkflows } from '../workflow-runs/run-workflows.ts';

type Flow = {
  /** The job waits while the queue is held. */
  sends: boolean;
  /** Ends or reschedules the job in the transaction of its writes. */
  run(engine: Engine, job: Job): Promise<void>;
  /** Reschedules a job after an internal error, or ends it when its time is over. */
  afterFault(engine: Engine, job: Job): Promise<void>;
  /** Makes waiting jobs due before a fetch. */
  beforeFetch?(engine: Engine): Promise<void>;
};

export const flows: Record<JobKind, Flow> = {
  deliver_email: { sends: true, run: deliverEmail, afterFault: afterBrokenAttempt },
  deliver_notice: { sends: true, run: deliverEmail, afterFault: afterBrokenAttempt },
  count_segment: { sends: false, run: keepSegmentCount, afterFault: afterBrokenCount },
  apply_tag: { sends: false, run: continueTagging, afterFault: afterBrokenTagging },
  remove_tag: { sends: false, run: removeTagLinks, afterFault: afterBrokenRemoval },
  check_domain: { sends: false, run: recheckDomain, afterFault: afterBrokenRecheck },
  send_campaign: { sends: true, run: sendCampaign, afterFault: afterBrokenCampaign },
  ask_waiting: { sends: false, run: askWaiting, afterFault: afterBrokenAskWaiting },
  run_import: { sends: false, run: runImport, afterFault: afterBrokenImport },
  erase_person: { sends: false, run: continueErasure, afterFault: afterBrokenErasure },
  seek_erased: { sends: false, run: seekErased, afterFault: afterBrokenSearch },
  apply_integration_event: { sends: false, run: applyIntegrationEvent, afterFault: afterBrokenEvent },
  run_workflows: {
    sends: true,
    run: runWorkflows,
    afterFault: afterBrokenWorkflows,
    beforeFetch: ({ store, world }) => wakeWorkflowJobs(store.database, world.clock.now()),
  },
  send_confirmation: { sends: true, run: sendConfirmation, afterFault: afterBrokenConfirmation },
};

/** Begins a new trace, because the trace that scheduled the job may have ended long ago. */
export function observedJob(job: Job): Observed<void> {
  return {
    span: () => ({
      name: `process ${job.kind}`,
      terms: {
        kind: 'consumer',
        attributes: {
          'messaging.system': 'posthouse',
          'messaging.operation.name': 'process',
          'messaging.operation.type': 'process',
          'messaging.destination.name': job.kind,
          'posthouse.attempt': job.attempts,
        },
        root: true,
      },
    }),
  };
}

/** One slice per transaction, because a tag may have a million subscribers. */
async function removeTagLinks(engine: Engine, job: Job): Promise<void> {
  const { database } = engine.store;
  let after = 0;
  await runJobInTurns(engine, job, () =>
    database.transaction(async (queries) => {
      const { tags } = new OrganizationStore(queries, job.organization);
      const next = await tags.removeLinks(job.subject, after);
      after = next ?? 0;
      if (next === null) await finishJob(queries, job);
      return next === null;
    }),
  );
}

async function afterBrokenRemoval(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + minuteMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}
