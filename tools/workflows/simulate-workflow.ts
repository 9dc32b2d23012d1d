import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { backtest } from '../../src/engine/workflows/backtest-workflow.ts';
import { simulateWorkflow as simulate } from '../../src/engine/workflows/simulate-workflow.ts';
import { IdInput } from '../../src/model/id.ts';
import { Instant } from '../../src/model/instant.ts';
import { EventProperties } from '../../src/model/subscriber/event.ts';
import {
  SubscriberRefInput,
  subscriberFields,
  subscriberStatuses,
} from '../../src/model/subscriber/subscriber.ts';
import { shownAs } from '../../src/model/text/alias.ts';
import { FreeObject } from '../../src/model/text/custom-attributes.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';
import { TimeZoneInput } from '../../src/model/time-zone.ts';
import { workflowExample } from './workflow-example.ts';

const actsMax = 50;

export const simulateWorkflow = defineTool({
  name: 'simulate_workflow',
  title: 'Simulate workflow',
  summary: 'Simulate the draft of a workflow for a real or made-up person. Nothing is sent.',
  advice: 'Pass subscriber or person. With backtest, it also estimates the last 30 days.',
  toolset: 'automation',
  input: z.strictObject({
    workflowId: IdInput,
    subscriber: SubscriberRefInput.optional(),
    person: z
      .strictObject({
        status: z
          .enum(subscriberStatuses)
          .optional()
          .meta(shownAs({ type: 'string' })),
        firstName: z.string().max(256).optional(),
        attributes: subscriberFields.attributes.meta(shownAs({ type: 'object' })),
        tags: z.array(z.string()).max(50).optional(),
        timezone: TimeZoneInput.optional(),
      })
      .optional()
      .describe('Made-up person'),
    properties: EventProperties.optional().describe('Properties of the triggering event'),
    acts: z
      .array(
        z.strictObject({
          after: z.string().max(40).optional(),
          event: z.string().max(128).optional(),
          properties: FreeObject.optional(),
          opens: z.string().max(64).optional(),
          clicks: z.string().max(64).optional(),
          leaves: z
            .literal(true)
            .optional()
            .meta(shownAs({ type: 'boolean' })),
        }),
      )
      .max(actsMax)
      .optional()
      .describe(
        'Actions of the person, such as {"after":"2 days","clicks":"<step key>"}; leaves: unsubscribes',
      ),
    backtest: z.boolean().default(false),
  }),
  output: z.object({
    object: z.literal('workflow_simulation'),
    enters: z.boolean(),
    reason: z.string().nullable().describe('Reason why the person would not enter'),
    mails: z.int(),
    path: z.array(
      z.object({
        step: z.string(),
        what: untrusted(z.string()),
        at: Instant,
        waits: z.array(z.string()),
        left: Instant.nullable(),
        via: z.string().nullable(),
        because: z.array(untrusted(z.string())),
      }),
    ),
    end: z.string().nullable(),
    endsAt: Instant.nullable(),
    warnings: z.array(z.string()),
    backtest: z
      .object({
        days: z.int(),
        possible: z.boolean(),
        note: z
          .string()
          .nullable()
          .describe('Reason why a backtest is not possible, or the basis of its counts'),
        entered: z.int(),
        mails: z.int(),
        mostMails: z.int(),
        complete: z.boolean(),
      })
      .nullable(),
  }),
  failures: ['not_found'],
  effect: 'read',
  needs: 'workflows.read',
  rest: { route: 'POST /workflows/{workflowId}/simulate', aliases: ['POST /workflows/{workflowId}/dry-run'] },
  example: {
    input: { workflowId: workflowExample.id, acts: [{ after: '2 hours', opens: 'welcome' }] },
    output: {
      object: 'workflow_simulation',
      enters: true,
      reason: null,
      mails: 1,
      path: [
        {
          step: 'welcome',
          what: 'send the mail "Welcome, {{firstName|friend}}"',
          at: '2026-11-21T10:00:00.000Z',
          waits: [],
          left: '2026-11-21T10:00:00.000Z',
          via: 'default',
          because: [],
        },
      ],
      end: 'finished',
      endsAt: '2026-11-24T09:00:00.000Z',
      warnings: [],
      backtest: null,
    },
  },
  async run(scope, { workflowId, backtest: wanted, ...request }) {
    const workflow = (await scope.store.workflows.byId(workflowId)) ?? scope.fail('not_found');
    const played = await simulate(scope, workflow, {
      ...request,
      properties: request.properties ?? {},
      acts: request.acts ?? [],
    });
    if (!wanted) return { ...played, backtest: null };
    const { backfilled: _, ...past } = await backtest(scope, workflow.definition, null);
    return { ...played, backtest: past };
  },
});
