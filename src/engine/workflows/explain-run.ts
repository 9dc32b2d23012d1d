import type { z } from 'zod';
import { isoInstant } from '../../model/instant.ts';
import type { ConnectionType } from '../../model/workflow/definition.ts';
import { explainRun, type RunExplanation, type Time } from '../../model/workflow/runs/explain.ts';
import { resolveRunVersion } from '../../model/workflow/workflow.ts';
import { type ExplainedRun, runAnswer } from '../../model/workflow/workflow-answer.ts';
import type { Scope } from '../context/scope.ts';
import { frozenVersion } from '../workflow-runs/frozen-versions.ts';
import { readRunFacts } from '../workflow-runs/run-facts.ts';

export async function explainKnownRun(
  { engine, store, caller, now, fail }: Scope,
  workflowId: string,
  runId: string,
): Promise<z.infer<typeof ExplainedRun>> {
  const workflow = (await store.workflows.everById(workflowId)) ?? fail('not_found');
  const known = await store.workflowRuns.byId(runId);
  if (known?.run.workflow !== workflow.key) return fail('not_found');
  const { run, state } = known;
  const version = await frozenVersion(engine, store, workflow.key, resolveRunVersion(workflow, state));
  const visits = await store.workflowRuns.visitsOf(run.key);
  const facts =
    version &&
    (await readRunFacts(store, [{ run, version }], caller.organization.timezone, now, 'look')).get(run.key);
  const tags = facts?.person.tags ?? [];
  const explanation =
    version && facts
      ? sentencesOf(
          explainRun(
            {
              definition: version.definition,
              start: run,
              state,
              visits: visits.map((visit) => ({
                visit: visit.visit,
                step: visit.step,
                at: visit.leftAt,
                via: visit.via === 'end' ? null : (visit.via as ConnectionType),
                because: visit.because,
              })),
              facts,
              labels: tags,
            },
            now,
          ),
        )
      : [];
  return {
    ...runAnswer(workflow, run, state, facts?.person.email ?? null),
    trigger: {
      type: run.trigger.type,
      ...(run.trigger.name && { name: run.trigger.name }),
      ...run.trigger.properties,
    },
    explanation,
    visits: visits.map(({ visit, step, arrivedAt, leftAt, via, emailId, because }) => ({
      visit,
      step,
      arrivedAt: isoInstant(arrivedAt),
      leftAt: isoInstant(leftAt),
      via,
      emailId,
      because: { ...because },
    })),
  };
}

function sentencesOf({ stands, since, waits, done, next, end }: RunExplanation): string[] {
  return [
    ...done.map(({ at, sentence }) => `${timeText(at)}: ${sentence}`),
    `Now: ${stands}, since ${timeText(since)}`,
    ...(waits ? [`${waits.sentence}, until ${timeText(waits.until)}`] : []),
    ...next.map(({ at, sentence }) => `If nothing else happens, ${timeText(at)}: ${sentence}`),
    ...(end === null ? [] : [end]),
  ];
}

function timeText({ at, local }: Time): string {
  return `${at} (${local} their time)`;
}
