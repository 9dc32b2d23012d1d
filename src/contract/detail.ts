import { type Fields, isFields } from '../model/text/fields.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';

/** How much of an answer an assistant wants: what is mostly needed, or every field. */
export type Detail = 'summary' | 'full';
export const details: readonly Detail[] = ['summary', 'full'];

export const detailArgument: { name: string; schema: JsonSchema } = {
  name: 'detail',
  schema: { type: 'string', enum: ['full'] satisfies Detail[] },
};

/**
 * The fields that a summary leaves out, by the kind of object (its `object`): heavy ones, those that are rarely needed, and
 * those that say the same as another. In a list more is left out, as one entry can be asked for whole.
 */
export const leftOut: Readonly<Record<string, { alone?: readonly string[]; inList?: readonly string[] }>> = {
  email: {
    alone: ['message_id', 'workflow_run_id'],
    inList: [
      'reply_to',
      'preview',
      'message_id',
      'sent_at',
      'source',
      'subscriber_id',
      'campaign_id',
      'workflow_run_id',
    ],
  },
  subscriber: {
    inList: [
      'source',
      'timezone',
      'locale',
      'consent',
      'externalId',
      'createdAt',
      'updatedAt',
      'unsubscribeReason',
      'unsubscribeTopic',
    ],
  },
  campaign: {
    // What it says stands in markdown, html or tiptap, and once more in content.
    alone: ['content'],
    inList: ['preview', 'fromName', 'replyTo', 'timezone', 'revision', 'updatedAt'],
  },
  segment: { inList: ['rule', 'updated_at'] },
  domain: {
    inList: [
      'dkim_selector',
      'dkim_ed25519_selector',
      'custom_return_path',
      'tracking_subdomain',
      'tls',
      'warm_up',
    ],
  },
  token: { inList: ['allowed_recipients', 'ip_allowlist', 'send_cap', 'created_at'] },
  webhook_event: { inList: ['object_id', 'ended_at', 'last_attempts'] },
  audit_entry: { inList: ['effect', 'request_id', 'cause'] },
};

/** Whether a tool takes `detail`: one that reads, and answers something that has a summary. */
export function takesDetail(tool: Tool): boolean {
  if (tool.effect !== 'read') return false;
  const kind = tool.name.startsWith('list_') ? 'inList' : tool.name.startsWith('get_') ? 'alone' : null;
  const answered = kindAnswered(tool.example.output);
  return kind !== null && answered !== undefined && leftOut[answered]?.[kind] !== undefined;
}

/** The kind of what a tool answers, or of what its list holds. */
function kindAnswered(output: Fields): string | undefined {
  const entry = output.object === 'list' && Array.isArray(output.data) ? output.data[0] : output;
  return isFields(entry) && typeof entry.object === 'string' ? entry.object : undefined;
}
