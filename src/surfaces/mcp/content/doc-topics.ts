import { sendEmailBatch } from '../../../../tools/emails/send-email-batch.ts';
import { verifyEmailAddresses } from '../../../../tools/emails/verify-email-addresses.ts';
import { saveSubscribers } from '../../../../tools/subscribers/save-subscribers.ts';
import { keyLengthMax } from '../../../contract/idempotency.ts';
import type { Tool } from '../../../contract/tool.ts';
import { toolDescription } from '../../../contract/tool-description.ts';
import { variantsMax } from '../../../model/campaign/campaign.ts';
import { htmlBytesMax, markdownBytesMax, tiptapBytesMax } from '../../../model/content/body.ts';
import { retryForMs } from '../../../model/delivery/retry-schedule.ts';
import { warmUpDays, warmUpLimit } from '../../../model/delivery/warm-up.ts';
import { previewCharactersMax, subjectCharactersMax } from '../../../model/email/send-body.ts';
import { failures } from '../../../model/failure.ts';
import { dayMs, hourMs, minuteMs } from '../../../model/instant.ts';
import { requestsPerSecondMax } from '../../../model/limits/ip-budget.ts';
import { planNames } from '../../../model/limits/plan.ts';
import { plans } from '../../../model/limits/request-budget.ts';
import { tokensPerOrganizationMax } from '../../../model/organization/token.ts';
import { ruleLimits } from '../../../model/segment/rule.ts';
import { operatorsOf, readRuleField, ruleFieldNames } from '../../../model/segment/rule-field.ts';
import { segmentsPerOrganizationMax } from '../../../model/segment/segment.ts';
import {
  cooldownLongestMs,
  longWindowSendsMax,
  shortWindowMs,
  shortWindowSendsMax,
  softBounceSuppressionMs,
  softBouncesToSuppress,
} from '../../../model/sending/recipient-guard.ts';
import { domainsPerOrganizationMax } from '../../../model/sending-domain/sending-domain.ts';
import { attributeLimits, tagsPerSubscriberMax } from '../../../model/subscriber/subscriber.ts';
import { suppressionBatchMax } from '../../../model/subscriber/suppression.ts';
import { tagsPerOrganizationMax } from '../../../model/subscriber/tag.ts';
import { badgeDocs } from '../../../model/verification/content/guidance.ts';
import { languagesRead } from '../../../model/verification/language/languages.ts';
import { jsonBytesMax } from '../../http/request-response.ts';
import { markdownTable } from '../output/markdown-table.ts';
import { readFrontMatter, textField } from './front-matter.ts';
import { shippedTexts } from './shipped-texts.ts';

/** One page of documentation, for assistants (`posthouse://docs/{topic}`) and for people. */
export type DocTopic = {
  topic: string;
  title: string;
  description: string;
  /** Markdown, beginning with its title. */
  text(): string;
};

/** In the order in which somebody new would read them. */
const topicNames = [
  'quickstart-for-assistants',
  'sending',
  'campaigns',
  'segments',
  'deliverability',
  'content-verification',
  'limits',
  'errors',
  'move-from-v1',
] as const;

let topics: readonly DocTopic[] | undefined;

/** All topics; read when first asked for. */
export function docTopics(): readonly DocTopic[] {
  topics ??= topicNames.map((topic) => {
    const file = `${topic}.md`;
    const { fields, body } = readFrontMatter(shippedTexts('docs').get(file) ?? '', `docs/${file}`);
    const title = textField(fields, 'title', file);
    let text: string | undefined;
    return {
      topic,
      title,
      description: textField(fields, 'description', file),
      text() {
        text ??= `# ${title}\n\n${withFacts(body, file)}\n`;
        return text;
      },
    };
  });
  return topics;
}

/** @throws Error for a fact that nobody states */
function withFacts(body: string, file: string): string {
  return body.replace(/\[\[([a-z_]+)\]\]/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`docs/${file}: nothing is known as [[${name}]]`);
    return fact();
  });
}

const kilobyte = 1024;
const megabyte = kilobyte * kilobyte;
const counted = (amount: number) => (): string => amount.toLocaleString('en');

/** What the topics say of the program, taken from where it is decided, so that they stay true. */
const facts: Readonly<Record<string, () => string>> = {
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
  tokens: counted(tokensPerOrganizationMax),
  topics: () =>
    docTopics()
      .slice(1)
      .map(({ topic, description }) => `- \`posthouse://docs/${topic}\`: ${description}`)
      .join('\n'),
  variants: counted(variantsMax),
  warm_up_days: counted(warmUpDays),
  warm_up_first: counted(warmUpLimit(1)!),
};

/** The most entries that a list among a tool's arguments takes, as its schema says. */
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

/** Fields that can be asked the same share a row. */
function ruleFields(): string {
  const rows = new Map<string, string[]>();
  for (const field of ruleFieldNames) {
    const named = field.replace('<name>', 'x');
    const operators = operatorsOf[readRuleField(named)!.kind].map((name) => `\`${name}\``).join(' ');
    rows.set(operators, [...(rows.get(operators) ?? []), `\`${field}\``]);
  }
  return markdownTable(
    ['fields', 'operators'],
    [...rows].map(([operators, fields]) => [fields.join(', '), operators]),
  );
}
