import { expect, test } from 'vitest';
import { mayAsk } from '../../src/contract/description/tool-description.ts';
import { deriveHints } from '../../src/contract/effect.ts';
import { offeredAt, type Tool } from '../../src/contract/tool.ts';
import {
  findOperationClass,
  listOperations,
  operationClasses,
} from '../../src/model/approval/operation-classes.ts';
import { unboundCatalogueTools } from '../../src/surfaces/mcp/tools/catalogue/catalogue-tools.ts';
import { catalogue } from '../../tools/index.ts';

/** True for operator tools that no assistant is offered, because no token has their scope. */
const isOutOfReach = (tool: Tool): boolean => tool.needs === 'admin' && !offeredAt(tool, 'mcp');

test('every operation of the catalogue has one class', () => {
  const named = Object.keys(operationClasses).flatMap((name) => listOperations(name as 'none'));
  expect(named.toSorted()).toEqual(
    [...catalogue, ...unboundCatalogueTools].map(({ name }) => name).toSorted(),
  );
});

test.each(catalogue.map((tool) => ({ tool, name: tool.name })))(
  '$name has a preview for assistants if and only if its class requires it',
  ({ tool }) => {
    const { asks } = operationClasses[findOperationClass(tool.name)!];
    expect(mayAsk(tool)).toBe(asks && (mayAsk(tool) || !isOutOfReach(tool)));
  },
);

test('a tool that can cause mail or calls another server has openWorldHint', () => {
  const open = catalogue.filter((tool) => deriveHints(tool).openWorldHint).map(({ name }) => name);
  for (const name of [
    'send_email',
    'trigger_workflow',
    'apply_tag',
    'track_event',
    'import_subscribers',
    'update_segment',
    'test_webhook',
    'verify_domain',
  ]) {
    expect(open).toContain(name);
  }
  expect(open).not.toContain('list_emails');
  expect(open).not.toContain('pause_campaign');
});
