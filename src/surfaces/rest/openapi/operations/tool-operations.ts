import { toJsonSchema } from '../../../../contract/description/json-schema.ts';
import { toolDescription } from '../../../../contract/description/tool-description.ts';
import type { Tool } from '../../../../contract/tool.ts';
import { callToolName } from '../../../../contract/tool-filter.ts';
import { AdminToolCall, AdminToolList, AdminToolResult, adminToolsPath } from '../../admin-tools.ts';
import { v2Prefix } from '../../v2/routes.ts';
import { ToolAnswer, ToolArguments, ToolCall, ToolList, ToolListQuery, ToolResult } from '../../v2/tools.ts';
import { linkHeader } from '../refusals.ts';
import { type DescribedOperation, describeParameters } from './operation.ts';

export function toolOperations(shown: Tool, catalogue: readonly Tool[]): DescribedOperation[] {
  return [...v2ToolOperations(shown), ...adminToolOperations(shown, catalogue)];
}

function v2ToolOperations(shown: Tool): DescribedOperation[] {
  const listed = toolDescription(shown);
  const { input, output } = shown.example;
  const answer = {
    schema: toJsonSchema(ToolResult, 'output'),
    example: {
      object: 'tool_result',
      name: shown.name,
      is_error: false,
      content: [{ type: 'text', text: JSON.stringify(output) }],
      structured_content: output,
    },
  };
  const name = describeParameters('path', { properties: { name: { type: 'string' } } }, { name: shown.name });
  const v2 = { version: 'v2', tag: 'Tools', statuses: [200], body: null, failures: [] } as const;
  const runs = 'A tool that refuses is a 200 with `is_error: true`; bad arguments are a 400.';
  return [
    {
      ...v2,
      method: 'GET',
      path: `${v2Prefix}/tools`,
      tool: 'find_tools',
      operationId: 'listTools',
      sdk: { resource: 'tools', method: 'list' },
      summary: 'List tools',
      description: 'The tools that the scopes of the token allow. Needs the scope `tools.run`.',
      parameters: describeParameters('query', toJsonSchema(ToolListQuery, 'input'), {}),
      answer: {
        schema: toJsonSchema(ToolList, 'output'),
        example: { object: 'list', data: [listed], has_more: false },
      },
      answerHeaders: linkHeader,
    },
    {
      ...v2,
      method: 'POST',
      path: `${v2Prefix}/tools`,
      tool: callToolName,
      operationId: 'runTool',
      summary: 'Run a tool by name',
      description: `${runs} Needs \`tools.run\` and the scope of the tool.`,
      parameters: [],
      body: {
        schema: toJsonSchema(ToolCall, 'input'),
        required: true,
        example: { name: shown.name, arguments: input },
      },
      answer,
      failures: ['not_found'],
    },
    {
      ...v2,
      method: 'GET',
      path: `${v2Prefix}/tools/{name}`,
      tool: 'describe_tool',
      operationId: 'getTool',
      sdk: { resource: 'tools', method: 'get' },
      summary: 'Get a tool',
      description: 'One tool with its schemas. Needs `tools.run` and the scope of the tool.',
      parameters: name,
      answer: { schema: toJsonSchema(ToolAnswer, 'output'), example: listed },
      failures: ['not_found'],
    },
    {
      ...v2,
      method: 'POST',
      path: `${v2Prefix}/tools/{name}`,
      tool: callToolName,
      operationId: 'runNamedTool',
      sdk: { resource: 'tools', method: 'run' },
      summary: 'Run a tool',
      description: `The body is the input of the tool. ${runs} Needs \`tools.run\` and the scope of the tool.`,
      parameters: name,
      body: { schema: toJsonSchema(ToolArguments, 'input'), required: false, example: input },
      answer,
      failures: ['not_found'],
    },
  ];
}

function adminToolOperations(shown: Tool, catalogue: readonly Tool[]): DescribedOperation[] {
  const { input, output } = shown.example;
  const common = { version: 'v1', tag: 'Admin', statuses: [200], parameters: [] } as const;
  return [
    {
      ...common,
      method: 'GET',
      path: adminToolsPath,
      operationId: 'listAdminTools',
      summary: 'List every tool',
      description: 'Every tool, those of the operator among them. Needs the scope `admin`.',
      body: null,
      answer: {
        schema: toJsonSchema(AdminToolList, 'output'),
        example: { success: true, tools: [toolDescription(shown)] },
      },
      failures: [],
    },
    {
      ...common,
      method: 'POST',
      path: adminToolsPath,
      operationId: 'runAdminTool',
      summary: 'Run any tool',
      description: 'Runs a tool by name. Needs `admin` and the scope of the tool.',
      body: {
        schema: toJsonSchema(AdminToolCall, 'input'),
        required: true,
        example: { tool: shown.name, args: input },
      },
      answer: {
        schema: toJsonSchema(AdminToolResult, 'output'),
        example: { success: true, tool: shown.name, result: output },
      },
      failures: [...new Set(['not_found' as const, ...catalogue.flatMap((tool) => tool.failures)])],
    },
  ];
}
