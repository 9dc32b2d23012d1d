/**
 * Updates the pins of tools after an intended change: `npx node scripts/pin-tool.ts NAME…`. Updates only named tools, so that
 * no contract changes by accident.
 */
import { writeFileSync } from 'node:fs';
import type { Tool } from '../src/contract/tool.ts';
import { toolDescription } from '../src/contract/tool-description.ts';
import { catalogue } from '../tools/index.ts';

export const pinsFolder = new URL('../test/pins/tools/', import.meta.url);

/** Returns the contract of a tool that callers rely on, at every door. */
export function promiseOf(tool: Tool): Record<string, unknown> {
  const { title, description, annotations, scopes, input_schema, output_schema } = toolDescription(tool);
  return {
    name: tool.name,
    title,
    description,
    hints: annotations,
    scopes,
    toolset: tool.toolset,
    doors: tool.doors ?? 'all',
    rest: tool.rest,
    failures: tool.failures,
    input: input_schema,
    output: output_schema,
  };
}

if (import.meta.main) {
  for (const name of process.argv.slice(2)) {
    const tool = catalogue.find((one) => one.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    writeFileSync(new URL(`${name}.json`, pinsFolder), `${JSON.stringify(promiseOf(tool), null, 2)}\n`);
  }
}
