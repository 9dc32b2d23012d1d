import { excessOfJson } from '../../../contract/json-text.ts';
import type { ReadBody } from '../../../engine/integrations/prove-request.ts';

const strictly = new TextDecoder('utf-8', { fatal: true });

/** Ignores Content-Type, because SNS sends `text/plain`. Removes a byte order mark, which JSON.parse rejects. */
export const readBody: ReadBody = (body) => {
  try {
    const text = strictly.decode(body);
    const excess = excessOfJson(text);
    if (excess !== null) return { why: excess };
    const payload: unknown = JSON.parse(text);
    const isKept = typeof payload === 'object' && payload !== null;
    return isKept ? { payload, text } : { why: 'must be a JSON object or array' };
  } catch {
    // Both decoders report invalid input by throwing.
    return { why: 'must be JSON in UTF-8' };
  }
};
