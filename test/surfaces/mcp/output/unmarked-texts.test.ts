import { expect, test } from 'vitest';
import { type JsonSchema, outputSchema } from '../../../../src/contract/description/json-schema.ts';
import { offeredAt } from '../../../../src/contract/tool.ts';
import { untrustedKey } from '../../../../src/model/text/untrusted.ts';
import { catalogue } from '../../../../tools/index.ts';

/**
 * Text fields that an assistant reads without a fence, by author. Every new field is decided here: a text
 * that people outside the organization wrote, or could have written, is marked with `untrusted` at its
 * declaration.
 */
const writtenByUs = [
  'advice changes code color door effect error guidance kind label message none notes outcome path prefix problem reason',
  'encoding ids request_id separator signing_secret token tool ttl type warnings',
  // Ids of the calls that led to a mail.
  'approval_id operation person_id root_token_id workflow_id',
  // Documentation texts.
  'anchor excerpt heading title',
  // Ids and names that Posthouse generates.
  'about any all campaignId campaign_id created_by dkim_ed25519_selector dkim_selector documentationUrl domain_id emailId email_id id',
  'last_id next_after next_before next_since notReachedBy object_id organization_id segmentId source_id subscriberId subscriberIds subscriber_id tag_id token_id webhook_id workflow_run_id',
  // Workflow enumerations, times and simulation results.
  'days end exitOn note per via waits workflowId',
  // The ARN of a topic, with a validated format.
  'topic',
  // A formatted time and a known time zone.
  'scheduled_local',
  // Ids, and the sample events of the documentation.
  'filename integration_id payload runId',
  'selector version',
  // A color with a validated format, and the host names of the server's own machines.
  'accent_color machine',
];
const writtenByTheOrganization = [
  'allowed_recipients columns content custom_return_path default_from default_reply_to description empty_fields events filter from fromEmail fromName',
  'html ip_allowlist link mapping markdown name on_conflict organization_name postal_address preview previous redirectedTo replyTo reply_to rule subject timezone tiptap',
  'tracking_subdomain url',
  // Variables of a template, and placeholders that its author wrote.
  'missing problems sample',
  // Texts by the author of a workflow.
  'config event from goal key outline quietHours reentry step to',
];
const decided = new Set([...writtenByUs, ...writtenByTheOrganization].flatMap((names) => names.split(' ')));

/** These names hold untrusted text in other places, where they must stay marked. */
const marked = [
  'get_email .from .to[] .reply_to .subject .preview .message_id .html .text .events[].data .attachments[].filename .cause[].program',
  'list_emails .data[].from .data[].to[] .data[].subject .data[].preview .data[].message_id',
  'get_subscriber .email .firstName .lastName .attributes .externalId .locale .consent.ip .consent.source',
  'get_subscriber .unsubscribeReason .unsubscribeTopic',
  'list_subscriber_events .data[].name .data[].email .data[].properties',
  'preview_campaign .subject .preview .html .text',
  'preview_template .subject .preview .html .text',
  'get_campaign_report .name .bounces[].sample',
  'get_domain .records[].value .records[].found[]',
  'get_workflow_run .email .trigger .explanation[] .visits[].because',
  'list_workflow_runs .data[].email',
  'simulate_workflow .path[].what .path[].because[]',
  'list_audit_log .data[].client',
  'get_webhook_event .payload',
  'get_email_attachment .filename',
  'apply_tag .sample[].email',
  'check_setup .findings[].sentence',
];

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));

test.each(offered.map((tool) => ({ tool, name: tool.name })))(
  'every text of $name is marked as untrusted or listed as safe in this file',
  ({ tool }) => {
    const undecided = [...textsOf(outputSchema(tool))]
      .filter((text) => !text.marked && !decided.has(/([^.[\]*]+)[[\]*.]*$/.exec(text.path)?.[1] ?? ''))
      .map(({ path }) => path);
    expect(undecided).toEqual([]);
  },
);

test.each(marked)('these untrusted texts are marked: %s', (line) => {
  const [name, ...paths] = line.split(' ');
  const texts = [...textsOf(outputSchema(offered.find((tool) => tool.name === name)!))];
  for (const path of paths) expect(texts).toContainEqual({ path, marked: true });
});

/** Yields every place of a schema that can hold free text. */
function* textsOf(schema: JsonSchema, path = ''): Generator<{ path: string; marked: boolean }> {
  if (schema[untrustedKey] === true) {
    yield { path, marked: true };
    return;
  }
  const { type, format, properties = {}, items, additionalProperties } = schema;
  const isText = [type].flat().includes('string') && schema.enum === undefined && schema.const === undefined;
  if (isText && format !== 'date-time') yield { path, marked: false };
  for (const inner of [schema.anyOf ?? [], schema.oneOf ?? [], schema.allOf ?? []].flat() as JsonSchema[]) {
    yield* textsOf(inner, path);
  }
  for (const [name, inner] of Object.entries(properties as Record<string, JsonSchema>)) {
    yield* textsOf(inner, `${path}.${name}`);
  }
  if (items) yield* textsOf(items as JsonSchema, `${path}[]`);
  if (typeof additionalProperties !== 'object' || additionalProperties === null) return;
  if (Object.keys(additionalProperties).length === 0) yield { path: `${path}.*`, marked: false };
  else yield* textsOf(additionalProperties as JsonSchema, `${path}.*`);
}
