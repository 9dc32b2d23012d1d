import { invalidField } from '../../model/failure.ts';
import { looksLikeTagId, tagNameKey, tagsPerOrganizationMax } from '../../model/subscriber/tag.ts';
import type { HeldTag } from '../../store/records/people/tags.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Ids } from '../../world/ids.ts';

export class HeldTags {
  readonly #byId: ReadonlyMap<string, HeldTag>;
  readonly #byName: ReadonlyMap<string, HeldTag>;
  readonly made: number;

  constructor(tags: readonly HeldTag[], made: number) {
    this.#byId = new Map(tags.map((tag) => [tag.id, tag]));
    this.#byName = new Map(tags.map((tag) => [tag.nameKey, tag]));
    this.made = made;
  }

  /** Undefined means that the id of a deleted tag was given. */
  find(idOrName: string): HeldTag | undefined {
    return this.#byId.get(idOrName) ?? this.#byName.get(tagNameKey(idOrName));
  }
}

/** Finds tags without locks. A name without a tag gets an id of its own, because `holdTags` would create it. */
export async function readTags(
  { tags }: Pick<OrganizationStore, 'tags'>,
  idsOrNames: readonly string[],
): Promise<{ find(idOrName: string): Pick<HeldTag, 'id'> | undefined }> {
  const known = new HeldTags(await tags.among([...new Set(idsOrNames)]), 0);
  return {
    find: (name) =>
      known.find(name) ?? (looksLikeTagId(name) ? undefined : { id: `new ${tagNameKey(name)}` }),
  };
}

const attemptsMax = 5;

/** Locks tags and creates unknown names. The caller adds `made` to the tag count last. @throws Failure validation_error */
export async function holdTags(
  store: OrganizationStore,
  ids: Ids,
  idsOrNames: readonly string[],
  now: number,
): Promise<HeldTags> {
  const wanted = [...new Set(idsOrNames)];
  let made = 0;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const held = new HeldTags(await store.tags.hold(wanted), made);
    const missing = wanted.filter((name) => !held.find(name) && !looksLikeTagId(name));
    if (missing.length === 0) return held;
    made += await makeTags(store, ids, missing, now);
  }
  throw new Error('tags were deleted as fast as they were created');
}

/** A name created concurrently is found by the next attempt. */
async function makeTags(
  store: OrganizationStore,
  ids: Ids,
  names: readonly string[],
  now: number,
): Promise<number> {
  const unlike = new Map(names.toReversed().map((name) => [tagNameKey(name), name]));
  if ((await store.counts.read('tags')) + unlike.size > tagsPerOrganizationMax) {
    throw invalidField('tags', `would be more than ${tagsPerOrganizationMax.toLocaleString('en')} in all`);
  }
  const added = await store.tags.add(
    [...unlike.values()]
      .sort()
      .map((name) => ({ id: ids.id('tag'), name, description: null, color: null, createdAt: now })),
  );
  return added.length;
}
