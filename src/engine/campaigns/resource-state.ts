import { countsShown } from '../../model/campaign/campaign-answer.ts';
import { problemOf } from '../../model/campaign/problem.ts';
import { senderOf } from '../../model/campaign/sender.ts';
import { lastOf } from '../../store/records/email-status.ts';
import { goneRefusal } from '../audience/resolve-audience.ts';
import type { Scope } from '../context/scope.ts';
import { trackingOf } from '../domains/tracking-of.ts';
import { allRefusalsOf } from './campaign-refusals.ts';

type ReadingScope = Pick<Scope, 'engine' | 'store' | 'caller'>;

/**
 * What is other whenever a campaign is answered otherwise, read without what it says, which may be megabytes: that has
 * changed when the revision has. Whatever a variant of an A/B test counts is counted of the whole campaign as well.
 *
 * @returns what JSON can hold; null where there is no such campaign
 */
export async function campaignState(
  { engine, store, caller }: ReadingScope,
  id: string,
): Promise<object | null> {
  const head = await store.campaigns.headById(id);
  if (!head) return null;
  const counted = countsShown(head, 0);
  const counts = await store.counts.readAll(counted);
  const state = { ...head, counts: counted.map((count) => counts.get(count) ?? 0) };
  if (head.status !== 'DRAFT') return state;
  // What stands in the way of a draft may change without it: a tag goes, a domain is verified.
  const { defaultFrom } = caller.organization;
  const from = senderOf(head, defaultFrom);
  const silent = { ...head, body: null, abTest: null, approvedPeople: null };
  const refusals = await allRefusalsOf({ engine, store, caller }, silent, async () => true);
  const gone = await goneRefusal(store, head.audience);
  const tracked = from && (await trackingOf(engine, store.organization, from.domain, head.tracking));
  return { ...state, defaultFrom, tracked, problem: problemOf(gone ? [...refusals, gone] : refusals) };
}

/** What is other whenever a mail is answered otherwise: what it says changes only when its recipient is forgotten. */
export async function emailState({ store }: Pick<ReadingScope, 'store'>, id: string): Promise<object | null> {
  return (await lastOf(store, id)) ?? null;
}
