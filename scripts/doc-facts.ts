import { toolDescription } from '../src/contract/description/tool-description.ts';
import { keyLengthMax } from '../src/contract/idempotency.ts';
import type { Tool } from '../src/contract/tool.ts';
import { variantsMax } from '../src/model/campaign/campaign.ts';
import { htmlBytesMax, markdownBytesMax, tiptapBytesMax } from '../src/model/content/body.ts';
import { retryForMs } from '../src/model/delivery/retry-schedule.ts';
import { warmUpDays, warmUpLimit } from '../src/model/delivery/warm-up.ts';
import { previewCharactersMax, subjectCharactersMax } from '../src/model/email/send-body.ts';
import { failures } from '../src/model/failure.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../src/model/instant.ts';
import { requestsPerSecondMax } from '../src/model/limits/ip-budget.ts';
import { planNames } from '../src/model/limits/plan.ts';
import { plans } from '../src/model/limits/request-budget.ts';
import { tokensPerOrganizationMax } from '../src/model/organization/token.ts';
import { invitationLimits } from '../src/model/person/invitation.ts';
import { ruleLimits } from '../src/model/segment/rule.ts';
import { operatorsByKind, readRuleField, ruleFieldNames } from '../src/model/segment/rule-field.ts';
import { segmentsPerOrganizationMax } from '../src/model/segment/segment.ts';
import {
  cooldownLongestMs,
  longWindowSendsMax,
  shortWindowMs,
  shortWindowSendsMax,
  softBounceSuppressionMs,
  softBouncesToSuppress,
} from '../src/model/sending/recipient-guard.ts';
import { domainsPerOrganizationMax } from '../src/model/sending-domain/sending-domain.ts';
import { attributeLimits, tagsPerSubscriberMax } from '../src/model/subscriber/subscriber.ts';
import { suppressionBatchMax } from '../src/model/subscriber/suppression.ts';
import { tagsPerOrganizationMax } from '../src/model/subscriber/tag.ts';
import { tagApplicationLimits } from '../src/model/subscriber/tag-application.ts';
import { templateLimits } from '../src/model/template/template.ts';
import { variableLimits } from '../src/model/template/variables.ts';
import { badgeDocs } from '../src/model/verification/content/guidance.ts';
import { languagesRead } from '../src/model/verification/language/languages.ts';
import { groupOf, webhookKindNames } from '../src/model/webhook/kinds.ts';
import { retryDelaysMs } from '../src/model/webhook/schedule.ts';
import { messagesKeptMs, webhooksPerOrganizationMax } from '../src/model/webhook/webhook.ts';
import { jsonBytesMax } from '../src/surfaces/http/request-response.ts';
import { docTopics } from '../src/surfaces/mcp/content/doc-topics.ts';
import { markdownTable } from '../src/surfaces/mcp/output/markdown-table.ts';
import { sendEmailBatch } from '../tools/emails/send-email-batch.ts';
import { verifyEmailAddresses } from '../tools/emails/verify-email-addresses.ts';
import { saveSubscribers } from '../tools/subscribers/save-subscribers.ts';

const kilobyte = 1024;
const megabyte = kilobyte * kilobyte;
const counted = (amount: number) => (): string => amount.toLocaleString('en');

/** Facts for the documentation by marker name, each read from the code that decides it. */
export const facts: Readonly<Record<string, () => string>> = {
  attribute_keys: counted(attributeLimits.keysMax),
  attribute_kilobytes: counted(attributeLimits.bytesMax / kilobyte),
  badges: () => badgeDocs.map(({ id, guidance }) => `- \`${id}\`: ${guidance}`).join('\n'),
  batch_addresses: entriesMax(verifyEmailAddresses, 'emails'),
  batch_emails: entriesMax(sendEmailBatch, 'emails'),
  batch_subscribers: entriesMax(saveSubscribers, 'subscribers'),
  cooldown_hours: counted(cooldownLongestMs / hourMs),
  domains: counted(domainsPerOrganizationMax),
  failures: () =>
    markdownTable(
      ['name', 'status', 'what it says'],
      Object.entries(failures).map(([name, { status, sentence }]) => [`\`${name}\``, `${status}`, sentence]),
    ),
  guard_long: counted(longWindowSendsMax),
  guard_short: counted(shortWindowSendsMax),
  guard_short_minutes: counted(shortWindowMs / minuteMs),
  html_bytes: counted(htmlBytesMax),
  invitations: counted(invitationLimits.perOrganizationMax),
  invitations_mailbox: counted(invitationLimits.perMailboxMax),
  ip_per_second: counted(requestsPerSecondMax),
  json_megabytes: counted(jsonBytesMax / megabyte),
  key_length: counted(keyLengthMax),
  languages_read: languagesRead,
  markdown_bytes: counted(markdownBytesMax),
  plans: () =>
    planNames.map((plan) => `${plan} ${plans[plan].requestsPerWindow.toLocaleString('en')}`).join(', '),
  preview: counted(previewCharactersMax),
  retry_days: counted(retryForMs / dayMs),
  rule_comparisons: counted(ruleLimits.comparisonsMax),
  tag_applications: counted(tagApplicationLimits.openMax),
  rule_count: counted(ruleLimits.countMax),
  rule_depth: counted(ruleLimits.depthMax),
  rule_fields: ruleFields,
  rule_list: counted(ruleLimits.listMax),
  segments: counted(segmentsPerOrganizationMax),
  soft_bounces: counted(softBouncesToSuppress),
  soft_days: counted(softBounceSuppressionMs / dayMs),
  subject: counted(subjectCharactersMax),
  suppression_batch: counted(suppressionBatchMax),
  tags: counted(tagsPerOrganizationMax),
  tags_per_subscriber: counted(tagsPerSubscriberMax),
  tiptap_bytes: counted(tiptapBytesMax),
  template_kilobytes: counted(variableLimits.valuesBytes / kilobyte),
  template_variable_name: counted(variableLimits.nameLength),
  template_text: counted(variableLimits.textCharacters),
  template_variables: counted(variableLimits.perTemplate),
  template_versions: counted(templateLimits.versions),
  templates: counted(templateLimits.perOrganization),
  tokens: counted(tokensPerOrganizationMax),
  topics: () =>
    docTopics()
      .slice(1)
      .map(({ topic, description }) => `- \`posthouse://docs/${topic}\`: ${description}`)
      .join('\n'),
  variants: counted(variantsMax),
  webhook_days: counted(messagesKeptMs / dayMs),
  webhook_kinds: webhookKindsTable,
  webhook_retries: webhookRetries,
  webhooks: counted(webhooksPerOrganizationMax),
  warm_up_days: counted(warmUpDays),
  warm_up_first: counted(warmUpLimit(1)!),
};

function webhookRetries(): string {
  const waits = retryDelaysMs.map((ms) => {
    const [unitMs, unit] =
      ms >= hourMs ? [hourMs, 'h'] : ms >= minuteMs ? [minuteMs, 'min'] : [secondMs, 's'];
    return `${ms / unitMs} ${unit}`;
  });
  return `${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}`;
}

/** Returns the maximum length of a list argument from a tool's schema. */
function entriesMax(tool: Tool, argument: string): () => string {
  return () => {
    const { properties } = toolDescription(tool).input_schema as {
      properties: Record<string, { maxItems?: number }>;
    };
    const most = properties[argument]?.maxItems;
    if (most === undefined) throw new Error(`${tool.name} takes any number of ${argument}`);
    return most.toLocaleString('en');
  };
}

function webhookKindsTable(): string {
  const groups = Map.groupBy(webhookKindNames, groupOf);
  return markdownTable(
    ['group', 'kinds'],
    [...groups].map(([group, kinds]) => [
      `\`${group}\``,
      kinds.map((kind) => `\`${kind.slice(group.length - 1)}\``).join(' '),
    ]),
  );
}

/** Lists fields by their operators; fields with the same operators share a row. */
function ruleFields(): string {
  const rows = new Map<string, string[]>();
  for (const field of ruleFieldNames) {
    const named = field.replace('<name>', 'x');
    const operators = operatorsByKind[readRuleField(named)!.kind].map((name) => `\`${name}\``).join(' ');
    rows.set(operators, [...(rows.get(operators) ?? []), `\`${field}\``]);
  }
  return markdownTable(
    ['fields', 'operators'],
    [...rows].map(([operators, fields]) => [fields.join(', '), operators]),
  );
}
