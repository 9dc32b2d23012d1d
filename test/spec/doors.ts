/**
 * Makes a call through any interface as its users do: over HTTP for v1, v2 and the tools, by a real
 * client for MCP, by the runner for the command line. All results have one form, so that one test body can
 * test every interface.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readConfig } from '../../src/config.ts';
import { takesDetail } from '../../src/contract/detail.ts';
import { runToolsCommand } from '../../src/surfaces/cli/tools/tools.ts';
import { unmarked } from '../../src/surfaces/mcp/output/mark-untrusted-text.ts';
import { catalogue } from '../../tools/index.ts';
import { keptStreams } from '../surfaces/cli/runner.ts';
import { baseUrl, firstToken, type HttpReply, type SimulatedPlatform } from '../world/platform.ts';

export type SpecDoor = 'v1' | 'v2' | 'tools' | 'mcp' | 'cli';

export const doors = {
  all: ['v1', 'v2', 'tools', 'mcp', 'cli'],
  /** Interfaces with the additions of v2. */
  current: ['v2', 'tools', 'mcp', 'cli'],
  /** Interfaces that require a token; the command line belongs to the operator. */
  guarded: ['v1', 'v2', 'tools', 'mcp'],
  rest: ['v1', 'v2'],
} as const satisfies Record<string, readonly SpecDoor[]>;

// biome-ignore lint/suspicious/noExplicitAny: a test reads the output it expects and fails on another
type ToolResult = { ok: true; output: any } | { ok: false; name: string; message: string };
type Input = Record<string, unknown>;

/**
 * Uses a tool by its name and its own input, through an interface. @param options.token the caller’s token;
 * by default the first token
 */
export async function callThrough(
  door: SpecDoor,
  platform: SimulatedPlatform,
  tool: string,
  input: Input,
  { token = firstToken }: { token?: string } = {},
): Promise<ToolResult> {
  switch (door) {
    case 'v1':
      return await throughV1(platform, tool, input, token);
    case 'v2':
      return await throughV2(platform, tool, input, token);
    case 'tools':
      return await throughTools(platform, tool, input, token);
    case 'mcp':
      return await throughMcp(platform, tool, input, token);
    case 'cli':
      if (token !== firstToken) throw new Error('the command line takes no token');
      return await throughCli(platform, tool, input);
  }
}

/** Like `callThrough`, for a call that has to succeed; returns its output. */
export async function outputThrough(...call: Parameters<typeof callThrough>) {
  const result = await callThrough(...call);
  if (!result.ok)
    throw new Error(`${call[2]} through ${call[0]} was refused: ${result.name}, ${result.message}`);
  return result.output;
}

async function throughV1(
  { http }: SimulatedPlatform,
  tool: string,
  input: Input,
  token: string,
): Promise<ToolResult> {
  const request = v1Requests[tool];
  if (!request) throw new Error(`v1 has no ${tool}`);
  const { method, path, body, unwrap } = request(input);
  const reply = await http(method, `/api/v1${path}`, { token, ...(body && { body }) });
  if (reply.status === 200) return { ok: true, output: unwrap(reply.body) };
  return { ok: false, name: reply.body.error, message: reply.body.message };
}

type V1Request = {
  method: string;
  path: string;
  body?: Input;
  unwrap(answer: Input): unknown;
};

/** Returns the v1 request for a tool's input. */
const v1Requests: Record<string, (input: Input) => V1Request> = {
  send_email: ({ html, markdown, tiptap, reply_to, ...rest }) => ({
    method: 'POST',
    path: '/emails',
    body: {
      ...rest,
      content: html ?? markdown ?? tiptap,
      ...(html !== undefined && { contentType: 'HTML' }),
      ...(tiptap !== undefined && { contentType: 'TIPTAP' }),
      ...(reply_to !== undefined && { replyTo: reply_to }),
    },
    unwrap: ({ id }) => ({ id }),
  }),
  verify_email_address: (body) => ({ method: 'POST', path: '/emails/verify', body, unwrap: same }),
  create_subscriber: (body) => ({ method: 'POST', path: '/subscribers', body, unwrap: theSubscriber }),
  get_subscriber: (input) => ({ method: 'GET', path: subscriberPath(input), unwrap: theSubscriber }),
  update_subscriber: ({ subscriber, ...body }) => ({
    method: 'PATCH',
    path: subscriberPath({ subscriber }),
    body,
    unwrap: theSubscriber,
  }),
  unsubscribe_subscriber: ({ subscriber, ...body }) => ({
    method: 'POST',
    path: `${subscriberPath({ subscriber })}/unsubscribe`,
    body,
    unwrap: theSubscriber,
  }),
  add_subscriber_tags: ({ subscriber, ...body }) => ({
    method: 'POST',
    path: `${subscriberPath({ subscriber })}/tags`,
    body,
    unwrap: theSubscriber,
  }),
  remove_subscriber_tags: ({ subscriber, ...body }) => ({
    method: 'DELETE',
    path: `${subscriberPath({ subscriber })}/tags`,
    body,
    unwrap: theSubscriber,
  }),
  list_subscribers: (input) => ({
    method: 'GET',
    path: `/subscribers${queryOf(input)}`,
    unwrap: ({ subscribers }) => ({ data: subscribers }),
  }),
  list_subscriber_events: ({ subscriber, ...input }) => ({
    method: 'GET',
    path: `${subscriberPath({ subscriber })}/events${queryOf(input)}`,
    unwrap: ({ events }) => ({ data: events }),
  }),
  track_event: (body) => ({ method: 'POST', path: '/events', body, unwrap: ({ event }) => event }),
  create_tag: (body) => ({ method: 'POST', path: '/tags', body, unwrap: ({ tag }) => tag }),
  get_tag: ({ tag }) => ({
    method: 'GET',
    path: `/tags/${encodeURIComponent(String(tag))}`,
    unwrap: (answer) => answer.tag,
  }),
  list_tags: (input) => ({
    method: 'GET',
    path: `/tags${queryOf(input)}`,
    unwrap: ({ tags }) => ({ data: tags }),
  }),
  list_campaigns: (input) => ({
    method: 'GET',
    path: `/campaigns${queryOf(input)}`,
    unwrap: ({ campaigns }) => ({ data: campaigns }),
  }),
  create_campaign: (input) => ({
    method: 'POST',
    path: '/campaigns',
    body: inV1Content(input),
    unwrap: theCampaign,
  }),
  get_campaign: (input) => ({ method: 'GET', path: campaignPath(input), unwrap: theCampaign }),
  update_campaign: ({ campaignId, ...input }) => ({
    method: 'PATCH',
    path: campaignPath({ campaignId }),
    body: inV1Content(input),
    unwrap: theCampaign,
  }),
  delete_campaign: (input) => ({
    method: 'DELETE',
    path: campaignPath(input),
    unwrap: ({ campaignId, deleted }) => ({ id: campaignId, deleted }),
  }),
  send_campaign: ({ campaignId, ...body }) => ({
    method: 'POST',
    path: `${campaignPath({ campaignId })}/send`,
    body,
    unwrap: theCampaign,
  }),
};

/** v1 takes a body as content and contentType; other fields are passed along and ignored. */
function inV1Content({ html, markdown, tiptap, ...rest }: Input): Input {
  return {
    ...rest,
    ...(markdown !== undefined && { content: markdown, contentType: 'MARKDOWN' }),
    ...(html !== undefined && { content: html, contentType: 'HTML' }),
    ...(tiptap !== undefined && { content: tiptap, contentType: 'TIPTAP' }),
  };
}

function theCampaign({ campaign }: Input): unknown {
  return campaign;
}

function campaignPath({ campaignId }: Input): string {
  return `/campaigns/${encodeURIComponent(String(campaignId))}`;
}

function same(answer: Input): Input {
  return answer;
}

function theSubscriber({ subscriber }: Input): unknown {
  return subscriber;
}

function subscriberPath({ subscriber }: Input): string {
  return `/subscribers/${encodeURIComponent(String(subscriber))}`;
}

function queryOf(input: Input): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const each of [value].flat()) query.append(name, String(each));
  }
  return query.size === 0 ? '' : `?${query}`;
}

async function throughV2(
  { http }: SimulatedPlatform,
  name: string,
  input: Input,
  token: string,
): Promise<ToolResult> {
  const binding = catalogue.find((tool) => tool.name === name)?.rest;
  if (!binding) throw new Error(`v2 has no ${name}`);
  const rest = { ...input };
  const [method = '', template = ''] = binding.route.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest[field];
    delete rest[field];
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = {};
  for (const [header, field] of Object.entries(binding.headers ?? {})) {
    if (rest[field] !== undefined) headers[header] = String(rest[field]);
    delete rest[field];
  }
  const body = binding.bodyAs === undefined ? rest : rest[binding.bodyAs];
  const reply =
    method === 'GET'
      ? await http(method, `/api/v2${path}${queryOf(rest)}`, { token, headers })
      : await http(method, `/api/v2${path}`, { token, headers, body });
  return v2Result(reply);
}

function v2Result(reply: HttpReply): ToolResult {
  if (reply.status < 300) return { ok: true, output: reply.body };
  return { ok: false, name: reply.body.name, message: reply.body.message };
}

async function throughTools(
  { http }: SimulatedPlatform,
  tool: string,
  input: Input,
  token: string,
): Promise<ToolResult> {
  const reply = await http('POST', `/api/v2/tools/${tool}`, { token, body: input });
  if (reply.status !== 200) return v2Result(reply);
  const { is_error, structured_content } = reply.body;
  return is_error ? { ok: false, ...structured_content } : { ok: true, output: structured_content };
}

async function throughMcp(
  { platform }: SimulatedPlatform,
  name: string,
  input: Input,
  token: string,
): Promise<ToolResult> {
  const client = new Client({ name: 'a test of the specification', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    fetch: async (url, init) => await platform.http.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  try {
    const call = async (tool: string, given: Input) => {
      const detail = takesDetail(catalogue.find((one) => one.name === tool)!) ? { detail: 'full' } : {};
      const result = await client.callTool({ name: tool, arguments: { ...detail, ...given } });
      const [first] = result.content;
      const body = JSON.parse(first?.type === 'text' ? first.text : '');
      return { refused: result.isError === true, result: unmarked(body) };
    };
    const asked = await call(name, input);
    // A send to many people needs a confirmation; here the person always agrees.
    const { refused, result } =
      asked.result.name === 'confirmation_required'
        ? await call(name, { ...input, confirmation_token: asked.result.details.confirmation_token })
        : asked;
    if (refused) return { ok: false, name: result.name, message: result.message };
    // Answers to assistants are short: a changed campaign is loaded whole, and a truncated page is read on.
    if (result.object === 'campaign') {
      const whole = await call('get_campaign', { campaignId: result.id });
      return { ok: true, output: whole.refused ? result : { ...whole.result, ...result } };
    }
    while (result.object === 'list' && result.has_more && result.data.length < Number(input.limit ?? 20)) {
      const limit = Number(input.limit ?? 20) - result.data.length;
      const rest = await call(name, { ...input, limit, after: result.data.at(-1).id });
      result.data.push(...rest.result.data);
      result.has_more = rest.result.has_more;
    }
    return { ok: true, output: result };
  } finally {
    await transport.terminateSession();
    await client.close();
  }
}

async function throughCli(platform: SimulatedPlatform, tool: string, input: Input): Promise<ToolResult> {
  const { code, out, err } = await commandLine(platform, ['run', tool, '--json', JSON.stringify(input)]);
  if (code === 0) return { ok: true, output: JSON.parse(out) };
  const { name, message } = JSON.parse(err);
  return { ok: false, name, message };
}

/** `posthouse tools …`, with this platform as the machine's own. */
export async function commandLine({ platform }: SimulatedPlatform, words: readonly string[]) {
  const streams = keptStreams();
  const posthouse = {
    readConfig: () => readConfig({}),
    // Each command opens and closes a platform; this platform stays open for the rest of the test.
    openConfigured: async () => ({ ...platform, close: async () => {} }),
  };
  return streams.result(await runToolsCommand(words, posthouse, streams));
}
