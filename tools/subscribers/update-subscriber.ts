import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import {
  assertOptInRequestsApproved,
  previewOptInRequests,
} from '../../src/engine/sending/preview-opt-in-requests.ts';
import {
  answerSubscriber,
  findSubscriber,
  holdSubscriber,
} from '../../src/engine/subscribers/find-subscriber.ts';
import { keepSubscriber, noteAddressAhead } from '../../src/engine/subscribers/keep-subscriber.ts';
import { pendingWarnings, readdressedWarnings } from '../../src/engine/subscribers/opt-in-hindrance.ts';
import { askAfterChange, isNewToAsk } from '../../src/engine/subscribers/request-opt-in.ts';
import { StoppedSends } from '../../src/engine/subscribers/stopped-sends.ts';
import { invalidField } from '../../src/model/failure.ts';
import {
  consentAheadSentence,
  EmailInput,
  isConsentAhead,
  SavedSubscriber,
  type SubscriberFields,
  type SubscriberRecord,
  SubscriberRefInput,
  subscriberFields,
  TriggerWorkflowsInput,
} from '../../src/model/subscriber/subscriber.ts';
import { applyChange, readdressed } from '../../src/model/subscriber/subscriber-change.ts';
import { subscriberExample } from './subscriber-example.ts';

export const updateSubscriber = defineTool({
  name: 'update_subscriber',
  title: 'Update subscriber',
  summary: 'Update a subscriber.',
  advice:
    'Omitted fields keep their values. Attributes are merged; null deletes one. To change the status, use unsubscribe_subscriber; to change tags, use add_subscriber_tags. With double opt-in, a new email sets the status to PENDING and receives an opt-in request.',
  toolset: 'audience',
  input: z.strictObject({
    subscriber: SubscriberRefInput,
    email: EmailInput.optional(),
    ...subscriberFields,
    /** False starts no workflow. */
    triggerWorkflows: TriggerWorkflowsInput,
  }),
  output: SavedSubscriber,
  failures: ['not_found', 'conflict', 'restricted_api_key', 'rate_limit_exceeded'],
  effect: 'write',
  idempotent: true,
  // Double opt-in may mail a new address, within the token's limits.
  mailsOne: true,
  needs: 'subscribers.write',
  rest: { route: 'PATCH /subscribers/{subscriber}' },
  example: {
    input: { subscriber: 'ext:user-42', attributes: { plan: 'pro', trial: null } },
    output: subscriberExample,
  },
  async preview(scope, { subscriber, email, triggerWorkflows: _, ...fields }) {
    const known = (await findSubscriber(scope.store, subscriber)) ?? scope.fail('not_found');
    const next = changedTo(scope, known, email, fields);
    const pending = isNewToAsk(known, next) ? [next] : [];
    return await previewOptInRequests(scope, 'update_subscriber', pending, { id: known.id, email, fields });
  },
  async run(scope, { subscriber, email, triggerWorkflows, ...fields }) {
    const before = email === undefined ? undefined : await findSubscriber(scope.store, subscriber);
    if (before && before.email !== email) {
      await noteAddressAhead(scope.engine.store, scope.caller.organization.key, before);
    }
    return await scope.commit(async (within) => {
      const store = within.starting(triggerWorkflows);
      const known = (await holdSubscriber(store, subscriber)) ?? scope.fail('not_found');
      await assertOptInRequestsApproved(scope, store, { id: known.id, email, fields });
      const next = changedTo(scope, known, email, fields);
      const kept = await keepSubscriber(store, known, next, scope.now);
      const asked = await askAfterChange({ ...scope, store }, known, kept);
      const stopped = new StoppedSends();
      if (kept !== known) await stopped.note(store, [{ known, next: kept }]);
      const warnings = await pendingWarnings(
        scope,
        store.queries,
        [kept.status],
        [...stopped.warnings(), ...(await readdressedWarnings(scope, store.queries, known, kept, asked))],
      );
      return { ...(await answerSubscriber(store, kept)), ...warnings };
    });
  },
});

/** @throws Failure validation_error beyond a limit */
function changedTo(
  { caller, now }: Scope,
  known: SubscriberRecord,
  email: string | undefined,
  fields: SubscriberFields,
): SubscriberRecord {
  if (caller.door !== 'v1' && isConsentAhead(fields.consent, now)) {
    throw invalidField('consent.at', consentAheadSentence);
  }
  const changed = applyChange(known, fields);
  if (!changed.ok) throw invalidField(changed.path, changed.message);
  return readdressed(changed.subscriber, email ?? known.email, caller.organization.doubleOptIn);
}
