import { formatMailbox, type Mailbox, readStoredMailbox } from '../../model/address.ts';
import { type Body, footedBody } from '../../model/content/body.ts';
import { Failure, invalidField } from '../../model/failure.ts';
import { rowOctets } from '../../model/organization/storage.ts';
import type { MailTemplate } from '../../model/template/template.ts';
import { toolRemedies } from '../../model/text/tool-remedies.ts';
import type { Badge, ContentVerdict } from '../../model/verification/content/verdict.ts';
import { contentRefusal, joinedRefusal, withoutReview } from '../../model/verification/content-refusal.ts';
import { unknownField } from '../../model/verification/placeholder-badges.ts';
import type { UnreadContent } from '../../model/verification/unread-content.ts';
import type { Definition, StepOf } from '../../model/workflow/definition.ts';
import type { VersionMail, WorkflowRecord, WorkflowVersion } from '../../model/workflow/workflow.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { isReleased } from '../approval/content-reviews.ts';
import { showsUnsubscribeLink } from '../content/shows-unsubscribe-link.ts';
import { verifyUnread } from '../content/verify-content.ts';
import type { Scope } from '../context/scope.ts';
import { assertStorage } from '../organizations/assert-storage.ts';
import { senderRefusals } from '../sending/sender-refusals.ts';
import { fillFixedStep, fillStep, fixMail } from './template-steps.ts';

/** `body` includes the footer. The step has the content of its template, if it has one. */
export type ReadyMail = {
  step: StepOf<'send_email'>;
  template?: MailTemplate;
  from: Mailbox;
  body: Body;
  badges: readonly Badge[];
};

export function mailSteps({ steps }: Definition): StepOf<'send_email'>[] {
  return steps.filter((step) => step.type === 'send_email');
}

/**
 * One failure names all content refusals, so that one repair is enough. `resumed` is the version that a paused workflow
 * continues.
 * @throws Failure validation_error without a sender; restricted_api_key, domain_not_verified,
 * missing_unsubscribe_url, content_verification_failed or content_verification_unavailable, naming the step
 */
export async function readyMails(
  scope: Scope,
  definition: Definition,
  resumed: WorkflowVersion | null,
): Promise<ReadyMail[]> {
  const { engine, caller } = scope;
  const { organization } = caller;
  const ready: ReadyMail[] = [];
  const refused: Failure[] = [];
  for (const written of mailSteps(definition)) {
    const fixed = resumed && (await fillFixedStep(scope.store, written, resumed.mails[written.key]));
    const { step, template } = fixed ?? (await fillStep(scope.store, written, definition.trigger.type));
    const { from: own, replyTo, subject, preview, body: bare, transactional } = step.config;
    const body = transactional ? bare : footedBody(bare, organization.postalAddress);
    const from = readStoredMailbox(own ?? organization.defaultFrom);
    const path = `steps.${step.key}`;
    if (from === null) {
      throw invalidField(`${path}.from`, toolRemedies.noDefaultSender.assistant);
    }
    const { value: refusal } = await senderRefusals(scope, from).next();
    if (refusal) throw refusal;
    const tenant = { tenant: organization.key, rank: 'send' as const };
    if (!transactional && !(await showsUnsubscribeLink(engine, bare, tenant))) {
      throw new Failure('missing_unsubscribe_url', { details: { path } });
    }
    const content: UnreadContent = {
      from: { displayName: from.displayName, domain: from.domain, address: from.address },
      replyTo: replyTo ?? organization.defaultReplyTo ?? null,
      subject,
      preview,
      body,
      text: null,
      purpose: transactional ? 'transactional' : 'campaign',
      redirected: [],
    };
    const judged = await verifyUnread(engine, organization, content, { rank: 'send', signal: scope.signal });
    // Unknown fields were rejected before, so these are fields that only workflows have.
    const verdict = { ...judged, badges: judged.badges.filter(({ id }) => id !== unknownField) };
    const shown = inFieldsOf(body.kind, verdict);
    const isNoted =
      transactional &&
      verdict.verdict === 'review' &&
      (organization.verifyTransactional ?? 'block') !== 'block';
    const passes = verdict.verdict === 'pass' || isNoted;
    if (!passes) refused.push(contentRefusal(shown, [content], engine.settings.baseUrl, path));
    const badges = isNoted ? verdict.badges : withoutReview(verdict.badges);
    ready.push({ step, from, body, badges, ...(template && { template }) });
  }
  const refusal = refused.length === 0 ? null : joinedRefusal(refused);
  // The mails are released together.
  if (refusal !== null && !(await isReleased(engine, organization, refusal))) throw refusal;
  return ready;
}

function inFieldsOf(kind: string, verdict: ContentVerdict): ContentVerdict {
  return {
    ...verdict,
    badges: verdict.badges.map((badge) => (badge.path === 'content' ? { ...badge, path: kind } : badge)),
  };
}

/** The workflow must be locked. @returns the version number */
export async function freezeVersion(
  { engine, caller, now }: Scope,
  store: OrganizationStore,
  workflow: WorkflowRecord,
  mails: readonly ReadyMail[],
): Promise<number> {
  const version = workflow.versions + 1;
  const bodies = mails.map(({ body }) => ({
    id: engine.world.ids.id('bdy'),
    campaignId: workflow.id,
    variant: null,
    body,
  }));
  const octets = bodies.reduce((sum, { body }) => sum + Buffer.byteLength(body.source) + rowOctets.body, 0);
  await assertStorage(store.queries, caller.organization, octets);
  await store.massBodies.add(bodies, now);
  const frozen = mails.map(({ step, from, badges, template }, index): [string, VersionMail] => [
    step.key,
    {
      from: formatMailbox(from),
      body: bodies[index]!.id,
      badges,
      ...(template && { fixed: fixMail(step, template) }),
    },
  ]);
  await store.workflows.addVersion({
    workflow: workflow.key,
    version,
    definition: workflow.definition,
    mails: Object.fromEntries(frozen),
    createdAt: now,
  });
  return version;
}
