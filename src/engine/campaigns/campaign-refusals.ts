import type { Mailbox } from '../../model/address.ts';
import type { CampaignRecord } from '../../model/campaign/campaign.ts';
import { resolveSender } from '../../model/campaign/sender.ts';
import { buildFieldPath, missingIn, resolveVariants } from '../../model/campaign/variants.ts';
import type { Body } from '../../model/content/body.ts';
import { Failure, invalidField, invalidFields } from '../../model/failure.ts';
import { showedUnsubscribeLink, showsUnsubscribeLink } from '../content/shows-unsubscribe-link.ts';
import type { Scope } from '../context/scope.ts';
import { resolveTracking } from '../domains/domain-signers.ts';
import { senderRefusals } from '../sending/sender-refusals.ts';

type ReadingScope = Pick<Scope, 'engine' | 'store' | 'caller'>;
type Shows = (body: Body) => Promise<boolean>;

/** Yields refusals on demand, in the order of a send's checks. @throws Failure content_verification_unavailable */
export async function* findRefusals(
  scope: ReadingScope,
  campaign: CampaignRecord,
  shows: Shows = (body) =>
    showsUnsubscribeLink(scope.engine, body, { tenant: scope.caller.organization.key, rank: 'send' }),
): AsyncGenerator<Failure, void> {
  const from = resolveSender(campaign, scope.caller.organization.defaultFrom);
  for (const mail of resolveVariants(campaign)) {
    const missing = missingIn(mail, from);
    if (missing.length > 0) yield invalidFields(missing);
  }
  if (from) yield* senderRefusals(scope, from);
  for (const mail of resolveVariants(campaign)) {
    if (mail.body === null || (await shows(mail.body))) continue;
    yield new Failure('missing_unsubscribe_url', { details: { path: buildFieldPath(mail, 'content') } });
  }
  yield* unmeasured(scope, campaign, from);
}

/** An A/B test without tracked opens or clicks has no winner. */
async function* unmeasured(
  { engine, store }: ReadingScope,
  { abTest, tracking }: CampaignRecord,
  from: Mailbox | null,
): AsyncGenerator<Failure> {
  if (abTest === null) return;
  const { metric } = abTest;
  const said = tracking?.[metric] ?? null;
  if (said ?? (from === null || (await resolveTracking(engine, store.organization, from.domain))[metric]))
    return;
  yield invalidField('abTest.metric', `is ${metric}, which are not followed: set tracking.${metric} to true`);
}

/** Call it outside a transaction, because it renders content. @param shows defaults to the cached check */
export async function listRefusals(
  scope: ReadingScope,
  campaign: CampaignRecord,
  shows: Shows = (body) => showedUnsubscribeLink(scope.engine, scope.caller.organization, body),
): Promise<Failure[]> {
  const refusals: Failure[] = [];
  try {
    for await (const refusal of findRefusals(scope, campaign, shows)) refusals.push(refusal);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A send would fail with it too.
    refusals.push(error);
  }
  return refusals;
}
