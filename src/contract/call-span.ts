import type { Caller } from '../engine/context/caller.ts';
import type { Observed } from '../world/telemetry/observe.ts';
import type { Tool } from './tool.ts';

/** Names and attributes follow the OpenTelemetry conventions for MCP and for agent tools. */
export function callSpan<Outcome>(tool: Tool, caller: Caller): Observed<Outcome> {
  const attributes = {
    'posthouse.tool': tool.name,
    'posthouse.door': caller.door,
    'posthouse.organization.id': caller.organization.id,
    'posthouse.request.id': caller.requestId,
  };
  const isMcp = caller.door === 'mcp';
  const ofMcp = {
    'network.transport': 'tcp',
    ...caller.cameBy,
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool.name,
  };
  return {
    name: isMcp ? `tools/call ${tool.name}` : tool.name,
    terms: {
      kind: isMcp ? 'server' : 'internal',
      parent: caller.trace,
      attributes: isMcp ? { ...attributes, ...ofMcp } : attributes,
    },
    refused: (span, { failure }) => span.set({ 'posthouse.refused': failure }),
  };
}
