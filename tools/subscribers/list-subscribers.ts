import { z } from 'zod';
import {
  listFields,
  searchedAnswer,
  searchedListSchema,
  searchRequest,
  totalFor,
} from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { countSegmentNow } from '../../src/engine/audience/count-segment.ts';
import { resolveAudience } from '../../src/engine/audience/resolve-audience.ts';
import { ruleWarnings } from '../../src/engine/audience/rule-warnings.ts';
import { filterWarnings, subscriberFilter } from '../../src/engine/audience/subscriber-filter.ts';
import { answerSubscribers } from '../../src/engine/subscribers/find-subscriber.ts';
import { allActive } from '../../src/model/campaign/campaign.ts';
import { InstantInput } from '../../src/model/instant.ts';
import { RuleInput, ruleGrammar, ruleShown } from '../../src/model/segment/rule-input.ts';
import { scopesOfRule } from '../../src/model/segment/rule-scopes.ts';
import { SegmentRefInput } from '../../src/model/segment/segment.ts';
import { Subscriber, subscriberFilterFields } from '../../src/model/subscriber/subscriber.ts';
import { shownAs } from '../../src/model/text/alias.ts';
import { subscriberExample } from './subscriber-example.ts';

export const listSubscribers = defineTool({
  name: 'list_subscribers',
  title: 'List subscribers',
  summary: 'List subscribers, newest first.',
  advice: 'For one person, use get_subscriber.',
  toolset: 'core',
  input: z.strictObject({
    ...listFields,
    ...subscriberFilterFields,
    created_after: InstantInput.optional(),
    segment: SegmentRefInput.optional(),
    rule: RuleInput.optional().meta(shownAs(ruleShown(ruleGrammar))),
  }),
  output: searchedListSchema(Subscriber).extend({
    warnings: z
      .array(z.string())
      .optional()
      .describe('Filters that name unknown tags, segments, attributes or events'),
  }),
  failures: [],
  effect: 'read',
  needs: 'subscribers.read',
  needsOf: ({ rule }) => scopesOfRule(rule),
  rest: { route: 'GET /subscribers' },
  example: {
    input: { status: 'active', tag: ['newsletter'], limit: 1 },
    output: { object: 'list', data: [subscriberExample], has_more: false },
  },
  async run({ store, now, signal, caller }, { created_after, segment, rule, ...input }) {
    const request = await searchRequest(input, store.queries, 'subscribers', signal);
    const filter = await subscriberFilter(store, input);
    const createdAfter = created_after === undefined ? undefined : Date.parse(created_after);
    const found = segment === undefined ? undefined : await store.segments.byIdOrName(segment);
    if (segment !== undefined && !found) {
      const warnings = ['segment is not the name or id of a segment in this organization'];
      return { object: 'list' as const, data: [], has_more: false, warnings };
    }
    const segmentId = found?.id ?? null;
    const asked = { ...allActive, segmentId, filter: rule ?? null };
    const among =
      segment === undefined && rule === undefined
        ? undefined
        : { terms: await resolveAudience(store, asked), now };
    const page = await store.subscribers.page({ ...filter, createdAfter, segment: among }, request);
    const rows = await answerSubscribers(store, page.rows);
    const warnings = await filterWarnings(store, { ...input, rule });
    if (rows.length === 0 && rule) warnings.push(...(await ruleWarnings(store, rule, 'rule', now)));
    const conditions = Object.values(filter).filter((condition) => condition !== undefined).length;
    const count = async (upTo: number): Promise<number | undefined> => {
      if (conditions > 0) return await store.subscribers.list(filter).count(upTo);
      if (among) return (await countSegmentNow(store, among.terms, now))?.amount;
      return await store.counts.read('subscribers');
    };
    // One index covers a status or tags, but not both, and none covers a rule as well.
    const isCounted =
      createdAfter === undefined && filter.query === undefined && conditions <= (among ? 0 : 1);
    const total = isCounted ? await totalFor(caller, count, { isKept: conditions === 0 }) : {};
    const answer = { ...searchedAnswer({ ...page, rows }, request, (subscriber) => subscriber), ...total };
    return warnings.length === 0 ? answer : { ...answer, warnings };
  },
});
