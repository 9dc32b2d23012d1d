import { type Fields, isFields } from '../model/text/fields.ts';
import type { JsonSchema } from './description/json-schema.ts';
import type { Tool } from './tool.ts';

/** Answer size for an assistant: the usual fields, or all. */
export type Detail = 'summary' | 'full';
export const details: readonly Detail[] = ['summary', 'full'];

export const detailArgument: { name: string; schema: JsonSchema } = {
  name: 'detail',
  schema: { type: 'string' },
};

/** By object type: large, rarely needed or redundant fields. Lists omit more, because each entry can be read whole. */
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
    // Repeats markdown, html or tiptap.
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

/** True for reads whose answer has a summary. */
export function takesDetail(tool: Tool): boolean {
  if (tool.effect !== 'read') return false;
  const kind = tool.name.startsWith('list_') ? 'inList' : tool.name.startsWith('get_') ? 'alone' : null;
  const answered = kindAnswered(tool.example.output);
  return kind !== null && answered !== undefined && leftOut[answered]?.[kind] !== undefined;
}

function kindAnswered(output: Fields): string | undefined {
  const entry = output.object === 'list' && Array.isArray(output.data) ? output.data[0] : output;
  return isFields(entry) && typeof entry.object === 'string' ? entry.object : undefined;
}
