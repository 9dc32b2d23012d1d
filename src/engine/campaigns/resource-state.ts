import { countsShown } from '../../model/campaign/campaign-answer.ts';
import { describeProblem } from '../../model/campaign/problem.ts';
import { resolveSender } from '../../model/campaign/sender.ts';
import { readLastEvent } from '../../store/records/mail/email-status.ts';
import { goneRefusal } from '../audience/resolve-audience.ts';
import type { Scope } from '../context/scope.ts';
import { resolveTracking } from '../domains/domain-signers.ts';
import { listRefusals } from './campaign-refusals.ts';

type ReadingScope = Pick<Scope, 'engine' | 'store' | 'caller'>;

/** Changes whenever the campaign's answer does. Reads no content, because the revision changes with it. */
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
  // Problems of a draft can change without the draft: a tag is deleted, a domain verified.
  const { defaultFrom } = caller.organization;
  const from = resolveSender(head, defaultFrom);
  const silent = { ...head, body: null, abTest: null, approvedPeople: null };
  const refusals = await listRefusals({ engine, store, caller }, silent, async () => true);
  const gone = await goneRefusal(store, head.audience);
  const tracked = from && (await resolveTracking(engine, store.organization, from.domain, head.tracking));
  return { ...state, defaultFrom, tracked, problem: describeProblem(gone ? [...refusals, gone] : refusals) };
}

/** A mail's content changes only by an erasure. */
export async function emailState({ store }: Pick<ReadingScope, 'store'>, id: string): Promise<object | null> {
  return (await readLastEvent(store, id)) ?? null;
}
