import type { ConsolePage, NavEntry } from '../../page.ts';
import {
  activate,
  archive,
  pause,
  remove,
  restore,
  showActivation,
  showActivationHistory,
  showActivationMail,
} from './activate.ts';
import { saveDefinition, saveEdits, showEditor } from './edit-workflow.ts';
import { showWorkflows } from './list-workflows.ts';
import { createWorkflow, showNewWorkflow } from './new-workflow.ts';
import { cancelRun, retryRun, showRun } from './one-run.ts';
import { showReport } from './report.ts';
import { showRuns } from './runs.ts';
import { showWorkflow } from './show-workflow.ts';
import { showSimulation } from './simulate.ts';
import { showVersions } from './versions.ts';

const author = ['author'] as const;
const admin = ['admin'] as const;
/** A definition with the bodies of its emails. */
const formBytesMax = 2_000_000;

export const workflowPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/workflows', answer: showWorkflows },
  { method: 'POST', path: '/console/workflows', roles: author, formBytesMax, answer: createWorkflow },
  { method: 'GET', path: '/console/workflows/new', roles: author, answer: (visit) => showNewWorkflow(visit) },
  { method: 'GET', path: '/console/workflows/:id', answer: showWorkflow },
  { method: 'GET', path: '/console/workflows/:id/runs', answer: showRuns },
  { method: 'GET', path: '/console/workflows/:id/report', answer: showReport },
  { method: 'GET', path: '/console/workflows/:id/runs/:run', answer: (visit) => showRun(visit) },
  { method: 'POST', path: '/console/workflows/:id/runs/:run/cancel', roles: admin, answer: cancelRun },
  { method: 'POST', path: '/console/workflows/:id/runs/:run/retry', roles: admin, answer: retryRun },
  { method: 'GET', path: '/console/workflows/:id/versions', answer: showVersions },
  { method: 'GET', path: '/console/workflows/:id/simulate', answer: showSimulation },
  { method: 'GET', path: '/console/workflows/:id/edit', roles: author, answer: (visit) => showEditor(visit) },
  { method: 'POST', path: '/console/workflows/:id/edit', roles: author, formBytesMax, answer: saveEdits },
  {
    method: 'POST',
    path: '/console/workflows/:id/definition',
    roles: author,
    formBytesMax,
    answer: saveDefinition,
  },
  {
    method: 'GET',
    path: '/console/workflows/:id/activate',
    roles: admin,
    answer: (visit) => showActivation(visit),
  },
  { method: 'POST', path: '/console/workflows/:id/activate', roles: admin, answer: activate },
  {
    method: 'GET',
    path: '/console/workflows/:id/activate/mails/:number',
    roles: admin,
    answer: showActivationMail,
  },
  {
    method: 'GET',
    path: '/console/workflows/:id/activate/history',
    roles: admin,
    answer: showActivationHistory,
  },
  { method: 'POST', path: '/console/workflows/:id/pause', roles: author, answer: pause },
  { method: 'POST', path: '/console/workflows/:id/archive', roles: admin, answer: archive },
  { method: 'POST', path: '/console/workflows/:id/restore', roles: admin, answer: restore },
  { method: 'POST', path: '/console/workflows/:id/delete', roles: admin, answer: remove },
];

export const workflowsEntry: NavEntry = {
  href: '/console/workflows',
  title: 'Workflows',
  picture: 'workflow',
  group: 'Sending',
};
