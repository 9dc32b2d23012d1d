import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { examineServer } from '../../src/engine/setup/examine-setup.ts';
import { Instant, isoInstant, isoInstantOrNull } from '../../src/model/instant.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';
import { roles } from '../../src/roles.ts';

export const checkSetup = defineTool({
  name: 'check_setup',
  title: 'Check the setup',
  summary: 'Check tokens, domains, webhooks, workflows and storage, and what to fix.',
  advice: 'The operator also gets the checks and the state of the server. A result is kept for a minute.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject({}),
  output: z.object({
    object: z.literal('setup'),
    examined_at: Instant,
    findings: z.array(
      z.object({
        about: z.enum(['server', 'organization']),
        name: z.string(),
        state: z.enum(['ok', 'warn', 'fail']),
        // May name webhooks, workflows and other servers.
        sentence: untrusted(z.string()),
      }),
    ),
    server: z
      .object({
        version: z.string(),
        database: z.enum(['sqlite', 'postgres']),
        queue: z.object({
          due: z.int(),
          later: z.int(),
          running: z.int(),
          oldest_due_at: Instant.nullable(),
        }),
        processes: z.array(
          z.object({
            role: z.enum(roles).describe('api: requests; worker: jobs; all: both'),
            machine: z.string(),
            version: z.string(),
            started_at: Instant,
            last_seen_at: Instant,
            alive: z.boolean(),
          }),
        ),
        disk_free_octets: z.int().nullable(),
        backed_up_at: Instant.nullable(),
      })
      .nullable()
      .describe('null unless you are the operator, or an admin of the only organization'),
  }),
  failures: [],
  effect: 'read',
  needs: 'organization.read',
  rest: { route: 'GET /setup' },
  example: {
    input: {},
    output: {
      object: 'setup',
      examined_at: '2026-11-21T09:30:00.000Z',
      findings: [
        {
          about: 'organization',
          name: 'webhooks',
          state: 'ok',
          sentence: 'No webhook was disabled because of its deliveries.',
        },
      ],
      server: null,
    },
  },
  async run({ engine, caller, signal }) {
    const { examinedAt, findings, server } = await examineServer(engine, caller, signal);
    return {
      object: 'setup' as const,
      examined_at: isoInstant(examinedAt),
      findings,
      server: server && {
        version: server.version,
        database: server.database,
        queue: {
          due: server.queue.due,
          later: server.queue.later,
          running: server.queue.running,
          oldest_due_at: isoInstantOrNull(server.queue.oldestDueAt),
        },
        processes: server.processes.map(({ role, machine, version, startedAt, beatAt, isAlive }) => ({
          role,
          machine,
          version,
          started_at: isoInstant(startedAt),
          last_seen_at: isoInstant(beatAt),
          alive: isAlive,
        })),
        disk_free_octets: server.diskFreeOctets,
        backed_up_at: server.backedUpAt,
      },
    };
  },
});
