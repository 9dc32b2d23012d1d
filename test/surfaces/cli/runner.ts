import { z } from 'zod';
import type { Config } from '../../../src/config.ts';
import { readConfig } from '../../../src/config.ts';
import { defineTool, type Tool } from '../../../src/contract/tool.ts';
import type { Streams } from '../../../src/surfaces/cli/streams.ts';
import { runToolsCommand } from '../../../src/surfaces/cli/tools/tools.ts';
import { catalogue } from '../../../tools/index.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

export type ToolResult = { code: number; out: string; err: string };

/** @param columns width of a terminal; without it, the output goes to a program */
export function keptStreams(columns?: number): Streams & { result(code: number): ToolResult } {
  let out = '';
  let err = '';
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  return {
    out: { write: (text) => (out += text), ...terminal },
    err: { write: (text) => (err += text), ...terminal },
    result: (code) => ({ code, out, err }),
  };
}

/** Returns its input; has a field of every kind. */
export const paint = defineTool({
  name: 'paint_wall',
  title: 'Paint a wall',
  summary: 'Paint a wall.',
  advice: 'Answers what it was given.',
  toolset: 'core',
  input: z.strictObject({
    id: z.string().min(1).describe('Which wall'),
    coats: z.int().min(1).max(5).default(1),
    thickness: z.number().optional(),
    glossy: z.boolean().optional(),
    colours: z.array(z.string()).optional(),
    layers: z.array(z.int()).optional(),
    to: z.union([z.string(), z.array(z.string())]).optional(),
    note: z.string().nullable().optional(),
    fileAs: z.string().optional(),
    reply_to: z.string().optional(),
    attributes: z.record(z.string(), z.unknown()).optional(),
    finish: z.enum(['matt', 'satin']).optional(),
    url: z.string().optional(),
    anything: z.unknown().optional(),
  }),
  output: z.object({
    painted: z.record(z.string(), z.unknown()),
    organization: z.string(),
    scopes: z.number(),
  }),
  failures: ['conflict'],
  effect: 'write',
  needs: 'admin',
  rest: null,
  doors: ['cli', 'tools'],
  example: { input: { id: 'north' }, output: { painted: {}, organization: 'org_1', scopes: 1 } },
  async run(scope, input) {
    if (input.id === 'wet')
      scope.fail('conflict', { message: 'The wall is still wet', details: { hours: 2 } });
    return await scope.commit(async () => ({
      painted: input,
      organization: scope.caller.organization.id,
      scopes: scope.caller.scopes.length,
    }));
  },
});

const tools: readonly Tool[] = [paint, ...catalogue];

/** Runs `tools …` on a simulated platform, which the command closes. */
export async function runTools(
  words: readonly string[],
  options: { platform?: SimulatedPlatform; config?: Partial<NodeJS.ProcessEnv>; columns?: number } = {},
): Promise<ToolResult> {
  const streams = keptStreams(options.columns);
  const posthouse = {
    readConfig: (): Config => readConfig({ ...options.config }),
    openConfigured: async () => (options.platform ?? (await openPlatform())).platform,
  };
  return streams.result(await runToolsCommand(words, posthouse, streams, tools));
}
