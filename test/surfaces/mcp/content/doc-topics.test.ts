import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { failures } from '../../../../src/model/failure.ts';
import { RuleInput } from '../../../../src/model/segment/rule-input.ts';
import { badgeDocs } from '../../../../src/model/verification/content/guidance.ts';
import { webhookKindNames } from '../../../../src/model/webhook/kinds.ts';
import { stepTypes } from '../../../../src/model/workflow/definition.ts';
import { docTopics } from '../../../../src/surfaces/mcp/content/doc-topics.ts';
import { shippedTexts } from '../../../../src/surfaces/mcp/content/shipped-texts.ts';
import { catalogue } from '../../../../tools/index.ts';
import { toolNames, toolsNamedIn } from '../tools/tool-names.ts';

const textOf = (topic: string): string =>
  docTopics()
    .find((one) => one.topic === topic)!
    .text();
const mostTokens = 1_500;
/**
 * Pages that may be longer: the workflow grammar with ten examples, the placeholder tables, and the import
 * formats.
 */
const mostTokensOf: Readonly<Record<string, number>> = {
  workflows: 4_700,
  sending: 2_400,
  import: 1_900,
  'content-verification': 1_880,
  campaigns: 1_600,
};

/** Field names that start like tool names. */
const fields: ReadonlySet<string> = new Set(catalogue.flatMap(({ input }) => Object.keys(input.shape)));

/** Placeholders of Mailgun and HubSpot that the sending page translates. */
const foreignPlaceholders = ['unsubscribe_url', 'unsubscribe_link'];
/** Some step types are spelled like tool names. */
const known: ReadonlySet<string> = new Set([...toolNames, ...stepTypes, ...foreignPlaceholders]);

test('each file of the docs folder is one topic', () => {
  const files = docTopics().map(({ topic }) => `${topic}.md`);
  const pages = [...shippedTexts('docs').keys()].filter((file) => !file.includes('/'));
  expect(pages).toEqual(files.toSorted());
  expect(files).toHaveLength(14);
});

test.each(docTopics().map((topic) => [topic.topic, topic] as const))(
  '%s is short, complete, and names only existing tools and topics',
  (name, { title, description, text }) => {
    expect(encode(text()).length).toBeLessThan(mostTokensOf[name] ?? mostTokens);
    expect(text().startsWith(`# ${title}\n`)).toBe(true);
    expect(description.length).toBeLessThan(160);
    expect(text()).not.toMatch(/<!--|undefined|NaN/);
    expect(toolsNamedIn(text()).filter((tool) => !known.has(tool) && !fields.has(tool))).toEqual([]);
    const pointedAt = [...text().matchAll(/posthouse:\/\/docs\/([a-z0-9-]+)/g)].map(([, topic]) => topic!);
    const topics = docTopics().map(({ topic }) => topic);
    expect(pointedAt.filter((topic) => !topics.includes(topic))).toEqual([]);
  },
);

test('the errors topic lists every failure with its status and sentence', () => {
  const text = textOf('errors');
  for (const [name, { status, sentence }] of Object.entries(failures)) {
    expect(text).toContain(`| \`${name}\` | ${status} | ${sentence} |`);
  }
});

test('the content verification topic explains every badge', () => {
  for (const { id } of badgeDocs) expect(textOf('content-verification')).toContain(`\`${id}\``);
});

test('the webhooks topic lists every event kind', () => {
  for (const kind of webhookKindNames)
    expect(textOf('webhooks')).toContain(`\`${kind.slice(kind.indexOf('.') + 1)}\``);
});

test('every example rule in the segments topic is valid', () => {
  const examples = [...textOf('segments').matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json!);
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples) {
    expect(RuleInput.safeParse(JSON.parse(example)), example).toMatchObject({ success: true });
  }
});

test('the limits topic states the real numbers', () => {
  expect(textOf('limits')).toContain('free 100, premium 700, enterprise 2,000');
  expect(textOf('limits')).toContain('5 single mails in 10 minutes, 20 mails of any kind in 24 hours');
  expect(textOf('limits')).toContain('| mails in send_email_batch | 100 |');
  expect(textOf('limits')).toContain('| subscribers in save_subscribers | 1,000 |');
  expect(textOf('deliverability')).toContain('at most 1,000 mails to each provider');
  expect(textOf('deliverability')).toContain(
    '5 in a row without a delivery suppress the address for 30 days',
  );
});
