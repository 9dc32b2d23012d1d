import type { Listening } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import type { HttpRequest } from './request-response.ts';

/**
 * A read is dropped when its client leaves, because its answer would go nowhere. A write is carried out all the same: a
 * client that sends and hangs up meant it.
 */
export function listeningTo(request: HttpRequest, { effect }: Tool): Listening | undefined {
  return effect === 'read' ? { signal: request.signal, progress() {} } : undefined;
}
