import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { saveWorkflow as save } from '../../src/engine/workflows/save-workflow.ts';
import { IdInput } from '../../src/model/id.ts';
import { shownAs } from '../../src/model/text/alias.ts';
import { oneLine } from '../../src/model/text/text.ts';
import { workflowLimits } from '../../src/model/workflow/definition.ts';
import { changesField, definitionFields } from '../../src/model/workflow/reading/definition-input.ts';
import { Workflow } from '../../src/model/workflow/workflow-answer.ts';
import { definitionExample, workflowExample } from './workflow-example.ts';

export const saveWorkflow = defineTool({
  name: 'save_workflow',
  title: 'Save workflow',
  summary: 'Create a workflow, or change one. Nothing runs yet.',
  advice: 'Read posthouse://docs/workflows first. Then call simulate_workflow and activate_workflow.',
  toolset: 'automation',
  input: z.strictObject({
    workflowId: IdInput.optional(),
    name: oneLine(workflowLimits.nameLengthMax).min(1).optional(),
    description: z
      .string()
      .max(workflowLimits.descriptionLengthMax)
      .nullish()
      .meta(shownAs({ type: 'string' })),
    ...definitionFields,
    changes: changesField,
    expectedRevision: z.int().optional(),
  }),
  output: Workflow,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  needs: 'workflows.write',
  roles: ['author'],
  rest: { route: 'POST /workflows', aliases: ['PATCH /workflows/{workflowId}'] },
  example: { input: { name: workflowExample.name, ...definitionExample }, output: workflowExample },
  async run(scope, input) {
    return await save(scope, input);
  },
});
