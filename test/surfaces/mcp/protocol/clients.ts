import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewHttp,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { lineReader } from '../../../../src/surfaces/mcp/stdio/line-framing.ts';

/** Client operations used by tests. */
export type AnyClient = {
  listTools(): Promise<{ tools: ListedByClient[] }>;
  callTool(
    call: { name: string; arguments?: Record<string, unknown> },
    options?: { onprogress(progress: { progress: number }): void },
  ): Promise<CallResult>;
  /** Any other request by method name. */
  ask(method: AskedMethod, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  instructions(): string | undefined;
  server(): { name: string; version: string } | undefined;
  revision(): string | undefined;
  close(): Promise<void>;
};

type ListedByClient = {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown> | undefined;
  annotations?: Record<string, unknown> | undefined;
};

export type CallResult = {
  content: { type: string; text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: Record<string, unknown>;
};

export type Reach =
  | { url: string; token: string }
  | { command: string; args: string[]; env: Record<string, string> }
  /** A server on a pair of in-process streams. */
  | { pipes: { input: NodeJS.WritableStream; output: NodeJS.ReadableStream } };

const askedMethods = [
  'listPrompts',
  'getPrompt',
  'listResources',
  'listResourceTemplates',
  'readResource',
  'complete',
] as const;
type AskedMethod = (typeof askedMethods)[number];

/** The person's response to a form. A client without a person supports no elicitation. */
export type Person = (message: string) => Promise<{ action: string; content?: Record<string, unknown> }>;

type OldTransport = Parameters<OldClient['connect']>[0];

export type ClientKind = {
  name: string;
  revision: string;
  connect(reach: Reach, person?: Person): Promise<AnyClient>;
};

const identity = { name: 'a test', version: '1.0.0' };

/** Real clients: the SDK that most assistants use, and its successor in both eras. */
export const clientKinds: ClientKind[] = [
  { name: 'the SDK 1.32 client', revision: '2025-11-25', connect: connectOld },
  {
    name: 'the SDK 2.4 client with a handshake',
    revision: '2025-11-25',
    connect: (reach, person) => connectNew(reach, 'legacy', person),
  },
  {
    name: 'the SDK 2.4 client without a handshake',
    revision: '2026-07-28',
    connect: (reach, person) => connectNew(reach, { pin: '2026-07-28' }, person),
  },
  {
    name: 'the SDK 2.4 client that finds out for itself',
    revision: '2026-07-28',
    connect: (reach, person) => connectNew(reach, 'auto', person),
  },
];

async function connectOld(reach: Reach, person?: Person): Promise<AnyClient> {
  const client = new OldClient(identity, person && { capabilities: { elicitation: {} } });
  if (person) {
    client.setRequestHandler(
      ElicitRequestSchema,
      async ({ params }) => (await person(params.message)) as never,
    );
  }
  let revision: string | undefined;
  const transport = (
    'url' in reach
      ? new OldHttp(new URL(reach.url), bearer(reach.token))
      : 'pipes' in reach
        ? onPipes(reach.pipes)
        : new OldStdio(reach)
  ) as OldTransport;
  const settle = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version: string) => {
    revision = version;
    settle?.(version);
  };
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()) as { tools: ListedByClient[] },
    callTool: async (call, options) =>
      (await client.callTool(call, undefined, options as never)) as CallResult,
    ask: async (method, params) => (await client[method]((params ?? {}) as never)) as Record<string, unknown>,
    instructions: () => client.getInstructions(),
    server: () => client.getServerVersion(),
    revision: () => revision,
    async close() {
      if (transport instanceof OldHttp) await transport.terminateSession();
      await client.close();
    },
  };
}

async function connectNew(
  reach: Reach,
  mode: 'legacy' | 'auto' | { pin: string },
  person?: Person,
): Promise<AnyClient> {
  const client = new NewClient(identity, {
    versionNegotiation: { mode },
    ...(person && { capabilities: { elicitation: {} } }),
  });
  if (person) {
    client.setRequestHandler(
      'elicitation/create',
      async ({ params }) => (await person(params.message)) as never,
    );
  }
  await client.connect(
    'url' in reach
      ? new NewHttp(new URL(reach.url), bearer(reach.token))
      : 'pipes' in reach
        ? onPipes(reach.pipes)
        : new NewStdio(reach),
  );
  return {
    listTools: async () => (await client.listTools()) as { tools: ListedByClient[] },
    callTool: async (call, options) => (await client.callTool(call, options as never)) as CallResult,
    ask: async (method, params) => (await client[method]((params ?? {}) as never)) as Record<string, unknown>,
    instructions: () => client.getInstructions(),
    server: () => client.getServerVersion(),
    revision: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
}

function bearer(token: string) {
  return { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
}

/** The client side of a pair of streams. */
function onPipes({
  input,
  output,
}: {
  input: NodeJS.WritableStream;
  output: NodeJS.ReadableStream;
}): Transport {
  const transport: Transport = {
    async start() {
      output.on(
        'data',
        lineReader(
          (line) => transport.onmessage?.(JSON.parse(line)),
          () => {},
        ),
      );
      output.on('end', () => transport.onclose?.());
    },
    async send(message) {
      input.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      input.end();
      transport.onclose?.();
    },
  };
  return transport;
}
