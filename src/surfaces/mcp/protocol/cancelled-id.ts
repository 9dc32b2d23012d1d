import { isFields } from './fields.ts';

/** Returns the id of the request that a message cancels, or undefined for other messages. */
export function cancelledId(message: unknown): unknown {
  if (!isFields(message) || message.method !== 'notifications/cancelled') return undefined;
  return isFields(message.params) ? message.params.requestId : undefined;
}
