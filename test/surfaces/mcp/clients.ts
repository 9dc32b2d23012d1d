import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What a test asks of any client. */
export type AnyClient = {
  listTools(): Promise<{ tools: ListedByClient[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<CallResult>;
  instructions(): string | undefined;
  server(): { name: string; version: string } | undefined;
  revision(): string | undefined;
  close(): Promise<void>;
};

export type ListedByClient = {
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

export type Reach = { url: string; token: string } | { command: string; args: string[] };

type OldTransport = Parameters<OldClient['connect']>[0];

export type ClientKind = { name: string; revision: string; connect(reach: Reach): Promise<AnyClient> };

const identity = { name: 'a test', version: '1.0.0' };

/** Real clients: the SDK that most assistants were built with, and its successor in both of its eras. */
export const clientKinds: ClientKind[] = [
  { name: 'the SDK 1.32 client', revision: '2025-11-25', connect: connectOld },
  {
    name: 'the SDK 2.4 client with a handshake',
    revision: '2025-11-25',
    connect: (reach) => connectNew(reach, 'legacy'),
  },
  {
    name: 'the SDK 2.4 client without a handshake',
    revision: '2026-07-28',
    connect: (reach) => connectNew(reach, { pin: '2026-07-28' }),
  },
  {
    name: 'the SDK 2.4 client that finds out for itself',
    revision: '2026-07-28',
    connect: (reach) => connectNew(reach, 'auto'),
  },
];

async function connectOld(reach: Reach): Promise<AnyClient> {
  const client = new OldClient(identity);
  let revision: string | undefined;
  const transport = (
    'url' in reach ? new OldHttp(new URL(reach.url), bearer(reach.token)) : new OldStdio(reach)
  ) as OldTransport;
  const settle = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version: string) => {
    revision = version;
    settle?.(version);
  };
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()) as { tools: ListedByClient[] },
    callTool: async (call) => (await client.callTool(call)) as CallResult,
    instructions: () => client.getInstructions(),
    server: () => client.getServerVersion(),
    revision: () => revision,
    close: () => client.close(),
  };
}

async function connectNew(reach: Reach, mode: 'legacy' | 'auto' | { pin: string }): Promise<AnyClient> {
  const client = new NewClient(identity, { versionNegotiation: { mode } });
  await client.connect(
    'url' in reach ? new NewHttp(new URL(reach.url), bearer(reach.token)) : new NewStdio(reach),
  );
  return {
    listTools: async () => (await client.listTools()) as { tools: ListedByClient[] },
    callTool: async (call) => (await client.callTool(call)) as CallResult,
    instructions: () => client.getInstructions(),
    server: () => client.getServerVersion(),
    revision: () => client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
}

function bearer(token: string) {
  return { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
}
