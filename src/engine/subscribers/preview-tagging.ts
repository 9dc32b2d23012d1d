import type { Rule } from '../../model/segment/rule.ts';
import { tagApplicationLimits } from '../../model/subscriber/tag-application.ts';
import type { AudienceTerms } from '../../store/audience/audience-sql.ts';
import { readPeople } from '../../store/records/workflows/workflow-facts.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { resolveRuleAlone } from '../audience/resolve-audience.ts';
import { countedProgress, type Waiting } from '../context/long-work.ts';
import type { Engine } from '../context/scope.ts';
import { walkSlices } from './apply-tag.ts';

const { countingMaxMs, sampleMax } = tagApplicationLimits;

type Counted = { amount: number; full: number; first: number[]; complete: boolean };

type Asked = { rule: Rule; tag: number | undefined; untagged: AudienceTerms };

/**
 * Reads the slices and terms that the tagging reads (`walkSlices`, `untaggedTerms`), and counts and samples as far as time
 * allows. @throws the abort reason of `waiting`
 */
export async function previewTagging(
  { world: { clock } }: Pick<Engine, 'world'>,
  store: OrganizationStore,
  { rule, tag, untagged }: Asked,
  now: number,
  waiting: Waiting,
) {
  const endsAt = clock.monotonic() + countingMaxMs;
  const isLate = () => clock.monotonic() > endsAt;
  const without = await countPeople(store, untagged, now, waiting, isLate);
  const people = await readPeople(store.queries, store.organization, without.first, 'look');
  const terms = await resolveRuleAlone(store, rule);
  const having: Counted =
    tag === undefined || isLate()
      ? { amount: 0, full: 0, first: [], complete: tag === undefined }
      : await countPeople(store, { ...terms, allTags: [...terms.allTags, tag] }, now, waiting, isLate);
  return {
    tagged: without.amount - without.full,
    skipped: without.full,
    matching: without.amount + having.amount,
    complete: without.complete && having.complete,
    sample: [...people.values()].map(({ id, email }) => ({ id, email })),
  };
}

async function countPeople(
  store: OrganizationStore,
  terms: AudienceTerms,
  now: number,
  waiting: Waiting,
  isLate: () => boolean,
): Promise<Counted> {
  const counted: Counted = { amount: 0, full: 0, first: [], complete: true };
  if (terms.isEmpty) return counted;
  const tell = countedProgress(waiting, undefined, 'found');
  const until = await store.recipients.newestSubscriber();
  for await (const slice of walkSlices(store, terms, { through: 0, until }, waiting.signal)) {
    const { amount, full } = await store.audiences.taggable(terms, slice, now);
    const wanted = sampleMax - counted.first.length;
    if (amount > 0 && wanted > 0) {
      counted.first.push(...(await store.audiences.among(terms, slice, now, wanted)));
    }
    counted.amount += amount;
    counted.full += full;
    tell(counted.amount);
    if (slice.upTo < until && isLate()) return { ...counted, complete: false };
  }
  return counted;
}
