import type { Caller } from '../engine/context/caller.ts';
import { Failure } from '../model/failure.ts';
import type { SpanTerms, Traces } from '../world/telemetry/traces.ts';
import type { Tool } from './tool.ts';

const serverFaultFrom = 500;

/**
 * Runs a call of a tool within a span. A refusal is an answer, so it is reported and does not end the span as failed; a fault of
 * ours does.
 */
export async function traceCall<Outcome>(
  traces: Traces,
  tool: Tool,
  caller: Caller,
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  const { name, terms } = spanOf(tool, caller);
  const result = await traces.span(name, terms, async (span) => {
    try {
      return { outcome: await call() };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      span.set({ 'posthouse.refused': error.failure });
      if (error.status >= serverFaultFrom) span.fail(error.failure);
      return { failure: error };
    }
  });
  if ('failure' in result) throw result.failure;
  return result.outcome;
}

/** Names and attributes of MCP are those of the semantic conventions for it and for tools of agents. */
function spanOf(tool: Tool, caller: Caller): { name: string; terms: SpanTerms } {
  const attributes = {
    'posthouse.tool': tool.name,
    'posthouse.door': caller.door,
    'posthouse.organization.id': caller.organization.id,
    'posthouse.request.id': caller.requestId,
  };
  if (caller.door !== 'mcp') {
    return { name: tool.name, terms: { kind: 'internal', attributes, parent: caller.trace } };
  }
  return {
    name: `tools/call ${tool.name}`,
    terms: {
      kind: 'server',
      parent: caller.trace,
      attributes: {
        ...attributes,
        'network.transport': 'tcp',
        ...caller.cameBy,
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool.name,
      },
    },
  };
}
