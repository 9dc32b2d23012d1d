import { reactionTracking } from '../../model/email/tracked.ts';
import type { Rule } from '../../model/segment/rule.ts';
import { reactionsIn } from '../../model/segment/rule-names.ts';
import { toolRemedies } from '../../model/text/tool-remedies.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { matchesNone } from './count-audience.ts';
import { resolveRuleAlone } from './resolve-audience.ts';
import { unknownFields, unknownFieldWarnings } from './unknown-fields.ts';

const slicesOfReactionMax = 4;

/** Warns about conditions that match no subscriber: unknown attributes and events, and untracked opens and clicks. */
export async function ruleWarnings(
  store: OrganizationStore,
  rule: Rule,
  path: string,
  now: number,
): Promise<string[]> {
  return [
    ...unknownFieldWarnings(await unknownFields(store, rule, path, now)),
    ...(await reactionWarnings(store, rule, path, now)),
  ];
}

/** Warns only if no domain tracks the reaction and none was ever recorded. */
async function reactionWarnings(
  store: OrganizationStore,
  rule: Rule,
  path: string,
  now: number,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const [field, places] of Map.groupBy(reactionsIn(rule, path), ({ field }) => field)) {
    const { what, setting } = reactionTracking[field];
    if (await store.domains.someTrack(what)) continue;
    const having = await resolveRuleAlone(store, { field, operator: 'exists' });
    if (!(await matchesNone(store, having, now, slicesOfReactionMax))) continue;
    warnings.push(
      `${places[0]!.path} uses ${what}, but no domain tracks ${what}, so none were recorded. ${toolRemedies.track.assistant} ${setting}: true`,
    );
  }
  return warnings;
}
