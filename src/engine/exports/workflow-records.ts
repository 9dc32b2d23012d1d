import { isoInstant } from '../../model/instant.ts';
import { definitionAnswer } from '../../model/workflow/definition-answer.ts';
import { runAnswer, workflowAnswer } from '../../model/workflow/workflow-answer.ts';
import { nextRuns, nextVersion } from '../../store/records/workflows/workflow-history.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { jsonLines, listPages, type PageOf, type SectionPage, type SectionScope } from './section.ts';

/** Per page, because either may have hundreds of kilobytes. */
const workflowsMax = 5;
const runsMax = 50;
const between = ':';

/** Without counts, which can be derived from the runs. */
export const workflowsPage: PageOf<SectionScope> = listPages(
  ({ store }, request) => store.workflows.page(undefined, request),
  (rows) =>
    rows.map((workflow) => {
      const {
        stats: _,
        stepStats: __,
        draftChanged: ___,
        warnings: ____,
        stepRuns: _____,
        versions: ______,
        ...answer
      } = workflowAnswer(workflow, {
        amounts: new Map(),
        draftChanged: false,
        warnings: [],
        stepRuns: [],
        versions: [],
      });
      return answer;
    }),
  workflowsMax,
);

export const versionsPage: PageOf<SectionScope> = async ({ store }, after) => {
  const [workflow = 0, version = 0] = after === null ? [] : after.split(between).map(Number);
  const next = await nextVersion(store, { workflow, version });
  const frozen = next && (await store.workflows.version(next.workflow, next.version));
  if (!next || !frozen) return { text: '', rows: 0, next: null };
  const record = {
    workflowId: next.id,
    version: next.version,
    createdAt: isoInstant(frozen.createdAt),
    ...definitionAnswer(frozen.definition),
  };
  return { text: jsonLines([record]), rows: 1, next: [next.workflow, next.version].join(between) };
};

export async function runsPage(
  store: OrganizationStore,
  subscriber: number | null,
  after: string | null,
): Promise<SectionPage> {
  const runs = await nextRuns(store, subscriber, Number(after ?? 0), runsMax);
  const workflows = await store.workflows.namesOf([...new Set(runs.map(({ run }) => run.workflow))]);
  const records = [];
  for (const { run, state } of runs) {
    const workflow = workflows.get(run.workflow) ?? { id: '', movesTo: 0 };
    const visits = await store.workflowRuns.visitsOf(run.key);
    const { email: _, ...answer } = runAnswer(workflow, run, state, null);
    records.push({
      ...answer,
      key: run.entryValue,
      trigger: run.trigger,
      visits: visits.map(({ run: _, arrivedAt, leftAt, ...visit }) => ({
        ...visit,
        arrivedAt: isoInstant(arrivedAt),
        leftAt: isoInstant(leftAt),
      })),
    });
  }
  const last = runs.at(-1);
  const next = runs.length === runsMax && last ? String(last.run.key) : null;
  return { text: jsonLines(records), rows: records.length, next };
}
