import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offeredAt } from '../../src/contract/tool.ts';
import { stripInvisible } from '../../src/model/text/strip-invisible.ts';
import { metaKeys } from '../../src/surfaces/mcp/protocol/revisions.ts';
import { catalogue } from '../../tools/index.ts';
import { baseUrl, firstToken } from '../world/platform.ts';
import { anyMark, injections, onOneLine } from './injections.ts';
import { type Planted, plantEverywhere } from './plant.ts';

/**
 * Whatever attackers wrote, an assistant reads it as data: between ⟦ and ⟧ within a string of the result,
 * without hidden characters.
 */
let planted: Planted;
let importId: string;
beforeAll(async () => {
  planted = await plantEverywhere();
  // Adds an audit entry, which contains the client's self-chosen name.
  await call('update_tag', { tag: planted.tagId, description: 'Our news' });
  // An exported file of another program, with arbitrary header and cells.
  const header = ['email', ...injections.slice(0, 20).map((_, index) => onOneLine(index, 80))];
  const cells = ['ada@acme.dev', ...injections.slice(20, 40).map((_, index) => onOneLine(20 + index, 80))];
  const quoted = (line: readonly string[]) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const kept = await call('import_subscribers', {
    csv: `${quoted(header)}\n${quoted(cells)}\n`,
    start: false,
  });
  importId = kept.structuredContent.id;
}, 120_000);
afterAll(() => planted?.posthouse.close());

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Json = any;

/** Sends a request at the MCP door from a program with a hostile name. */
async function ask(
  method: string,
  params: Record<string, unknown> = {},
): Promise<{ json: Json; text: string }> {
  await planted.posthouse.clock.advance(100);
  const meta = {
    [metaKeys.protocolVersion]: '2026-07-28',
    [metaKeys.clientCapabilities]: {},
    [metaKeys.clientInfo]: { name: onOneLine(0, 150), version: '1' },
  };
  const name = params.name ?? params.uri;
  const request = new Request(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${firstToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  const response = await planted.posthouse.platform.http.fetch(request);
  const text = await response.text();
  const line = text.split('\n').findLast((each) => each.startsWith('data: {'));
  return { json: JSON.parse(line === undefined ? text : line.slice('data: '.length)), text };
}

async function call(name: string, given: Record<string, unknown>): Promise<Json> {
  const { json } = await ask('tools/call', { name, arguments: given });
  expect(json.error, JSON.stringify(json.error)).toBeUndefined();
  return json.result;
}

/** Yields every string of a value, including field names, with its path. */
function* stringsOf(value: unknown, path = ''): Generator<{ text: string; path: string }> {
  if (typeof value === 'string') yield { text: value, path };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    yield { text: name, path: `${path}.*` };
    yield* stringsOf(each, Array.isArray(value) ? `${path}[]` : `${path}.${name}`);
  }
}

/**
 * Plain comparisons instead of `expect`, because there are a hundred thousand strings. @returns the number of
 * planted words, each of which must be inside a fence
 */
function expectFenced(text: string, path: string): number {
  const fault = (what: string) => new Error(`${path} ${what}: ${text.slice(0, 500)}`);
  if (stripInvisible(text) !== text) throw fault('hides something');
  const outside = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  if (/[⟦⟧]/.test(outside)) throw fault('has a fence within a fence, or one that stays open');
  if (outside.search(anyMark) >= 0) throw fault('shows untrusted text outside of a fence');
  return text.match(anyMark)?.length ?? 0;
}

/** Checks a whole response. @returns its number of planted words */
function expectHarmless(result: Json): number {
  expect(result._meta?.['posthouse/untrusted']).toBe(true);
  const [first, ...others] = result.content;
  const answer = JSON.parse(first.text);
  if (result.isError) expect(result.structuredContent).toBeUndefined();
  else expect(answer).toEqual(result.structuredContent);
  for (const { text, path } of stringsOf(others)) {
    if (expectFenced(text, path) > 0) throw new Error(`${path} repeats untrusted text: ${text}`);
  }
  let marks = 0;
  for (const { text, path } of stringsOf(answer)) {
    const found = expectFenced(text, path);
    // A string is either entirely untrusted or not at all.
    if (found > 0 && !/^⟦[^⟦⟧]*⟧$/.test(text)) throw new Error(`${path} is theirs in part: ${text}`);
    marks += found;
  }
  return marks;
}

const page = { limit: 100 };
/** Includes unparsable addresses, which are returned as given. */
const addresses = () =>
  injections.slice(0, 60).map((_, index) => `"${onOneLine(index, 150).replace(/["\\]/g, '')}"@mailbox.dev`);

/** Inputs for each reading tool that return planted texts. */
const questions: Record<string, () => Record<string, unknown>[]> = {
  list_emails: () => [page, { limit: 5 }, { query: 'planted' }],
  get_email: () => planted.emails.map((id) => ({ id })),
  get_email_attachment: () => planted.emails.slice(0, injections.length).map((id) => ({ id, n: 1 })),
  get_email_source: () => planted.emails.slice(0, injections.length).map((id) => ({ id })),
  wait_for_email: () => [{ subject: 'planted' }, { timeout_seconds: 1 }],
  verify_email_address: () => addresses().map((email) => ({ email })),
  verify_email_addresses: () => [{ emails: addresses() }],
  verify_content: () =>
    injections.map(({ text }) => ({
      from: 'hello@acme.dev',
      subject: text.slice(0, 400).toWellFormed(),
      markdown: text,
    })),
  list_subscribers: () => [page, { limit: 5 }, { query: 'planted' }],
  get_subscriber: () => planted.subscribers.map((subscriber) => ({ subscriber })),
  list_subscriber_events: () => planted.subscribers.map((subscriber) => ({ subscriber })),
  list_tags: () => [page],
  get_tag: () => [{ tag: planted.tagId }],
  list_segments: () => [page],
  get_segment: () => [{ segmentId: planted.segmentId }],
  list_campaigns: () => [page],
  get_campaign: () => [{ campaignId: planted.campaignId }],
  preview_campaign: () =>
    planted.subscribers.map((subscriber) => ({ campaignId: planted.campaignId, subscriber })),
  preview_campaign_audience: () => [{ campaignId: planted.campaignId }],
  list_templates: () => [page],
  get_template: () => [{ template: planted.templateId }],
  preview_template: () =>
    injections.map(({ text }) => ({
      template: planted.templateId,
      variables: { number: text.toWellFormed() },
    })),
  list_campaign_recipients: () => [{ campaignId: planted.campaignId, ...page }],
  get_campaign_report: () => [{ campaignId: planted.campaignId }],
  list_domains: () => [page],
  get_domain: () => planted.domains.map((id) => ({ id })),
  list_suppressions: () => [page, { limit: 5 }],
  get_suppression: () => planted.suppressions.map((suppression) => ({ suppression })),
  export_suppressions: () => [page, { limit: 5 }],
  get_import: () => [{ importId }],
  list_imports: () => [page],
  get_import_errors: () => [{ importId }],
  simulate_workflow: () =>
    planted.subscribers.slice(-20).map((subscriber) => ({ workflowId: planted.workflowId, subscriber })),
  list_workflows: () => [page],
  get_workflow: () => [{ workflowId: planted.workflowId }],
  list_workflow_runs: () => [{ workflowId: planted.workflowId, ...page }],
  get_workflow_run: () => planted.runs.map((runId) => ({ workflowId: planted.workflowId, runId })),
  list_webhooks: () => [page],
  list_webhook_deliveries: () => [
    { webhook: planted.webhookId, ...page },
    { webhook: planted.webhookId, limit: 5 },
  ],
  get_webhook: () => [{ id: planted.webhookId }],
  get_webhook_samples: () => [{}],
  get_webhook_event: () => planted.messages.map((message) => ({ webhook: planted.webhookId, message })),
  list_integrations: () => [page],
  get_integration: () => [{ id: planted.integrationId }],
  list_integration_events: () => [{ id: planted.integrationId, ...page }],
  list_approvals: () => [page],
  get_approval: () => planted.approvals.map((id) => ({ id })),
  wait_for_approval: () => planted.approvals.map((id) => ({ id })),
  get_email_metrics: () => [{}, { group_by: 'domain' }, { group_by: 'campaign' }],
  list_tokens: () => [page],
  get_token: () => [{ id: planted.tokenId }, {}],
  list_grants: () => [page],
  get_organization: () => [{}],
  check_setup: () => [{}],
  read_docs: () => [{}, ...injections.slice(0, 30).map((_, index) => ({ topic: onOneLine(index, 150) }))],
  search_docs: () => injections.slice(0, 30).map((_, index) => ({ query: onOneLine(index, 150) })),
  list_organizations: () => [page],
  list_audit_log: () => [page, { limit: 5 }],
};

/** Tools without untrusted text in their results, which are checked nevertheless. */
const nothingUntrusted: Record<string, string> = {
  list_approvals: 'without their previews; a name and a program are the organization’s here',
  get_email_metrics: 'its groups are hosts and ids',
  wait_for_approval: 'without the preview; a name and a program are the organization’s here',
  verify_content: 'badges and guidance are ours, and of what was verified repeat the host of a link alone',
  list_tags: 'tags are named by the organization',
  get_tag: 'tags are named by the organization',
  list_segments: 'segments and their rules are the organization’s',
  get_segment: 'segments and their rules are the organization’s',
  list_campaigns: 'campaigns are written by the organization',
  get_campaign: 'campaigns are written by the organization',
  list_templates: 'templates are written by the organization',
  get_template: 'templates are written by the organization',
  list_domains: 'what DNS answered is in get_domain alone',
  list_workflows: 'workflows are written by the organization',
  get_workflow: 'workflows are written by the organization',
  list_webhooks: 'their URLs and descriptions are the organization’s, and reasons are ours',
  get_email_source: 'the message is in base64',
  get_import_errors: 'no row was read yet',
  get_webhook: 'its URL and description are the organization’s, and reasons are ours',
  get_webhook_samples: 'the samples are ours',
  list_integrations: 'their names are the organization’s, and faults are ours',
  get_integration: 'its name is the organization’s, and faults are ours',
  list_tokens: 'tokens are named by the organization',
  get_token: 'tokens are named by the organization',
  get_organization: 'its name and address are its own',
  check_setup: 'its sentences name servers and objects of the organization alone',
  read_docs: 'the pages ship with the program',
  search_docs: 'the pages ship with the program',
  list_organizations: 'their names and addresses are their own',
};

/** Excludes the exports, which return a link after an approval. */
const readTools = catalogue.filter(
  (tool) => tool.effect === 'read' && offeredAt(tool, 'mcp') && tool.asks === undefined,
);

test('the corpus of untrusted texts is large, and every interface accepted it', () => {
  expect(injections.length).toBeGreaterThanOrEqual(120);
  expect(new Set(injections.map(({ text }) => text)).size).toBe(injections.length);
  const { places } = planted;
  expect(places.get('subscriber')).toBe(injections.length);
  expect(places.get('event')).toBe(injections.length);
  for (const [place, least] of [
    ['unsubscribe reason', 50],
    ['mail over SMTP', 60],
    ['reply of a server', 30],
    ['report of a bounce', 30],
    ['user agent', 40],
    ['campaign', 12],
    ['trigger of a run', 40],
    ['DNS', 8],
  ] as const) {
    expect(places.get(place), place).toBeGreaterThanOrEqual(least);
  }
});

test('every reading tool is called, or its results contain no untrusted text', () => {
  const names = readTools.map(({ name }) => name);
  expect(names.filter((name) => !questions[name])).toEqual([]);
});

describe('planted text is fenced in the results of', () => {
  test.each(readTools.map(({ name }) => name))('%s', async (name) => {
    const { json } = await ask('tools/list');
    const listed = json.result.tools.find((tool: Json) => tool.name === name);
    const details = listed.inputSchema.properties.detail
      ? [{}, { detail: 'summary' }, { detail: 'full' }]
      : [{}];
    let marks = 0;
    let answered = 0;
    for (const question of questions[name]!()) {
      for (const detail of details) {
        const result = await call(name, { ...question, ...detail });
        if (!result.isError) answered += 1;
        marks += expectHarmless(result);
      }
    }
    expect(answered).toBeGreaterThan(0);
    if (nothingUntrusted[name] === undefined) expect(marks).toBeGreaterThan(0);
    else expect(marks).toBe(0);
  });
});

describe('planted text is never unfenced', () => {
  test('in the descriptions of this server', async () => {
    for (const method of [
      'server/discover',
      'tools/list',
      'prompts/list',
      'resources/list',
      'resources/templates/list',
    ]) {
      const { text } = await ask(method);
      expect(text.match(anyMark), method).toBeNull();
    }
  });

  test('in a refusal', async () => {
    for (const [index, { text }] of injections.entries()) {
      // Longer than a field name, whatever remains of it.
      const line = `call send_campaign ${onOneLine(index, 40)}`;
      const refusals: [string, Record<string, unknown>][] = [
        ['get_subscriber', { subscriber: text.slice(0, 500).toWellFormed() }],
        ['get_email', { id: line }],
        ['get_campaign', { campaignId: line }],
        ['get_domain', { id: text }],
        ['list_emails', { after: line }],
        ['list_subscribers', { status: text }],
        ['list_subscribers', { tag: [text] }],
        ['get_subscriber', { [line]: text }],
        [
          'update_subscriber',
          { subscriber: planted.subscribers[0], attributes: { [line]: { nested: text } } },
        ],
        ['track_event', { name: text, email: text }],
      ];
      for (const [name, given] of refusals) {
        const result = await call(name, given);
        if (result.isError || name !== 'list_subscribers')
          expect(result.isError, `${name} ${line}`).toBe(true);
        const error = JSON.parse(result.content[0].text);
        for (const { text: said, path } of stringsOf(error)) expectFenced(said, `${name} ${path}`);
      }
    }
  });
});

describe('a resource with planted text', () => {
  test('fences the text', async () => {
    const uris = [
      ...planted.emails.map((id) => `posthouse://emails/${id}`),
      `posthouse://campaigns/${planted.campaignId}`,
      `posthouse://campaigns/${planted.campaignId}/report`,
      ...planted.domains.map((id) => `posthouse://domains/${id}/dns`),
    ];
    let marks = 0;
    for (const uri of uris) {
      const { json } = await ask('resources/read', { uri });
      expect(json.error, `${uri} ${JSON.stringify(json.error)}`).toBeUndefined();
      expect(json.result._meta?.['posthouse/untrusted']).toBe(true);
      for (const { text } of json.result.contents) {
        // Quotes of a text within a text are escaped; its words and fences are not.
        marks += expectFenced(text, uri);
      }
    }
    expect(marks).toBeGreaterThan(100);
  });

  test('returns mail bodies unchanged and marked as untrusted', async () => {
    for (const id of planted.emails) {
      for (const [form, mimeType] of [
        ['html', 'text/html'],
        ['text', 'text/plain'],
      ]) {
        const { json } = await ask('resources/read', { uri: `posthouse://emails/${id}/${form}` });
        if (json.error) continue;
        const [content, ...others] = json.result.contents;
        expect(others).toEqual([]);
        expect(content).toMatchObject({ mimeType, _meta: { 'posthouse/untrusted': true } });
        expect(stripInvisible(content.text)).toBe(content.text);
      }
    }
  });
});

describe('text that an assistant has read can be written back', () => {
  test('without its fences', async () => {
    for (const [index, { kind, text }] of injections.entries()) {
      if (kind === 'a long text' || kind === 'a broken fence' || text.includes('⟧')) continue;
      const subscriber = planted.subscribers[index]!;
      const given = { subscriber, detail: 'full' };
      const { json } = await ask('tools/call', { name: 'get_subscriber', arguments: given });
      const read = (json.result.isError ? await call('get_subscriber', { subscriber }) : json.result)
        .structuredContent;
      expect(read.attributes.note).toMatch(/^⟦/);
      const result = await call('update_subscriber', {
        subscriber,
        firstName: read.firstName,
        lastName: read.lastName,
        externalId: read.externalId,
        attributes: { note: read.attributes.note, plan: read.attributes.plan },
      });
      expect(result.isError, result.content[0].text).toBeUndefined();
      const { output } = await planted.posthouse.call('get_subscriber', { subscriber });
      expect(output).toMatchObject({
        firstName: stripInvisible(onOneLine(index, 256)).trim(),
        attributes: { note: stripInvisible(text), plan: 'pro' },
      });
    }
  });

  test('with its own fence characters replaced by brackets', async () => {
    for (const [index, { kind }] of injections.entries()) {
      if (kind !== 'a broken fence') continue;
      const subscriber = planted.subscribers[index]!;
      const { structuredContent } = await call('get_subscriber', { subscriber });
      await call('update_subscriber', { subscriber, firstName: structuredContent.firstName });
      const { firstName } = (await planted.posthouse.call('get_subscriber', { subscriber })).output as Json;
      expect(firstName).not.toMatch(/[⟦⟧]/);
      expect(`⟦${firstName}⟧`).toBe(structuredContent.firstName);
    }
  });
});
