import { excessOfJson } from '../../../contract/json-text.ts';
import type { ReadBody } from '../../../engine/integrations/prove-request.ts';

const strictly = new TextDecoder('utf-8', { fatal: true });

/**
 * A body as JSON, whatever its Content-Type says: SNS calls its own `text/plain`. A byte order mark is left out, because no
 * parser of JSON takes it.
 */
export const readBody: ReadBody = (body) => {
  try {
    const text = strictly.decode(body);
    const excess = excessOfJson(text);
    if (excess !== null) return { why: excess };
    const payload: unknown = JSON.parse(text);
    const isKept = typeof payload === 'object' && payload !== null;
    return isKept ? { payload, text } : { why: 'must be a JSON object or array' };
  } catch {
    // Both readers throw for what they cannot read, and have no other way to say it.
    return { why: 'must be JSON in UTF-8' };
  }
};
