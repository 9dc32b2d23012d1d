import { type Fields, isFields } from '../../src/model/text/fields.ts';
import type { Conversation } from '../../src/surfaces/mcp/protocol/server-definition.ts';

/** A form for the client's person. */
export function form(message: string, properties: Fields, required: string[]): Fields {
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties, required } },
  };
}

/** Returns the person's input, if they submitted the form. */
export function accepted(conversation: Conversation, key: string): Fields | undefined {
  const answer = conversation.inputResponses?.[key];
  if (!isFields(answer) || answer.action !== 'accept') return undefined;
  return isFields(answer.content) ? answer.content : undefined;
}

export const redPixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
