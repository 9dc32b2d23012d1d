import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { redirectTargets } from '../../src/engine/campaigns/redirect-link.ts';
import { correctedTarget } from '../../src/engine/campaigns/redirected-links.ts';
import { recordVisit } from '../../src/engine/consent/record-visit.ts';
import { loadBody } from '../../src/engine/content/load-body.ts';
import { findTrackedTargets } from '../../src/engine/content/read-bodies.ts';
import { valuesToSend } from '../../src/engine/content/system-links.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { type FollowedLink, followLink, linkDigest } from '../../src/model/content/links/tracked-links.ts';
import type { MergeFields } from '../../src/model/content/merge-fields.ts';
import type { EmailRecord } from '../../src/model/email/email.ts';
import { IdInput } from '../../src/model/id.ts';
import { RequestContext, visitExample } from '../../src/model/tracking/visit.ts';
import { findLinkRedirect } from '../../src/store/records/mail/link-redirects.ts';

export const recordClick = defineTool({
  name: 'record_click',
  title: 'Record a click',
  summary: 'Record that a person or a machine followed a tracked link, and return its target.',
  toolset: 'deliverability',
  doors: ['link'],
  input: z.strictObject({
    id: IdInput.describe('Email id'),
    link: z.string().max(100).describe('Last path segment of the tracked link'),
    visit: RequestContext,
  }),
  output: z.object({
    object: z.literal('click'),
    email_id: z.string(),
    target: z.string(),
    recorded: z.boolean(),
    machine: z.boolean(),
  }),
  failures: ['not_found', 'service_unavailable'],
  effect: 'write',
  needs: 'events.write',
  rest: null,
  example: {
    input: { id: 'eml_01kb3k7f5d2c8n1r4s6t9v0w3x', link: '1-qL8mZ3xT0a', visit: visitExample },
    output: {
      object: 'click',
      email_id: 'eml_01kb3k7f5d2c8n1r4s6t9v0w3x',
      target: 'https://acme.example/orders/7',
      recorded: true,
      machine: false,
    },
  },
  async run(scope, { id, link, visit }) {
    const email = await scope.store.emails.byId(id);
    const followed = email?.tracked.clicks ? await follow(scope, email, link) : null;
    if (!email || !followed) return scope.fail('not_found');
    const visited = { kind: 'clicked', visit, link: followed.source } as const;
    return await recordVisit(scope, email, visited, (recorded) => ({
      object: 'click' as const,
      email_id: id,
      target: followed.target,
      ...recorded,
    }));
  },
});

/** Returns the target from the mail's own content and values. */
async function follow(scope: Scope, email: EmailRecord, link: string): Promise<FollowedLink | null> {
  const { engine, signal } = scope;
  const body = await loadBody(engine, email);
  if (body === null) return null;
  const targets = await findTrackedTargets(engine, email.organization, body, { rank: 'public', signal });
  const values = valuesToSend(engine, email);
  const followed = followLink(targets, link, values);
  return followed && (await redirected(scope, email, followed, values));
}

/** Applies a later correction of the link. The event still records the original link. */
async function redirected(
  { engine, store, signal }: Scope,
  { campaignId }: EmailRecord,
  followed: FollowedLink,
  values: MergeFields,
): Promise<FollowedLink | null> {
  const digest = linkDigest(followed.source);
  const redirect = campaignId === null ? undefined : await findLinkRedirect(store, campaignId, digest);
  if (redirect === undefined) return followed;
  const targets = await redirectTargets(engine, store.organization, redirect.target, {
    signal,
    rank: 'public',
  });
  const target = correctedTarget(targets, values);
  return target === null ? null : { ...followed, target };
}
