import { type Fields, isFields } from '../../../model/text/fields.ts';
import { readRequestId } from './message-fault.ts';
import { errorCodes, metaKeys, statelessRevision } from './revisions.ts';
import type { Answered, Task, TaskState } from './server-definition.ts';

/** Wire format of `io.modelcontextprotocol/tasks` (SEP-2663), for 2026-07-28 requests that declare it. */

export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** Methods of the extension. `tasks/list` and `tasks/result` of 2025-11-25 are not supported. */
export const taskMethods = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const;

export function declaresTasks(capabilities: unknown): boolean {
  return (
    isFields(capabilities) &&
    isFields(capabilities.extensions) &&
    isFields(capabilities.extensions[tasksExtension])
  );
}

const requiredCapabilities = { extensions: { [tasksExtension]: {} } };

export function undeclaredTasks(message: unknown): Fields | null {
  if (!isFields(message) || !isFields(message.params) || readRequestId(message) === null) return null;
  const { method, params } = message;
  const meta = params._meta;
  if (!isFields(meta) || meta[metaKeys.protocolVersion] !== statelessRevision) return null;
  const capabilities = meta[metaKeys.clientCapabilities];
  if (!isFields(capabilities) || declaresTasks(capabilities)) return null;
  const listens =
    method === 'subscriptions/listen' &&
    isFields(params.notifications) &&
    params.notifications.taskIds !== undefined;
  if (!listens && !taskMethods.some((one) => one === method)) return null;
  return {
    code: errorCodes.missingClientCapability,
    message: `Missing required client capability: extensions["${tasksExtension}"]`,
    data: { requiredCapabilities },
  };
}

/** Removes the tasks extension for clients of older revisions. */
export function withoutTasks(capabilities: Fields): Fields {
  if (!isFields(capabilities.extensions)) return capabilities;
  const { [tasksExtension]: _, ...extensions } = capabilities.extensions;
  return { ...capabilities, extensions };
}

/** Formats a task as the result that creates it. `tasks/get` returns its own result later. */
export function madeTask(task: Task): Fields {
  return { ...fieldsOf(task), status: 'working' };
}

export function detailedTask({ task, state }: { task: Task; state: TaskState }): Fields {
  const fields = fieldsOf(task);
  if (state.status !== 'completed') return { ...fields, ...state };
  return { ...fields, status: 'completed', result: { ...callFields(state.result), resultType: 'complete' } };
}

function fieldsOf({ id, createdAt, updatedAt, ttlMs, pollIntervalMs, message }: Task): Fields {
  return {
    taskId: id,
    ...(message !== undefined && { statusMessage: message }),
    createdAt,
    lastUpdatedAt: updatedAt,
    ttlMs,
    pollIntervalMs,
  };
}

export function callFields({ json, content, isError, meta }: Answered): Fields {
  return {
    content: [...(json ? [{ type: 'text', text: json.text }] : []), ...content],
    ...(json && { structuredContent: JSON.parse(json.text) }),
    ...(isError && { isError }),
    ...(meta !== undefined && { _meta: meta }),
  };
}
