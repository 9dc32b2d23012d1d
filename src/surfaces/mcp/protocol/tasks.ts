import { type Fields, isFields } from './fields.ts';
import { idOf } from './message-fault.ts';
import { errorCodes, metaKeys, statelessRevision } from './revisions.ts';
import type { Answered, Task, TaskState } from './server-definition.ts';

/**
 * The extension `io.modelcontextprotocol/tasks` (SEP-2663) as it is on the wire: a call that takes long is answered with a
 * handle, which the client polls. It exists in 2026-07-28 alone, and for requests that declare it alone.
 */

export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** Its methods. What the tasks of 2025-11-25 had beside these, `tasks/list` and `tasks/result`, is unknown here. */
export const taskMethods = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const;

/** Whether a request's capabilities declare the extension. */
export function declaresTasks(capabilities: unknown): boolean {
  return (
    isFields(capabilities) &&
    isFields(capabilities.extensions) &&
    isFields(capabilities.extensions[tasksExtension])
  );
}

const requiredCapabilities = { extensions: { [tasksExtension]: {} } };

/** The error for a message about tasks whose client has not declared that it knows them; null for every other one. */
export function undeclaredTasks(message: unknown): Fields | null {
  if (!isFields(message) || !isFields(message.params) || idOf(message) === null) return null;
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

/** Capabilities as a client of an older revision is shown them: without what it cannot use. */
export function withoutTasks(capabilities: Fields): Fields {
  if (!isFields(capabilities.extensions)) return capabilities;
  const { [tasksExtension]: _, ...extensions } = capabilities.extensions;
  return { ...capabilities, extensions };
}

/** A task as the answer that makes it; its result comes with `tasks/get`. */
export function madeTask(task: Task): Fields {
  return { ...fieldsOf(task), status: 'working' };
}

/** A task as `tasks/get` answers it. */
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

/** The answer of a tool in the fields of a `CallToolResult`. */
export function callFields({ json, content, isError, meta }: Answered): Fields {
  return {
    content: [...(json ? [{ type: 'text', text: json.text }] : []), ...content],
    ...(json && { structuredContent: JSON.parse(json.text) }),
    ...(isError && { isError }),
    ...(meta !== undefined && { _meta: meta }),
  };
}
