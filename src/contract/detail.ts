import { type Fields, isFields } from '../model/text/fields.ts';
import { type JsonSchema, outputSchema } from './description/json-schema.ts';
import type { Tool } from './tool.ts';

/** Answer size for an assistant: the usual fields, or all. */
export type Detail = 'summary' | 'full';
export const details: readonly Detail[] = ['summary', 'full'];

/** Also takes the names of the fields to return, such as `id,subject`. */
export const detailArgument: { name: string; schema: JsonSchema } = {
  name: 'detail',
  schema: { type: 'string', description: 'full, or names of fields' },
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

/** Answers with more fields list the argument; other reads accept it without listing it, to save tokens. */
const fieldsUnlistedMax = 18;

/** True for reads that list the argument: their answer has a summary, or many fields. */
export function takesDetail(tool: Tool): boolean {
  return (
    placeAnswered(tool) !== null && (hasSummary(tool) || answeredFields(tool).length > fieldsUnlistedMax)
  );
}

/** True for reads whose summary omits fields. */
export function hasSummary(tool: Tool): boolean {
  const place = placeAnswered(tool);
  const answered = kindAnswered(tool.example.output);
  return place !== null && answered !== undefined && leftOut[answered]?.[place] !== undefined;
}

function placeAnswered({ effect, name }: Tool): 'alone' | 'inList' | null {
  if (effect !== 'read') return null;
  if (name.startsWith('list_')) return 'inList';
  return name.startsWith('get_') ? 'alone' : null;
}

/** Returns the names that `detail` may choose: the fields of an answer, or of the entries of a list. */
export function answeredFields(tool: Tool): string[] {
  const answer = outputSchema(tool);
  const { data } = fieldsOf(answer);
  const entries = isFields(data) && isFields(data.items) ? fieldsOf(data.items) : {};
  return Object.keys(Object.keys(entries).length > 0 ? entries : fieldsOf(answer));
}

/** Joins the forms of a union. */
function fieldsOf({ properties, anyOf, oneOf }: JsonSchema): Fields {
  const forms = [anyOf ?? oneOf ?? []].flat().filter(isFields);
  return Object.assign({}, isFields(properties) ? properties : {}, ...forms.map(fieldsOf));
}

function kindAnswered(output: Fields): string | undefined {
  const entry = output.object === 'list' && Array.isArray(output.data) ? output.data[0] : output;
  return isFields(entry) && typeof entry.object === 'string' ? entry.object : undefined;
}
