import type { Caller } from '../engine/context/caller.ts';
import { Failure } from '../model/failure.ts';
import { type Observed, serverFaultFrom } from '../world/telemetry/observe.ts';
import type { SpanTerms } from '../world/telemetry/traces.ts';
import type { Tool } from './tool.ts';

export function observedCall<Outcome>(tool: Tool, caller: Caller): Observed<Outcome> {
  return {
    span: () => spanOf(tool, caller),
    refused: (span, { failure }) => span.set({ 'posthouse.refused': failure }),
    measured(meters, outcome) {
      const status = 'result' in outcome ? 'done' : isAnswer(outcome.error) ? 'refused' : 'failed';
      meters.count('tool_calls_total', { tool: tool.name, status });
    },
  };
}

/** Names and attributes follow the OpenTelemetry conventions for MCP and for agent tools. */
function spanOf(tool: Tool, caller: Caller): { name: string; terms: SpanTerms } {
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
  };
}

function isAnswer(error: unknown): boolean {
  return error instanceof Failure && error.status < serverFaultFrom;
}
