import type { Answered } from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { callFields } from '../../../../src/surfaces/mcp/protocol/tasks.ts';

/** The texts of an answer as its client gets them: the answer or the refusal in JSON, and then its notes. */
export function textsOf(answer: Answered): string[] {
  const blocks = callFields(answer).content as { text?: string }[];
  return blocks.flatMap(({ text }) => (text === undefined ? [] : [text]));
}
