import type { AudienceRequest } from '../../model/campaign/audience-input.ts';
import { type Audience, allActive } from '../../model/campaign/campaign.ts';
import { type FieldFault, invalidFields } from '../../model/failure.ts';
import { tagNamesIn } from '../../model/segment/rule-names.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { HeldTags } from './hold-tags.ts';
import { faultsListedMax, ruleByIds } from './read-rule.ts';

const tagLists = ['any', 'all', 'none'] as const;

/** Resolves tag names to ids and locks tags and segment. @throws Failure validation_error naming each unknown part */
export async function readAudience(
  store: OrganizationStore,
  asked: AudienceRequest | null,
): Promise<Audience> {
  if (asked === null) return allActive;
  const { tags, segments, subscribers, campaigns } = store;
  const faults: FieldFault[] = [];
  const fault = (path: string, message: string): void => {
    faults.push({ path: `audience.${path}`, code: 'invalid', message });
  };
  const inRule = asked.filter ? tagNamesIn(asked.filter) : [];
  const named = [...tagLists.flatMap((list) => asked.tags?.[list] ?? []), ...inRule];
  const held = new HeldTags(await tags.hold([...new Set(named)]), 0);
  const idsIn = (list: (typeof tagLists)[number]): string[] => {
    const ids = (asked.tags?.[list] ?? []).flatMap((name, index) => {
      const tag = held.find(name);
      if (!tag) fault(`tags.${list}[${index}]`, 'is no tag of this organization');
      return tag ? [tag.id] : [];
    });
    return [...new Set(ids)];
  };
  const filter = asked.filter ? await ruleByIds(store, held, asked.filter, 'audience.filter') : null;
  const audience: Audience = {
    tags: { any: idsIn('any'), all: idsIn('all'), none: idsIn('none') },
    segmentId: asked.segmentId ?? null,
    filter: filter?.rule ?? null,
    subscriberIds: [...new Set(asked.subscriberIds ?? [])],
    ...(asked.notReachedBy != null && { notReachedBy: asked.notReachedBy }),
  };
  faults.push(...(filter?.faults ?? []));
  if (audience.segmentId !== null && !(await segments.hold(audience.segmentId))) {
    fault('segmentId', 'is no segment of this organization');
  }
  const { notReachedBy } = audience;
  if (notReachedBy !== undefined && (await campaigns.keyOf(notReachedBy)) === undefined) {
    fault('notReachedBy', 'is no campaign of this organization');
  }
  const known = await subscribers.idsAmong(audience.subscriberIds);
  for (const [index, id] of (asked.subscriberIds ?? []).entries()) {
    if (!known.has(id)) fault(`subscriberIds[${index}]`, 'is not the id of a subscriber');
  }
  if (faults.length > 0) throw invalidFields(faults.slice(0, faultsListedMax));
  return audience;
}
