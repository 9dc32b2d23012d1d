import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { countSegmentNow, planSegmentCount } from '../../src/engine/audience/count-segment.ts';
import { readRule } from '../../src/engine/audience/read-rule.ts';
import { resolveRuleAlone } from '../../src/engine/audience/resolve-audience.ts';
import { ruleWarnings } from '../../src/engine/audience/rule-warnings.ts';
import { IdInput } from '../../src/model/id.ts';
import { RuleInput, ruleGrammar, ruleShown } from '../../src/model/segment/rule-input.ts';
import { SegmentName, SegmentWithWarnings, segmentAnswer } from '../../src/model/segment/segment.ts';
import { shownAs } from '../../src/model/text/alias.ts';
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
  async asks({ store }, { segmentId, rule }) {
    if (rule === undefined) return null;
    const campaignId = await store.segments.campaignUsing(segmentId);
    const workflowId = await store.segments.workflowUsing(segmentId);
    const sentences = [
      ...(campaignId === undefined
        ? []
        : [
            `Changes the members of a segment that receives the campaign ${campaignId}, which is scheduled or sending`,
          ]),
      ...(workflowId === undefined
        ? []
        : [`Changes the members of a segment that starts the approved workflow ${workflowId}`]),
    ];
    return sentences.length === 0 ? null : sentences;
  },
  async run(scope, { segmentId, name, rule }) {
    const { store, now } = scope;
    const found = (await store.segments.byId(segmentId)) ?? scope.fail('not_found');
    const terms = await resolveRuleAlone(store, rule ?? found.rule);
    // Counted before the transaction: a count looks at all subscribers, and no other writer could commit meanwhile.
    const counted = await countSegmentNow(store, terms, now);
    const warnings = rule ? await ruleWarnings(store, rule, 'rule', now) : [];
    return await scope.commit(async (within) => {
      const { segments } = within;
      const kept = rule && (await readRule(within, rule, 'rule'));
      const held = (await segments.hold(segmentId)) ?? scope.fail('not_found');
      const next = { ...held, name: name ?? held.name, rule: kept ?? held.rule, updatedAt: now };
      if (rule) next.counted = null;
      if (!(await segments.update(next))) {
        scope.fail('conflict', { message: 'Another segment has this name' });
      }
      if (!counted) await planSegmentCount(within.queries, within.organization, held.id, now);
      return segmentAnswer(next, counted ?? next.counted, warnings);
    });
  },
});
