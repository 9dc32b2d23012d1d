import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertAsAsked } from '../../src/engine/approval/permit-checks.ts';
import { countSegmentNow, planSegmentCounts } from '../../src/engine/audience/count-segment.ts';
import { readRule } from '../../src/engine/audience/read-rule.ts';
import { resolveRuleAlone } from '../../src/engine/audience/resolve-audience.ts';
import { ruleWarnings } from '../../src/engine/audience/rule-warnings.ts';
import { IdInput } from '../../src/model/id.ts';
import { RuleInput, ruleGrammar, ruleShown } from '../../src/model/segment/rule-input.ts';
import { SegmentName, SegmentWithWarnings, segmentAnswer } from '../../src/model/segment/segment.ts';
import { shownAs } from '../../src/model/text/alias.ts';
import { beginWorkflows, lockWorkflows } from '../../src/store/records/workflows/workflow-inbox.ts';
import type { OrganizationStore } from '../../src/store/store.ts';
import { segmentExample } from './segment-example.ts';

export const updateSegment = defineTool({
  name: 'update_segment',
  title: 'Update segment',
  summary: 'Rename a segment or replace its rule.',
  toolset: 'audience',
  input: z.strictObject({
    segmentId: IdInput,
    name: SegmentName.optional(),
    rule: RuleInput.optional().meta(shownAs(ruleShown(ruleGrammar))),
  }),
  output: SegmentWithWarnings,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'subscribers.write',
  rest: { route: 'PATCH /segments/{segmentId}' },
  example: {
    input: { segmentId: segmentExample.id, rule: segmentExample.rule },
    output: segmentExample,
  },
  async asks({ store }, input) {
    return await consequencesOf(store, input);
  },
  async run(scope, input) {
    const { segmentId, name, rule } = input;
    const { store, now } = scope;
    const found = (await store.segments.byId(segmentId)) ?? scope.fail('not_found');
    const terms = await resolveRuleAlone(store, rule ?? found.rule);
    // Outside the transaction, because a count reads all subscribers and would block other writers.
    const counted = await countSegmentNow(store, terms, now);
    const warnings = rule ? await ruleWarnings(store, rule, 'rule', now) : [];
    return await scope.commit(async (within) => {
      const { segments } = within;
      // A workflow that is activated in this moment may follow the segment; a campaign that is sent holds it.
      if (rule) {
        await beginWorkflows(within.queries, within.organization);
        await lockWorkflows(within.queries, within.organization);
      }
      const kept = rule && (await readRule(within, rule, 'rule'));
      const held = (await segments.hold(segmentId)) ?? scope.fail('not_found');
      await assertAsAsked(scope, input, await consequencesOf(within, input));
      const next = { ...held, name: name ?? held.name, rule: kept ?? held.rule, updatedAt: now };
      if (rule) next.counted = null;
      if (!(await segments.update(next))) {
        scope.fail('conflict', { message: 'Another segment has this name' });
      }
      if (!counted) await planSegmentCounts(within.queries, within.organization, [held.id], now);
      return segmentAnswer(next, counted ?? next.counted, warnings);
    });
  },
});

/** Returns what a new rule does to mail that was approved; null if no campaign or workflow uses the segment. */
async function consequencesOf(
  { segments }: OrganizationStore,
  { segmentId, rule }: { segmentId: string; rule?: unknown },
): Promise<string[] | null> {
  if (rule === undefined) return null;
  const campaignId = await segments.campaignUsing(segmentId);
  const workflowId = await segments.workflowUsing(segmentId);
  const sentences: string[] = [];
  if (campaignId !== undefined)
    sentences.push(
      `Changes the members of a segment that receives the campaign ${campaignId}, which is scheduled or sending`,
    );
  if (workflowId !== undefined)
    sentences.push(`Changes the members of a segment that starts the approved workflow ${workflowId}`);
  return sentences.length === 0 ? null : sentences;
}
