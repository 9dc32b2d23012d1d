/** `/api/v2/tools`: lists the catalogue and runs any tool by name. */
import { z } from 'zod';
import { createAudit } from '../../../contract/audit.ts';
import { lackedScope, lacksScope, opensTo } from '../../../contract/authorize.ts';
import {
  readArguments,
  type ToolDescription,
  toolDescription,
} from '../../../contract/description/tool-description.ts';
import { dryRun } from '../../../contract/dry-run.ts';
import { invoke } from '../../../contract/invoke.ts';
import { limitMax, listSchema } from '../../../contract/list.ts';
import { subjects, type Tool, toolsAt } from '../../../contract/tool.ts';
import { readBy } from '../../../contract/validation-errors.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import {
  Failure,
  type FailureName,
  invalidField,
  invalidFields,
  toToolError,
} from '../../../model/failure.ts';
import { scopes as tokenScopes } from '../../../model/organization/token.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  jsonAnswer,
  jsonBytesMax,
  jsonHeaders,
  type TokenRoute,
} from '../../http/request-response.ts';
import { nextLink } from './list-link.ts';
import { replayedHeaders, v2Prefix } from './routes.ts';

const JsonObject = z.record(z.string(), z.unknown());
export const ToolArguments = JsonObject;

export const ToolAnswer = z.object({
  object: z.literal('tool'),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  input_schema: JsonObject.describe('JSON Schema 2020-12'),
  output_schema: JsonObject.describe('JSON Schema 2020-12'),
  annotations: z.object({
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.boolean(),
  }),
  scopes: z.array(z.enum(tokenScopes)),
  enabled: z.boolean(),
  category: z.enum(subjects).exclude(['catalogue']),
});
export const ToolList = listSchema(ToolAnswer);

export const ToolResult = z.object({
  object: z.literal('tool_result'),
  name: z.string(),
  is_error: z.boolean().describe('true: the tool refused the call; structured_content gives the reason'),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structured_content: JsonObject,
});

export const ToolCall = z.strictObject({
  name: z.string().min(1),
  arguments: JsonObject.default({}).describe('Arguments that match the tool’s input_schema'),
});

/** The whole catalogue fits on a page, so that is the default. */
export const ToolListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(limitMax).default(limitMax).describe('Page size'),
  after: z.string().optional().describe('Name of the last tool seen'),
  before: z.string().optional().describe('Name of the first tool seen'),
});

/** Routes of `/api/v2/tools`. They need the scope `tools.run` in addition to the scope of the tool. */
export function toolRoutes({
  engine,
  catalogue,
}: {
  engine: Engine;
  catalogue: readonly Tool[];
}): TokenRoute[] {
  const offered = toolsAt(catalogue, 'tools');
  const listed = [...offered.values()];
  const written = new Map(listed.map((tool) => [tool, '']));
  const write = (tool: Tool): string => {
    let text = written.get(tool)!;
    if (text === '') {
      text = JSON.stringify(toolDescription(tool) satisfies ToolDescription);
      written.set(tool, text);
    }
    return text;
  };

  function offeredTool(name: string): Tool {
    const tool = offered.get(name);
    if (!tool) throw new Failure('not_found', { message: 'There is no tool with that name' });
    return tool;
  }

  function allowedTool(name: string, caller: Caller): Tool {
    const tool = offeredTool(name);
    if (opensTo(tool, caller.scopes)) return tool;
    throw lacksScope(tool.needs);
  }

  async function run(
    request: HttpRequest,
    caller: Caller,
    name: string,
    given: Record<string, unknown>,
  ): Promise<HttpAnswer> {
    const tool = offeredTool(name);
    const lacked = lackedScope(tool, caller, given);
    if (lacked !== null) {
      const failure = lacksScope(lacked);
      await createAudit(engine, tool, caller, given)?.settle(failure);
      throw failure;
    }
    const read = readArguments(tool, given);
    const byHeader = request.idempotency && {
      ...request.idempotency,
      place: `POST ${v2Prefix}/tools/${tool.name}`,
    };
    try {
      if (read.dryRun)
        return resultAnswer(tool, false, await dryRun(engine, tool, caller, read.input), false);
      const outcome = await invoke(engine, tool, caller, read.input, read.idempotency ?? byHeader);
      return resultAnswer(tool, false, outcome.output, outcome.replayed);
    } catch (error) {
      if (!(error instanceof Failure) || requestFailures.has(error.failure)) throw error;
      return resultAnswer(tool, true, toToolError(error), false);
    }
  }

  const token = { access: 'token', door: 'tools', envelope: 'v2', scope: 'tools.run' } as const;
  const reads = { ...token, method: 'GET', takes: 'nothing', bodyBytesMax: 0 } as const;
  const runs = { ...token, method: 'POST', takes: 'json', bodyBytesMax: jsonBytesMax } as const;
  return [
    {
      ...reads,
      path: `${v2Prefix}/tools`,
      async answer(request, caller) {
        const allowed = listed.filter((tool) => opensTo(tool, caller.scopes));
        const { page, hasMore } = pageOf(allowed, request);
        const body = `{"object":"list","data":[${page.map(write).join(',')}],"has_more":${hasMore}}`;
        const place = { baseUrl: engine.settings.baseUrl, path: request.path, query: request.query };
        const link = hasMore ? nextLink({ data: page }, place, 'name') : null;
        return { status: 200, headers: link ? { ...jsonHeaders, ...link } : jsonHeaders, body };
      },
    },
    {
      ...reads,
      path: `${v2Prefix}/tools/:name`,
      async answer(_request, caller, { name }) {
        return { status: 200, headers: jsonHeaders, body: write(allowedTool(name!, caller)) };
      },
    },
    {
      ...runs,
      path: `${v2Prefix}/tools/:name`,
      answer: (request, caller, { name }) => run(request, caller, name!, readAs(ToolArguments, request.json)),
    },
    {
      ...runs,
      path: `${v2Prefix}/tools`,
      async answer(request, caller) {
        const { name, arguments: given } = readAs(ToolCall, request.json);
        return await run(request, caller, name, given);
      },
    },
  ];
}

/** Failures of the request or the server. Other failures are results of the tool. */
const requestFailures = new Set<FailureName>([
  'validation_error',
  'invalid_idempotency_key',
  'invalid_idempotent_request',
  'concurrent_idempotent_requests',
  'internal_server_error',
  'service_unavailable',
]);

function resultAnswer(tool: Tool, refused: boolean, value: unknown, replayed: boolean): HttpAnswer {
  const result = {
    object: 'tool_result',
    name: tool.name,
    is_error: refused,
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structured_content: value,
  };
  return jsonAnswer(200, result, replayed ? replayedHeaders : jsonHeaders);
}

/** Pages through the tools by name, with the usual list parameters. */
function pageOf(tools: readonly Tool[], request: HttpRequest): { page: readonly Tool[]; hasMore: boolean } {
  const { limit, after, before } = readAs(ToolListQuery, Object.fromEntries(request.query));
  if (after !== undefined && before !== undefined) {
    throw invalidField('before', 'cannot be given together with after');
  }
  const cursor = after ?? before;
  if (cursor === undefined) return { page: tools.slice(0, limit), hasMore: tools.length > limit };
  const at = tools.findIndex(({ name }) => name === cursor);
  if (at < 0) {
    throw invalidField(after === undefined ? 'before' : 'after', 'is not the name of a tool of this list');
  }
  if (after !== undefined) {
    return { page: tools.slice(at + 1, at + 1 + limit), hasMore: tools.length > at + 1 + limit };
  }
  return { page: tools.slice(Math.max(0, at - limit), at), hasMore: at > limit };
}

function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = readBy(schema, value);
  if ('faults' in read) throw invalidFields(read.faults);
  return read.value;
}
