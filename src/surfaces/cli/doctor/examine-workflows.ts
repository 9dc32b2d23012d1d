import { troubledWorkflows } from '../../../store/records/workflows/workflows.ts';
import { type Finding, ok, type Patient, warn } from './finding.ts';

const shownMax = 20;

export async function examineWorkflows({ database, world }: Patient): Promise<Finding[]> {
  const name = 'workflows';
  if (database === null) return [];
  const { paused, failed, waiting } = await troubledWorkflows(database.reader, world.clock.now(), shownMax);
  const findings = [
    ...paused.map(({ id, organization, problem }) =>
      warn(
        name,
        `${id} of ${organization} paused itself: ${problem}. Fix the problem, then continue with activate_workflow.`,
      ),
    ),
    ...failed.map(({ id, organization }) =>
      warn(
        name,
        `${id} of ${organization} has runs that failed: list_workflow_runs with status FAILED gives the reasons; retry_workflow_runs continues them.`,
      ),
    ),
    ...waiting.map(({ id, organization }) =>
      warn(
        name,
        `${id} of ${organization} has runs that wait for their sender: get_workflow_run says what is wrong with it.`,
      ),
    ),
  ];
  return findings.length > 0 ? findings : [ok(name, 'No workflow paused itself or has runs in trouble.')];
}
