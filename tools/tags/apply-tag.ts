import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { holdTags } from '../../src/engine/audience/hold-tags.ts';
import { readRule, unknownNames } from '../../src/engine/audience/read-rule.ts';
import { isAssistant } from '../../src/engine/context/caller.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { nextUntagged, tagLater, tagPeople, untaggedTerms } from '../../src/engine/subscribers/apply-tag.ts';
import { previewTagging } from '../../src/engine/subscribers/preview-tagging.ts';
import { StoppedSends } from '../../src/engine/subscribers/stopped-sends.ts';
import { invalidField, invalidFields } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import type { Rule } from '../../src/model/segment/rule.ts';
import { RuleInput, ruleGrammar, ruleShown } from '../../src/model/segment/rule-input.ts';
import { scopesOfRule } from '../../src/model/segment/rule-scopes.ts';
import { looksLikeTagId, TagName } from '../../src/model/subscriber/tag.ts';
import { TagApplication, tagApplicationLimits } from '../../src/model/subscriber/tag-application.ts';
import { shownAs } from '../../src/model/text/alias.ts';
import type { OrganizationStore } from '../../src/store/store.ts';
import { tagExample } from './tag-example.ts';

const Input = z
  .strictObject({
    tag: TagName.describe('Name or id'),
    rule: RuleInput.optional().meta(shownAs(ruleShown(ruleGrammar))),
    segment_id: IdInput.optional(),
    dry_run: z.boolean().optional().describe('Count without tagging'),
  })
  .check((ctx) => {
    const { rule, segment_id } = ctx.value;
    const fault = (path: string, message: string, code: 'required' | 'invalid') =>
      ctx.issues.push({ code: 'custom', input: ctx.value, path: [path], message, params: { code } });
    if (rule === undefined && segment_id === undefined)
      fault('rule', 'is required, or segment_id', 'required');
    if (rule !== undefined && segment_id !== undefined)
      fault('rule', 'must be the only one of rule and segment_id', 'invalid');
  });

export const applyTag = defineTool({
  name: 'apply_tag',
  title: 'Apply tag',
  summary: 'Tag all subscribers who match a rule or are in a segment.',
  advice:
    'Pass either rule or segment_id. A large number is tagged in the background. With dry_run, it only counts them.',
  toolset: 'audience',
  input: Input,
  exactlyOneOf: { fields: ['rule', 'segment_id'] },
  output: TagApplication,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  adds: true,
  idempotent: true,
  bulk: true,
  needs: 'subscribers.write',
  // The counts and the sample reveal who matches the rule.
  needsOf: ({ rule }) => ['subscribers.write', ...scopesOfRule(rule)],
  rest: { route: 'POST /tags/{tag}/apply' },
  example: {
    input: {
      tag: 'regular',
      rule: { field: 'event.order.paid', operator: 'count_gte', value: 2, within: '30 days' },
    },
    output: {
      object: 'tag_application',
      tag_id: tagExample.id,
      dry_run: false,
      tagged: 12,
      skipped: 0,
      complete: true,
    },
  },
  async run(scope, { tag: named, dry_run, ...asked }) {
    const { engine, store, caller, now, signal } = scope;
    const rule = await ruleOf(scope, asked);
    const known = await store.tags.find(named);
    if (!known && looksLikeTagId(named)) return scope.fail('not_found');
    const terms = await untaggedTerms(store, rule, known?.key);
    const tried = dry_run
      ? {
          object: 'tag_application' as const,
          tag_id: known?.id ?? null,
          dry_run: true,
          ...(await previewTagging(engine, store, { rule, tag: known?.key, untagged: terms }, now, scope)),
        }
      : null;
    if (tried && !isAssistant(caller)) return tried;
    const until = await store.recipients.newestSubscriber();
    const { slicesWaitedFor } = tagApplicationLimits;
    const found = await nextUntagged(store, terms, { through: 0, until }, now, slicesWaitedFor, signal);
    const complete = found.through >= until;
    const tagFirst = async (within: OrganizationStore) => {
      const held = await holdTags(within, engine.world.ids, [named], now);
      const tag = held.find(named) ?? scope.fail('not_found');
      const kept = await readRule(within, rule, 'rule');
      const stopped = new StoppedSends();
      const counts = await tagPeople(within, tag, kept, found.keys, now, stopped.note);
      const warnings = [...stopped.warnings(), ...(complete || !isAssistant(caller) ? [] : [othersStop])];
      return { tag, kept, made: held.made, counts, warnings: warnings.length === 0 ? {} : { warnings } };
    };
    if (tried)
      return { ...tried, ...(await scope.rehearse(async (within) => (await tagFirst(within)).warnings)) };
    const answer = await scope.commit(async (within) => {
      const { tag, kept, made, counts, warnings } = await tagFirst(within);
      if (!complete) {
        const { assistant } = within.origin;
        await tagLater(
          within,
          { tagId: tag.id, rule: kept, assistant, cause: scope.cause, through: found.through, until },
          now,
        );
      }
      await within.counts.change('tags', made);
      return {
        object: 'tag_application' as const,
        tag_id: tag.id,
        dry_run: false,
        ...counts,
        complete,
        ...warnings,
      };
    });
    if (!complete) engine.wake();
    return answer;
  },
});

/** Copies a segment's rule, so that later changes to the segment have no effect. */
async function ruleOf(
  { store, fail }: Scope<'not_found'>,
  { rule, segment_id: id }: { rule?: Rule | undefined; segment_id?: string | undefined },
): Promise<Rule> {
  if (rule !== undefined) {
    const unknown = await unknownNames(store, rule, 'rule');
    if (unknown.length === 0) return rule;
    throw invalidFields(
      unknown.slice(0, faultsMax).map(({ path, kind }) => ({
        path,
        code: 'invalid',
        message: `is not a ${kind} of this organization`,
      })),
    );
  }
  if (id === undefined) throw invalidField('rule', 'is required, or segment_id', 'required');
  const segment = await store.segments.byId(id);
  return segment?.rule ?? fail('not_found', { message: 'segment_id is not a segment of this organization' });
}

const faultsMax = 20;

const othersStop =
  'The rest are tagged in the background: an approved campaign or workflow that would mail them also pauses and waits for a new approval';
