import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { baseUrl } from '../test/world/platform.ts';
import type { EvalDoor } from './door.ts';
import { agreeable, type EvalTask } from './task.ts';
import type { EvalWorld } from './world.ts';

/** The protocol era of the official client, and whether it supports elicitation. */
export type Manner = { era: 'modern' | 'legacy'; elicits: boolean };

/**
 * Tools that the assistant sees. `all`: the standard toolsets. `asked`: its host searches them, and loads one tool at a time.
 * `catalogue`: the toolsets core and catalogue, through which the server reaches every tool.
 */
export const sights = ['all', 'asked', 'catalogue'] as const;
export type Sight = (typeof sights)[number];

export const manners: readonly Manner[] = [
  { era: 'modern', elicits: true },
  { era: 'legacy', elicits: false },
  { era: 'modern', elicits: false },
  { era: 'legacy', elicits: true },
];

export async function tokenFor(world: EvalWorld, { connection = {} }: EvalTask): Promise<string> {
  const { scopes, mode } = connection;
  const { token } = await world.addToken(world.organization, {
    name: 'assistant',
    ...(scopes && { scopes }),
    ...(mode && { mode }),
  });
  return token;
}

/** Connects the official client to the door as a task’s assistant. The task’s person answers elicitations. */
export async function connect(
  door: EvalDoor,
  token: string,
  task: EvalTask,
  { era, elicits }: Manner,
  sight: Sight = 'all',
): Promise<Client> {
  const { persona = agreeable, connection = {} } = task;
  const client = new Client(
    { name: 'evals', version: '1.0.0' },
    {
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
      ...(elicits && { capabilities: { elicitation: { form: {} } } }),
    },
  );
  if (elicits) {
    client.setRequestHandler('elicitation/create', () =>
      persona.confirms
        ? { action: 'accept' as const, content: { confirm: true } }
        : { action: 'decline' as const },
    );
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), {
      requestInit: {
        headers: {
          authorization: `Bearer ${token}`,
          ...(sight === 'catalogue' && { 'X-MCP-Toolsets': 'core,catalogue' }),
          ...connection.headers,
        },
      },
      fetch: (url, init) => door.http.fetch(new Request(url, init)),
    }),
  );
  return client;
}
