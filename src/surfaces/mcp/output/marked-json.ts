import type { Tool } from '../../../contract/tool.ts';
import { mayHideText, stripInvisibleIn } from '../../../model/text/strip-invisible.ts';
import type { Fields } from '../protocol/fields.ts';
import { withMarks } from './mark-untrusted-text.ts';

/** To see whether an answer fits it is written, and what fits is answered: it is not written a second time. */
const written = new WeakMap<Fields, { tool: Tool; json: string }>();

/** The answer of a tool as its assistant reads it: fenced, and with nothing hidden in it, in the organization's own texts either. */
export function markedJson(tool: Tool, value: Fields): string {
  const before = written.get(value);
  // Which texts others wrote, each tool says of its own answers.
  if (before?.tool === tool) return before.json;
  const json = visibleJson(withMarks(tool, value));
  written.set(value, { tool, json });
  return json;
}

/** JSON with nothing hidden in its texts. */
export function visibleJson(value: Fields): string {
  const json = JSON.stringify(value);
  return mayHideText(json) ? JSON.stringify(stripInvisibleIn(value)) : json;
}
