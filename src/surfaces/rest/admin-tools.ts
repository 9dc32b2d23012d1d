/** `/api/v1/admin/tools`: all tools, for tokens with the scope `admin`. Not part of v1, but uses its envelopes. */
import { z } from 'zod';
import { readArguments, toolDescription } from '../../contract/description/tool-description.ts';
import { dryRun } from '../../contract/dry-run.ts';
import { invoke } from '../../contract/invoke.ts';
import { type Tool, toolsAt } from '../../contract/tool.ts';
import { readBy } from '../../contract/validation-errors.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { Failure, invalidField, invalidFields } from '../../model/failure.ts';
import { jsonAnswer, jsonBytesMax, jsonHeaders, type TokenRoute } from '../http/request-response.ts';
import { replayedHeaders } from './v2/routes.ts';
import { ToolAnswer } from './v2/tools.ts';

export const adminToolsPath = '/api/v1/admin/tools';

const Arguments = z.record(z.string(), z.unknown());

/** Ignores unknown fields as v1 does. `name` and `arguments` are aliases of `tool` and `args`. */
export const AdminToolCall = z.object({
  tool: z.string().min(1).optional().describe('Name of the tool'),
  name: z.string().min(1).optional().describe('Alias of tool'),
  args: Arguments.optional().describe('Arguments that match the tool’s input_schema'),
  arguments: Arguments.optional().describe('Alias of args'),
});

export const AdminToolList = z.object({ success: z.literal(true), tools: z.array(ToolAnswer) });

export const AdminToolResult = z.object({
  success: z.literal(true),
  tool: z.string(),
  result: Arguments.describe('Result that matches the tool’s output_schema'),
});

export function adminToolRoutes({
  engine,
  catalogue,
}: {
  engine: Engine;
  catalogue: readonly Tool[];
}): TokenRoute[] {
  const offered = toolsAt(catalogue, 'tools');
  let list: string | null = null;

  const route = {
    path: adminToolsPath,
    access: 'token',
    door: 'tools',
    envelope: 'v1',
    scope: 'admin',
  } as const;
  return [
    {
      ...route,
      method: 'GET',
      takes: 'nothing',
      bodyBytesMax: 0,
      async answer() {
        list ??= JSON.stringify({ success: true, tools: [...offered.values()].map(toolDescription) });
        return { status: 200, headers: jsonHeaders, body: list };
      },
    },
    {
      ...route,
      method: 'POST',
      takes: 'json',
      bodyBytesMax: jsonBytesMax,
      async answer(request, caller) {
        const call = readBy(AdminToolCall, request.json);
        if ('faults' in call) throw invalidFields(call.faults);
        const name = call.value.tool ?? call.value.name;
        if (name === undefined) throw invalidField('tool', 'is required', 'required');
        const tool = offered.get(name);
        if (!tool) throw new Failure('not_found', { message: 'There is no tool with that name' });
        const given = call.value.args ?? call.value.arguments ?? {};
        const { input, idempotency, ...read } = readArguments(tool, given);
        if (read.dryRun) {
          const result = await dryRun(engine, tool, caller, input);
          return jsonAnswer(200, { success: true, tool: tool.name, result }, jsonHeaders);
        }
        const byHeader = request.idempotency && {
          ...request.idempotency,
          place: `${request.idempotency.place} ${tool.name}`,
        };
        const { output, replayed } = await invoke(engine, tool, caller, input, idempotency ?? byHeader);
        return jsonAnswer(
          200,
          { success: true, tool: tool.name, result: output },
          replayed ? replayedHeaders : jsonHeaders,
        );
      },
    },
  ];
}
