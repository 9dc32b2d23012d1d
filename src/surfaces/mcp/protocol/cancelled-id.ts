import { isFields } from '../../../model/text/fields.ts';

export function cancelledId(message: unknown): unknown {
  if (!isFields(message) || message.method !== 'notifications/cancelled') return undefined;
  return isFields(message.params) ? message.params.requestId : undefined;
}
