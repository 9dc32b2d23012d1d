import { expect, test } from 'vitest';
import { scopes } from '../../../src/model/organization/token.ts';
import { mcpTool } from '../../../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../../../tools/index.ts';

/** Returns the scopes in a description, listed singly or as `.read and .write of` a list of resources. */
function scopesNamedIn(text: string): Set<string> {
  const [alone = '', of = ''] = text.split('; also .read and .write of ');
  const paired = of.split(', ').flatMap((resource) => [`${resource}.read`, `${resource}.write`]);
  return new Set([...alone.replace(/ \([^)]*\)/g, '').split(', '), ...paired]);
}

test.each(['create_token', 'update_token'])(
  'the description of %s names exactly the existing scopes',
  (name) => {
    const tool = catalogue.find((one) => one.name === name)!;
    const properties = mcpTool(tool).inputSchema.properties as { scopes: { description: string } };
    expect([...scopesNamedIn(properties.scopes.description)].sort()).toEqual([...scopes].sort());
  },
);
