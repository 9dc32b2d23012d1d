import type { Listening } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import type { HttpRequest } from './request-response.ts';

/** Aborts a read when its client disconnects. A write continues, because a client that sends and disconnects meant it. */
export function listeningTo(request: HttpRequest, { effect }: Tool): Listening | undefined {
  return effect === 'read' ? { signal: request.signal, progress() {} } : undefined;
}
