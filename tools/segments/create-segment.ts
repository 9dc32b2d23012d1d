import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { countSegmentNow, planSegmentCounts } from '../../src/engine/audience/count-segment.ts';
import { readRule } from '../../src/engine/audience/read-rule.ts';
import { resolveRuleAlone } from '../../src/engine/audience/resolve-audience.ts';
import { ruleWarnings } from '../../src/engine/audience/rule-warnings.ts';
import { RuleInput } from '../../src/model/segment/rule-input.ts';
import {
  SegmentName,
  SegmentWithWarnings,
  segmentAnswer,
  segmentsPerOrganizationMax,
} from '../../src/model/segment/segment.ts';
import { segmentExample } from './segment-example.ts';

export const createSegment = defineTool({
  name: 'create_segment',
  title: 'Create segment',
  summary: 'Save a rule that selects subscribers, for campaigns and filters.',
  advice:
    'Rules are explained in posthouse://docs/segments. To count the selected subscribers, use get_segment.',
  toolset: 'audience',
  input: z.strictObject({ name: SegmentName, rule: RuleInput }),
  output: SegmentWithWarnings,
  failures: ['conflict'],
  effect: 'write',
  adds: true,
  needs: 'subscribers.write',
  rest: { route: 'POST /segments', status: 201 },
  example: { input: { name: segmentExample.name, rule: segmentExample.rule }, output: segmentExample },
  async run(scope, { name, rule }) {
    const { engine, now } = scope;
    const id = engine.world.ids.id('seg');
    // Outside the transaction, because a count reads all subscribers and would block other writers.
    const counted = await countSegmentNow(scope.store, await resolveRuleAlone(scope.store, rule), now);
    const warnings = await ruleWarnings(scope.store, rule, 'rule', now);
    return await scope.commit(async (store) => {
      const { segments } = store;
      const kept = await readRule(store, rule, 'rule');
      const segment = { key: 0, id, name, rule: kept, createdAt: now, updatedAt: now };
      if ((await segments.count()) >= segmentsPerOrganizationMax) {
        return scope.fail('conflict', {
          message: `An organization has at most ${segmentsPerOrganizationMax} segments`,
        });
      }
      if (!(await segments.add(segment))) {
        return scope.fail('conflict', { message: 'Another segment has this name' });
      }
      if (!counted) await planSegmentCounts(store.queries, store.organization, [id], now);
      return segmentAnswer({ ...segment, counted }, counted, warnings);
    });
  },
});
