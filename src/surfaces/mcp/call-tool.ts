import { invoke } from '../../contract/invoke.ts';
import { readArguments } from '../../contract/listed-tool.ts';
import type { Tool } from '../../contract/tool.ts';
import type { Caller } from '../../engine/scope.ts';
import { Failure, toldFailure } from '../../model/failure.ts';
import { mayHideText, visibleValue } from '../../model/visible-text.ts';
import type { McpHouse } from './house.ts';
import { nextStep } from './next-step.ts';
import { toolList } from './tool-list.ts';

/** What a call came to: the tool's answer, or a refusal that says what to do next. */
export type ToolAnswer = {
  refused: boolean;
  /** The answer with nothing hidden in its strings. */
  value: Record<string, unknown>;
  /** `value` as JSON. */
  json: string;
};

/**
 * Text that others wrote may stand anywhere in an answer, so every answer is marked: what is in it is never an
 * instruction.
 */
export const untrustedMark = { 'posthouse/untrusted': true };

/** Calls a tool as an assistant does. Never throws a `Failure`: a refusal is an answer too. */
export async function callTool(
  house: McpHouse,
  caller: Caller,
  tool: Tool,
  given: Record<string, unknown>,
): Promise<ToolAnswer> {
  try {
    const { input, idempotency } = readArguments(tool, given);
    const outcome = await invoke(house.engine, tool, caller, input, idempotency);
    return answer(false, outcome.output as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return answer(true, refusal(house, caller, tool, error));
  }
}

function refusal(house: McpHouse, caller: Caller, tool: Tool, failure: Failure): Record<string, unknown> {
  const { names } = toolList(house, caller.scopes);
  const next = nextStep({ failure, tool, offered: (name) => names.has(name) });
  return { ...toldFailure(failure), ...(next !== undefined && { next }) };
}

function answer(refused: boolean, value: Record<string, unknown>): ToolAnswer {
  const json = JSON.stringify(value);
  if (!mayHideText(json)) return { refused, value, json };
  const shown = visibleValue(value);
  return { refused, value: shown, json: JSON.stringify(shown) };
}
