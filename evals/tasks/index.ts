import type { EvalTask } from '../task.ts';
import { adminTasks } from './admin.ts';
import { audienceTasks } from './audience.ts';
import { campaignTasks } from './campaigns.ts';
import { contentTasks } from './content.ts';
import { diagnoseTasks } from './diagnose.ts';
import { docsTasks } from './docs.ts';
import { domainTasks } from './domains.ts';
import { integrationTasks } from './integrations.ts';
import { recoveryTasks } from './recovery.ts';
import { safetyTasks } from './safety.ts';
import { segmentTasks } from './segments.ts';
import { sendTasks } from './send.ts';
import { suppressionTasks } from './suppressions.ts';
import { webhookTasks } from './webhooks.ts';
import { workflowTasks } from './workflows/index.ts';

/** Every task, group by group. */
export const tasks: readonly EvalTask[] = [
  ...sendTasks,
  ...audienceTasks,
  ...segmentTasks,
  ...integrationTasks,
  ...campaignTasks,
  ...diagnoseTasks,
  ...docsTasks,
  ...contentTasks,
  ...domainTasks,
  ...suppressionTasks,
  ...webhookTasks,
  ...workflowTasks,
  ...adminTasks,
  ...recoveryTasks,
  ...safetyTasks,
];
