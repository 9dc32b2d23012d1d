import type { EvalTask } from '../task.ts';
import { adminTasks } from './admin.ts';
import { approvalTasks } from './approvals.ts';
import { audienceTasks } from './audience.ts';
import { campaignTasks } from './campaigns.ts';
import { casingTasks } from './casing.ts';
import { contentTasks } from './content.ts';
import { diagnoseTasks } from './diagnose.ts';
import { docsTasks } from './docs.ts';
import { domainTasks } from './domains.ts';
import { integrationTasks } from './integrations.ts';
import { irreversibleTasks } from './irreversible.ts';
import { metricsTasks } from './metrics.ts';
import { recoveryTasks } from './recovery.ts';
import { safetyTasks } from './safety.ts';
import { segmentTasks } from './segments.ts';
import { sendTasks } from './send.ts';
import { suppressionTasks } from './suppressions.ts';
import { unaskedTasks } from './unasked.ts';
import { webhookTasks } from './webhooks.ts';
import { workflowTasks } from './workflows/index.ts';

export const tasks: readonly EvalTask[] = [
  ...sendTasks,
  ...approvalTasks,
  ...unaskedTasks,
  ...irreversibleTasks,
  ...audienceTasks,
  ...segmentTasks,
  ...integrationTasks,
  ...campaignTasks,
  ...casingTasks,
  ...diagnoseTasks,
  ...metricsTasks,
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
