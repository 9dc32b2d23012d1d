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
/** Longer pages: the workflow grammar with ten examples, the tables of placeholders, and the forms of imported files. */
const mostTokensOf: Readonly<Record<string, number>> = {
  workflows: 4_600,
  sending: 2_200,
  import: 1_900,
  'content-verification': 1_700,
  campaigns: 1_600,
};

/** Fields that begin as tools do. */
const fields: ReadonlySet<string> = new Set(catalogue.flatMap(({ input }) => Object.keys(input.shape)));

/** Placeholders of Mailgun and HubSpot, which the page on sending translates. */
const foreignPlaceholders = ['unsubscribe_url', 'unsubscribe_link'];
/** Some types of steps are named as tools are. */
const known: ReadonlySet<string> = new Set([...toolNames, ...stepTypes, ...foreignPlaceholders]);

test('there is one topic for each file', () => {
  const files = docTopics().map(({ topic }) => `${topic}.md`);
  const pages = [...shippedTexts('docs').keys()].filter((file) => !file.includes('/'));
  expect(pages).toEqual(files.toSorted());
  expect(files).toHaveLength(14);
});

test.each(docTopics().map((topic) => [topic.topic, topic] as const))(
  '%s is short, whole, and names only tools and topics that exist',
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

test('every failure is explained as the program says it', () => {
  const text = textOf('errors');
  for (const [name, { status, sentence }] of Object.entries(failures)) {
    expect(text).toContain(`| \`${name}\` | ${status} | ${sentence} |`);
  }
});

test('every badge is explained', () => {
  for (const { id } of badgeDocs) expect(textOf('content-verification')).toContain(`\`${id}\``);
});

test('every group of what webhooks are sent is listed', () => {
  for (const kind of webhookKindNames)
    expect(textOf('webhooks')).toContain(`\`${kind.slice(kind.indexOf('.') + 1)}\``);
});

test('every example of a rule is one that the program takes', () => {
  const examples = [...textOf('segments').matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json!);
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples) {
    expect(RuleInput.safeParse(JSON.parse(example)), example).toMatchObject({ success: true });
  }
});

test('the numbers are those of the program', () => {
  expect(textOf('limits')).toContain('free 100, premium 700, enterprise 2,000');
  expect(textOf('limits')).toContain('5 single mails in 10 minutes, 20 mails of any kind in 24 hours');
  expect(textOf('limits')).toContain('| mails in send_email_batch | 100 |');
  expect(textOf('limits')).toContain('| subscribers in save_subscribers | 1,000 |');
  expect(textOf('deliverability')).toContain('at most 1,000 mails to each provider');
  expect(textOf('deliverability')).toContain(
    '5 in a row without a delivery suppress the address for 30 days',
  );
});
