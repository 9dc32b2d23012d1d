import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertApproved } from '../../src/engine/approval/permit-checks.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { aboutRetry, previewRetry } from '../../src/engine/delivery/preview-resend.ts';
import { releaseCaptured } from '../../src/engine/delivery/release-captured.ts';
import { isAnothersDomain } from '../../src/engine/domains/domain-signers.ts';
import { recordEmailEvents } from '../../src/engine/ledger/record-email-events.ts';
import { findCooldownEnd } from '../../src/engine/recipients/recipient-marks.ts';
import { parseMailbox } from '../../src/model/address.ts';
import { wasEnded } from '../../src/model/campaign/lifecycle.ts';
import { type Bounce, isRetriableBounce, lastBounce } from '../../src/model/email/bounce.ts';
import { type EmailRecord, EmailSummary, emailSummary } from '../../src/model/email/email.ts';
import { Failure } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { isoInstant, secondMs } from '../../src/model/instant.ts';
import type { TokenRecord } from '../../src/model/organization/token.ts';
import { guardRules } from '../../src/model/sending/recipient-guard.ts';
import { addJobs } from '../../src/store/jobs.ts';
import type { OrganizationStore } from '../../src/store/store.ts';

export const retryEmail = defineTool({
  name: 'retry_email',
  title: 'Retry an email',
  summary:
    'Send an email again that failed, had a soft or policy bounce, or was captured while sending was off.',
  advice: 'Hard bounces are final.',
  toolset: 'deliverability',
  input: z.strictObject({ id: IdInput.describe('eml_…') }),
  output: EmailSummary,
  failures: ['not_found', 'conflict', 'restricted_api_key', 'domain_not_verified', 'RECIPIENT_RATE_LIMITED'],
  effect: 'send',
  mailsOne: true,
  needs: 'emails.send',
  rest: { route: 'POST /emails/{id}/retry' },
  example: {
    input: { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' },
    output: {
      object: 'email',
      id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb',
      from: 'hello@acme.example',
      to: ['ada@acme.dev'],
      reply_to: null,
      subject: 'Your receipt',
      preview: null,
      last_event: 'queued',
      created_at: '2026-11-21T09:30:00.000Z',
      sent_at: null,
      message_id: '<eml_01kaa0xq5v8m3c2n7r4t6w9yzb@acme.example>',
      source: 'api',
      delivery_mode: 'live',
      subscriber_id: null,
      campaign_id: null,
      workflow_run_id: null,
    },
  },
  async preview(scope, { id }) {
    assertUnlimited(scope);
    const email = (await scope.store.emails.byId(id)) ?? scope.fail('not_found');
    await assertRetriable(scope, scope.store, email, email.lastEvent);
    await assertOwnDomain(scope, email);
    return await previewRetry(scope, email);
  },
  async run(scope, { id }) {
    const { now, fail, engine } = scope;
    assertUnlimited(scope);
    const answer = await scope.commit(async (store) => {
      const email = (await store.emails.byId(id)) ?? fail('not_found');
      const standing = (await store.emails.hold(id)) ?? fail('not_found');
      await assertRetriable(scope, store, email, standing.lastEvent);
      await assertOwnDomain(scope, email);
      await assertApproved(scope, async () => aboutRetry(scope, email));
      if (email.deliveryMode === 'captured') {
        const [released] = await releaseCaptured(scope, store, [email]);
        if (released!.refused) throw released!.refused;
        return emailSummary({ ...email, deliveryMode: 'live', lastEvent: 'queued', lastEventAt: now });
      }
      const job = {
        organization: store.organization,
        kind: 'deliver_email',
        subject: id,
        runAt: now,
      } as const;
      await addJobs(store.queries, [job], now);
      await recordEmailEvents(store, id, [
        { type: 'queued', at: now, machine: false, details: { retried: true } },
      ]);
      return emailSummary({ ...email, lastEvent: 'queued', lastEventAt: now });
    });
    engine.wake();
    return answer;
  },
});

/** @throws Failure conflict; RECIPIENT_RATE_LIMITED during the mailbox's cooldown after the bounce */
async function assertRetriable(
  { engine, caller, now }: Scope,
  store: OrganizationStore,
  email: EmailRecord,
  lastEvent: EmailRecord['lastEvent'],
): Promise<void> {
  const { id, deliveryMode, body, campaignId } = email;
  if (body.kind === 'removed') {
    throw new Failure('conflict', {
      message: 'The content of this email was removed after the retention period; send it again',
    });
  }
  if (deliveryMode === 'captured') {
    if (caller.organization.sendingEnabled && engine.settings.delivery !== 'capture') return;
    throw new Failure('conflict', {
      message:
        'This email was captured, and sending is still off: it can be released after the operator turns it on',
    });
  }
  const campaign = campaignId === null ? undefined : await store.campaigns.headById(campaignId);
  if (campaign && wasEnded(campaign)) {
    throw new Failure('conflict', {
      message: 'The campaign of this email was ended, so its mail is no longer sent',
    });
  }
  if (deliveryMode === 'live' && lastEvent === 'failed') return;
  if (deliveryMode === 'live' && lastEvent === 'bounced') {
    const bounce = lastBounce(await store.emails.events(id));
    if (bounce === null || !isRetriableBounce(bounce)) throw bouncedForGood(bounce, email);
    const until = await findCooldownEnd(engine, store.queries, email);
    if (until !== null && until > now) throw atRest(bounce, until, now, email);
    return;
  }
  throw new Failure('conflict', {
    message: `Only an email that failed, had a soft or policy bounce, or was captured can be retried; this email is ${lastEvent}`,
  });
}

function bouncedForGood(bounce: Bounce | null, { toKey }: Pick<EmailRecord, 'toKey'>): Failure {
  return new Failure('conflict', {
    message: 'This email had a hard bounce: its address rejects mail, and a retry would bounce again',
    ...(bounce && { details: { bounce } }),
    recipients: [toKey],
  });
}

/** @param until epoch ms */
function atRest(bounce: Bounce, until: number, now: number, { toKey }: Pick<EmailRecord, 'toKey'>): Failure {
  const retryAfterSeconds = Math.ceil((until - now) / secondMs);
  return new Failure('RECIPIENT_RATE_LIMITED', {
    details: {
      reason: 'cooldown',
      rule: guardRules.cooldown,
      retry_after: retryAfterSeconds,
      retry_at: isoInstant(until),
      bounce,
    },
    retryAfterSeconds,
    recipients: [toKey],
  });
}

/** Another organization may have verified the domain since. @throws Failure domain_not_verified */
async function assertOwnDomain({ engine }: Scope, { organization, from }: EmailRecord): Promise<void> {
  const read = parseMailbox(from);
  if (read.ok && (await isAnothersDomain(engine, organization, read.mailbox.domain))) {
    throw new Failure('domain_not_verified');
  }
}

function assertUnlimited({ caller }: Scope): void {
  if (!caller.token || !isLimited(caller.token)) return;
  throw new Failure('restricted_api_key', {
    message: 'A token with sending limits cannot resend mail that another token sent',
  });
}

/** A retry passes no gate, so a token with sending limits may not retry. */
function isLimited({ mode, domainId, allowedRecipients, sendCap }: TokenRecord): boolean {
  return mode === 'test' || domainId !== null || allowedRecipients !== null || sendCap !== null;
}
