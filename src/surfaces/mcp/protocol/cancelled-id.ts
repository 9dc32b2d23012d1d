import { isFields } from './fields.ts';

/** The id of the request that a message takes back; undefined where it is another message. */
export function cancelledId(message: unknown): unknown {
  if (!isFields(message) || message.method !== 'notifications/cancelled') return undefined;
  return isFields(message.params) ? message.params.requestId : undefined;
}
