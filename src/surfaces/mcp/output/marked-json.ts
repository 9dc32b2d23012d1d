import type { Tool } from '../../../contract/tool.ts';
import { mayHideText, stripInvisibleIn } from '../../../model/text/strip-invisible.ts';
import type { Fields } from '../protocol/fields.ts';
import { withMarks } from './mark-untrusted-text.ts';

/** The answer of a tool as its assistant reads it: fenced, and with nothing hidden in it, in the organization's own texts either. */
export function markedJson(tool: Tool, value: Fields): string {
  // Which texts others wrote, each tool says of its own answers.
  return visibleJson(withMarks(tool, value));
}

/** JSON with nothing hidden in its texts. */
export function visibleJson(value: Fields): string {
  const json = JSON.stringify(value);
  return mayHideText(json) ? JSON.stringify(stripInvisibleIn(value)) : json;
}
