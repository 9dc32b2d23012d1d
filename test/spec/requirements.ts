/**
 * The requirements that the platform fulfils, as single sentences: the public specification first, then the
 * decisions on what it leaves open. A requirement is `built` when a test verifies it (see `verifies.ts`, and
 * the gate in `requirements.test.ts`), and `later` when the part of the platform for it is missing; then it
 * names that part.  Ids go from general to particular. Sentences are ours and short: the specification itself
 * is exact.
 */

import { requirementsOfAssistants } from './assistants/requirements-of-assistants.ts';
import { requirementsOfIntegrations } from './requirements/requirements-of-integrations.ts';
import { requirementsOfWebhookDelivery } from './requirements/requirements-of-webhook-delivery.ts';
import { requirementsOfWebhooks } from './requirements/requirements-of-webhooks.ts';
import { requirementsOfWorkflows } from './requirements/requirements-of-workflows.ts';

/** The parts of the platform that some requirements still wait for. */
const parts = ['workflows', 'imports and exports', 'metrics', 'the TypeScript client', 'quotas'] as const;
type Part = (typeof parts)[number];

export type Requirement =
  | { state: 'built'; area: string; says: string }
  | { state: 'later'; area: string; says: string; waitsFor: Part };

function built(area: string, says: string): Requirement {
  return { state: 'built', area, says };
}

function later(area: string, waitsFor: Part, says: string): Requirement {
  return { state: 'later', area, says, waitsFor };
}

const testMode = 'test-mode recipients';
const sending = 'sending';
const emails = 'sent emails';
const verifying = 'address verification';
const subscribers = 'subscribers';
const exporting = 'exports';
const tags = 'tags';
const events = 'events';
const campaigns = 'campaigns';
const domains = 'domains';
const tokens = 'tokens';
const suppressions = 'suppressions';
const organizations = 'organizations';
const toolsArea = 'tools';
const envelopes = 'envelopes';
const authentication = 'authentication';
const errors = 'errors';
const limits = 'limits';
const submission = 'SMTP submission';
const direct = 'direct delivery';
const returns = 'what comes back';
const versioning = 'versioning';
const idempotency = 'idempotency';
const tenancy = 'tenancy';
const imports = 'imports';
const resources = 'rules for all resources';

export const requirements = {
  ...requirementsOfAssistants,
  ...requirementsOfWebhookDelivery,
  ...requirementsOfWebhooks,
  ...requirementsOfIntegrations,
  ...requirementsOfWorkflows,

  // Test-mode recipients
  'fixture.accepted': built(testMode, 'A send to a fixture is accepted and answers an id like any other.'),
  'fixture.never-on-the-wire': built(testMode, 'No real mail leaves for a fixture recipient.'),
  'fixture.ends-delivered': built(testMode, 'A fixture mail is delivery_mode test and ends delivered.'),
  'fixture.plays-outcomes': built(
    testMode,
    'The local parts bounce, complaint, delay and open, alone or with +label, play that outcome.',
  ),
  'fixture.real-mail-leaves': built(testMode, 'A real mailbox goes the normal delivery path.'),
  'fixture.runner-prefix': built(testMode, 'A local part beginning <runner>-test- is a fixture.'),
  'fixture.example-domains': built(
    testMode,
    'example.com, example.net, example.org and their subdomains are fixtures.',
  ),
  'fixture.test-domains': built(
    testMode,
    'test.com, test.net, test.org, test.dev and their subdomains are fixtures.',
  ),
  'fixture.reserved-tlds': built(testMode, '.test, .example, .invalid and .localhost are fixtures.'),
  'fixture.display-name-stripped': built(testMode, 'A display name is stripped before matching.'),
  'fixture.lookalikes-are-real': built(
    testMode,
    'example.edu, contest.com, mytest.com and ordinary mailboxes are not fixtures.',
  ),
  'fixture.address-in-display-name': built(
    testMode,
    'A display name that looks like an address does not decide: the address in the brackets does.',
  ),
  'fixture.exempt-from-guards': built(testMode, 'Fixtures are exempt from the recipient guards.'),
  'fixture.gate.api': built(
    testMode,
    'The transactional API passes the gate, in v1, in v2, alone and in batches.',
  ),
  'fixture.gate.test-emails': built(testMode, 'Test emails pass the same gate.'),
  'fixture.gate.campaigns': built(testMode, 'Campaign mail passes the same gate.'),
  'fixture.gate.workflows': later(testMode, 'workflows', 'Workflow mail passes the same gate.'),
  'fixture.gate.smtp': built(testMode, 'Submitted mail passes the same gate.'),

  // Sending
  'send.when-sending-is-off': built(
    sending,
    'Where sending is not enabled a real mail is accepted and captured: last_event queued, delivery_mode captured.',
  ),
  'send.v2.answer': built(sending, 'v2 answers { id } with an eml_ id, and no success wrapper.'),
  'send.v2.to-one': built(sending, 'v2 takes `to` as a string or an array of exactly one string.'),
  'send.v2.exactly-one-body': built(
    sending,
    'v2 takes exactly one of html, tiptap, markdown; none or several is 400.',
  ),
  'send.v2.required-fields': built(sending, 'from, to and subject are required.'),
  'send.v2.reply-to': built(sending, 'v2 names the reply address reply_to.'),
  'send.v2.preview': built(sending, 'preview is the preview text, in both versions, at most 200 characters.'),
  'send.v2.refused-fields': built(
    sending,
    'v2 refuses content, contentType, attachments, template, topic_id, scheduled_at, react, tracking and replyTo, by name.',
  ),
  'send.merge-fields': built(sending, 'Markdown takes {{name}}-style placeholders, with {{name|default}}.'),
  'send.merge-fields.unknown': built(
    sending,
    'An unknown placeholder becomes empty; braces are never mailed.',
  ),
  'send.merge-fields.names': built(
    sending,
    '{{name}} is first and last name together; {{firstName}} and {{lastName}} each alone; {{attributes.x}} an attribute.',
  ),
  'send.from-one-mailbox': built(sending, 'A from that is not one mailbox is 400 invalid_from_address.'),
  'send.sizes': built(
    sending,
    'Subject at most 998 characters, html 2 MB, markdown and tiptap 1 MB, tiptap depth 50.',
  ),
  'send.v1.answer': built(sending, 'v1 answers { success, message, id }.'),
  'send.v1.content-types': built(
    sending,
    'v1 content is MARKDOWN by default, HTML or TIPTAP, and becomes the matching v2 body.',
  ),
  'send.v1.tiptap-as-text': built(
    sending,
    'v1 TIPTAP content is the JSON text of a document; the document itself is taken too.',
  ),
  'send.v1.to-one': built(sending, 'v1 takes `to` as a single string only.'),
  'send.v1.reply-to': built(sending, 'v1 replyTo becomes reply_to.'),
  'send.v1.tracking': built(
    sending,
    'v1 tracking is accepted and followed; v2 takes it from the sending domain.',
  ),
  'send.batch': built(
    sending,
    'POST /emails/batch takes 1 to 100 send bodies and answers { data: [{ id }] }. v2 only.',
  ),
  'send.batch.strict': built(
    sending,
    'A strict batch, the default, is all or nothing: 400 names the place as [index].field.',
  ),
  'send.batch.permissive': built(
    sending,
    'A permissive batch sends the good ones and lists { index, name, message, statusCode }.',
  ),
  'send.batch.guarded-whole': built(
    sending,
    'Each mail of a batch counts for the recipient guard, judged before any is queued.',
  ),
  'send.batch.one-request': built(sending, 'A batch is one request for the organization limit.'),
  'send.suppressed': built(
    sending,
    'Mail to a suppressed address answers 200 and ends last_event suppressed.',
  ),
  'send.requires-verified-domain': built(
    sending,
    'Where verified domains are enforced another From domain is 403 domain_not_verified.',
  ),

  // Sent emails
  'email.get': built(emails, 'GET /emails/{id} answers the email with last_event, html and text. v2 only.'),
  'email.list-without-bodies': built(
    emails,
    'GET /emails answers the list envelope without html and text. v2 only.',
  ),
  'email.list-filters': built(
    emails,
    'Emails are filtered by last_event, to, from, subscriber, campaign, source, created_after, created_before, query.',
  ),
  'email.fields': built(emails, 'An email has the agreed snake_case fields; get adds its events.'),
  'email.follow': built(emails, 'last_event follows a mail from acceptance to its end.'),
  'email.retry': built(emails, 'A failed email is tried again by POST /emails/{id}/retry.'),
  'email.machine-events': built(
    emails,
    'A machine open or click never replaces a human-caused or delivery event.',
  ),
  'email.tracked-links': built(
    emails,
    'A followed link leads to what its author wrote, and by no change of it to anything else.',
  ),
  'email.metrics': later(emails, 'metrics', 'GET /emails/metrics counts by day, domain and event.'),

  // Address verification
  'verify.v2': built(verifying, 'POST /api/v2/verify answers the whole verification.'),
  'verify.v2-old-path': built(verifying, 'POST /api/v2/emails/verify answers { valid, error, code }.'),
  'verify.v1': built(verifying, 'POST /api/v1/emails/verify answers { success, valid, error, code }.'),
  'verify.fixture': built(verifying, 'A fixture address is valid without a question to DNS.'),
  'verify.codes': built(
    verifying,
    'INVALID_SYNTAX, DOMAIN_NOT_FOUND, NO_MX, NULL_MX, DISPOSABLE and SUPPRESSED are distinguished.',
  ),
  'verify.valid-with-code': built(
    verifying,
    'TIMEOUT and ROLE_ACCOUNT are reported in code, with valid true and error null.',
  ),
  'verify.always-200': built(verifying, 'A well-formed request about a bad address is 200.'),
  'verify.display-name': built(verifying, 'The address may be written as Name <a@b>.'),

  // Subscribers
  'subscriber.upsert': built(subscribers, 'Create is an upsert by address, which is kept in lower case.'),
  'subscriber.upsert.status': built(
    subscribers,
    'v2 answers 201 for a new subscriber and 200 for a known one; v1 always 200.',
  ),
  'subscriber.upsert.no-resurrection': built(
    subscribers,
    'Upsert never makes an unsubscribed subscriber active again unless resubscribe is true.',
  ),
  'subscriber.upsert.tags': built(subscribers, 'Create takes tags by name or id and makes unknown names.'),
  'subscriber.fields': built(subscribers, 'A subscriber has the agreed camelCase fields, in both versions.'),
  'subscriber.addressed': built(subscribers, '{subscriber} is an id, an address or ext:<externalId>.'),
  'subscriber.get': built(subscribers, 'GET /subscribers/{subscriber} answers the subscriber.'),
  'subscriber.update': built(
    subscribers,
    'PATCH changes what it names; attributes merge key by key and null deletes.',
  ),
  'subscriber.update.trigger-workflows': built(
    subscribers,
    'triggerWorkflows is taken in the body and in the query of an update.',
  ),
  'subscriber.update.silent': built(
    subscribers,
    'With triggerWorkflows false an update starts no workflow; the body wins over the query.',
  ),
  'subscriber.unsubscribe': built(
    subscribers,
    'POST …/unsubscribe makes a subscriber UNSUBSCRIBED, once or many times.',
  ),
  'subscriber.tags.add': built(subscribers, 'POST …/tags adds 1 to 100 tags and answers the subscriber.'),
  'subscriber.tags.remove': built(subscribers, 'DELETE …/tags removes the tags of its body or of ?tags=.'),
  'subscriber.list.v2': built(subscribers, 'v2 lists with limit, after, before, status, tag and query.'),
  'subscriber.list.v1': built(
    subscribers,
    'v1 lists with page or cursor and answers { success, subscribers, total }.',
  ),
  'subscriber.list.status': built(
    subscribers,
    'status is matched without regard to case; an unknown one is 400.',
  ),
  'subscriber.list.created-after': built(subscribers, 'v2 also filters subscribers by created_after.'),
  'subscriber.erase': built(subscribers, 'DELETE /subscribers/{subscriber} erases a person. v2 only.'),
  'subscriber.batch.dry-run': built(
    subscribers,
    'dry_run of a batch answers what the batch would, and saves nothing.',
  ),
  'subscriber.batch': built(
    subscribers,
    'POST /subscribers/batch saves 1 to 1,000 subscribers, each with a result of its own. v2 only.',
  ),
  'subscriber.export': built(
    subscribers,
    'Subscribers go out as CSV with tags, consent and attributes, so that an import reads back what was exported.',
  ),
  'export.link': built(
    exporting,
    'A link downloads one file of one organization for 15 minutes, and ends with its token or OAuth grant.',
  ),
  'export.stable': built(
    exporting,
    'A row that stands throughout an export is in it once, whatever is written meanwhile.',
  ),
  'export.bounded': built(
    exporting,
    'A slow or lost client holds no more than a page and one of two places of its organization.',
  ),
  'export.audited': built(exporting, 'Who took an export is in the audit log, at every door.'),
  'export.scopes': built(exporting, 'Each kind of export takes the scope that reads it.'),
  'export.organization': built(exporting, 'All of an organization goes out as one archive, without secrets.'),
  'export.person': built(
    exporting,
    'Everything about one person goes out as one document, with nothing of another.',
  ),
  'export.tenancy': built(
    exporting,
    'An export has nothing of another organization, and nothing of people who were erased.',
  ),
  'subscriber.import': later(subscribers, 'imports and exports', 'CSV comes in as a job.'),
  'subscriber.list.rule': built(subscribers, 'A rule may stand in GET /subscribers?rule=, as JSON.'),
  'rule.count': built(subscribers, 'event.<name> takes { operator: count_gte | count_lt, value, within }.'),
  'rule.count.workflow': built(
    subscribers,
    'A count in the rule of a workflow is refused with what to do instead.',
  ),
  'rule.last-time': built(
    subscribers,
    'The last time of an event, an open or a click is before or after a time.',
  ),
  'subscriber.segment-filter': built(subscribers, 'Subscribers are filtered by segment.'),
  'subscriber.one-click': built(
    subscribers,
    'A POST to the link of List-Unsubscribe unsubscribes, without sign-in and as often as it comes (RFC 8058).',
  ),
  'subscriber.link-get': built(subscribers, 'A GET of any link changes nothing.'),
  'subscriber.preferences': built(
    subscribers,
    'People choose their topics and come back by themselves on their preference page.',
  ),
  'subscriber.double-opt-in': built(
    subscribers,
    'A subscriber with double opt-in is PENDING until confirmed.',
  ),

  // Tags
  'tag.create': built(tags, 'POST /tags makes a tag; a known name answers the old one with 200.'),
  'tag.names': built(tags, 'A tag name has 1 to 64 characters and is unique without regard to case.'),
  'tag.get': built(tags, 'GET /tags/{tag} finds by id or name.'),
  'tag.list.v2': built(tags, 'v2 lists tags with limit, after, before and query.'),
  'tag.list.v1': built(tags, 'v1 answers { success, tags, total }.'),
  'tag.apply': built(tags, 'POST /tags/{tag}/apply tags all that a rule or a segment finds.'),
  'tag.apply.dry-run': built(tags, 'dry_run of apply_tag counts them, names some and writes nothing.'),
  'tag.apply.resumes': built(
    tags,
    'Of many the first are tagged in the call, the others in the background, each once.',
  ),
  'tag.apply.starts': built(tags, 'A tag that is applied starts what a tag that is added starts.'),
  'tag.change': built(tags, 'PATCH and DELETE /tags/{tag} change and remove a tag. v2 only.'),
  'tag.fields': built(tags, 'A tag has id, name, description, color, subscriberCount, createdAt.'),

  // Events
  'event.track': built(events, 'POST /events records a named event for a subscriber.'),
  'event.track.v1': built(events, 'v1 answers { success, event, eventId }.'),
  'event.track.aliases': built(events, 'event and data are taken for name and properties.'),
  'event.track.one-subscriber': built(
    events,
    'The subscriber is named by exactly one of email, subscriberId, externalId.',
  ),
  'event.track.unknown-email': built(
    events,
    'An unknown address becomes a subscriber; a known status is left alone.',
  ),
  'event.track.not-in-future': built(events, 'occurredAt is at most 5 minutes ahead.'),
  'event.list.v2': built(
    events,
    'GET /subscribers/{subscriber}/events lists with limit, after, before and name.',
  ),
  'event.list.v1': built(events, 'v1 answers { success, events, total }.'),
  'event.fields': built(
    events,
    'An event has id, name, subscriberId, email, properties, occurredAt, receivedAt.',
  ),
  'event.starts-workflows': built(events, 'Events and subscriber updates can start workflows.'),
  'event.webhooks': built(events, 'Webhooks report what happens.'),

  // Domains, tokens, tools
  'domain.crud': built(domains, 'Domains are added, listed, read and removed under /domains. v2 only.'),
  'domain.change': built(domains, 'PATCH /domains/{id} changes how a domain is used.'),
  'domain.records': built(domains, 'A domain says which DNS records it wants and what DNS answers now.'),
  'domain.check': built(domains, 'POST /domains/{id}/verify looks at DNS again.'),
  'domain.dkim-rotation': built(domains, 'POST /domains/{id}/rotate-dkim makes a new key.'),
  'token.secret-once': built(
    tokens,
    'The secret of a token appears in the answer that made it, and nowhere else.',
  ),
  'token.prefix': built(tokens, 'Every secret begins posthouse_.'),
  'token.revoke': built(tokens, 'A revoked token is 401 from then on.'),
  'token.mint': built(tokens, 'A token can only make tokens with its own scopes or fewer.'),
  'token.scopes': built(tokens, 'A call outside the scopes of its token is 403 restricted_api_key.'),
  'token.test-mode': built(tokens, 'With a test token every recipient is treated as a fixture.'),
  'token.allowed-recipients': built(
    tokens,
    'A recipient outside allowed_recipients is 403 restricted_api_key.',
  ),
  'token.send-cap': built(tokens, 'Beyond its send_cap a token is 429 rate_limit_exceeded with Retry-After.'),
  'token.ip-allowlist': built(tokens, 'A call from outside ip_allowlist is 403 restricted_api_key.'),
  'token.change': built(tokens, 'PATCH /tokens/{id} changes what a token may do, from its next call on.'),
  'token.rotate': built(tokens, 'POST /tokens/{id}/rotate makes a new secret; the old one lives 24 hours.'),
  'suppression.crud': built(
    suppressions,
    'Suppressions are added, listed, read and removed, by id or address.',
  ),
  'suppression.marketing-only': built(
    suppressions,
    'A suppression of scope marketing does not stop transactional mail.',
  ),
  'suppression.batch': built(suppressions, 'Suppressions are added and removed 1 to 100 at once.'),
  'organization.read-and-change': built(organizations, 'GET and PATCH /organization are for its own tokens.'),
  'organization.operator-tools': built(
    organizations,
    'Operator tools make, change and list organizations; no ordinary token sees them.',
  ),
  'tools.v2': built(toolsArea, '/api/v2/tools lists tools and runs them by name.'),
  'tools.admin': built(
    toolsArea,
    '/api/v1/admin/tools answers { success, tools } and { success, tool, result } to admin tokens.',
  ),
  'tools.mcp': built(toolsArea, 'The MCP endpoint at /mcp offers the operations as tools.'),
  'tools.cli': built(toolsArea, 'The command line lists tools and runs them by name.'),
  'tools.refusals': built(toolsArea, 'Bad arguments are 400; a tool that refuses is 200 with is_error.'),

  // Campaigns
  'campaign.crud': built(campaigns, 'Campaigns are listed, created, read, updated and deleted.'),
  'campaign.envelope.v1': built(campaigns, 'v1 answers { success, campaign, campaignId }.'),
  'campaign.create.named': built(campaigns, 'Create needs a name or a subject; the rest may come later.'),
  'campaign.content': built(
    campaigns,
    'The body is content with contentType, or in v2 exactly one of html, markdown, tiptap; both forms are answered.',
  ),
  'campaign.audience': built(
    campaigns,
    'The audience names tags by id or name; what is unknown is 400 and named.',
  ),
  'campaign.edit.only-draft': built(campaigns, 'Only a DRAFT campaign can be edited; any other is 400.'),
  'campaign.edit.revision': built(campaigns, 'An edit with a stale expectedRevision is 409.'),
  'campaign.warnings': built(
    campaigns,
    'Create and update answer what verification noticed, and refuse nothing.',
  ),
  'campaign.delete': built(
    campaigns,
    'Deleting a SCHEDULED campaign cancels it; one that is SENDING is 400.',
  ),
  'campaign.send.only-draft': built(campaigns, 'Only a DRAFT campaign can be sent; any other is 400.'),
  'campaign.send.placeholder': built(campaigns, 'Content without {{unsubscribeUrl}} is 400.'),
  'campaign.send.future': built(campaigns, 'A scheduledAt in the past is 400.'),
  'campaign.send.scheduled': built(
    campaigns,
    'Send answers status SCHEDULED; without scheduledAt sending begins at once.',
  ),
  'campaign.send.timezone': built(campaigns, 'timezone is UTC unless given; an offset in the time wins.'),
  'campaign.send.answer.v2': built(campaigns, 'v2 answers the campaign without a wrapper.'),
  'campaign.send.not-found': built(campaigns, "An unknown or another organization's campaign is 404."),
  'campaign.send.verified': built(
    campaigns,
    'Content verification runs on every send and blocks cold email and phishing.',
  ),
  'campaign.send.verifier-down': built(campaigns, 'An unavailable verifier is 400.'),
  'campaign.send.verification-fields': built(
    campaigns,
    'A block carries code, blockReasons, badges, documentationUrl and guidance.',
  ),
  'campaign.lifecycle': built(
    campaigns,
    'DRAFT, SCHEDULED, SENDING, SENT and ARCHIVED move as agreed and no other way.',
  ),
  'campaign.pause': built(
    campaigns,
    'A paused campaign stays SENDING, and sends nothing until it is resumed.',
  ),
  'campaign.end': built(
    campaigns,
    'A campaign that is SENDING can be ended for good: ARCHIVED, with what was sent kept and nothing more sent.',
  ),
  'campaign.redirect-link': built(
    campaigns,
    'The target of a tracked link can be corrected after sending: judged with the content, at once, with what it was kept.',
  ),
  'campaign.audience.not-reached': built(campaigns, 'An audience can be those a campaign has not reached.'),
  'campaign.test': built(campaigns, 'A test goes to 1 to 10 addresses through the same gate, marked [Test].'),

  // Envelopes
  'envelope.v2.list': built(envelopes, 'v2 lists are { object: "list", data, has_more }.'),
  'envelope.v2.resource': built(
    envelopes,
    'A v2 resource stands alone, says its kind in object, and has no success field.',
  ),
  'envelope.v2.error': built(envelopes, 'v2 errors are { name, message, statusCode } and optional details.'),
  'envelope.v1.subscriber': built(
    envelopes,
    'v1 answers { success: true, subscriber } to create, get and every change.',
  ),
  'envelope.v1.error': built(
    envelopes,
    'v1 errors are { success: false, message, error, code }; code is the upper case of error.',
  ),
  'envelope.v1.no-object': built(envelopes, 'v1 resources have no object field.'),

  // Authentication
  'auth.bearer': built(authentication, 'Every call carries Authorization: Bearer <token>.'),
  'auth.both-versions': built(
    authentication,
    'One token works for v1 and v2 and belongs to one organization.',
  ),
  'auth.missing': built(authentication, 'No token is 401 missing_api_key.'),
  'auth.invalid': built(authentication, 'An unknown, revoked or expired token is 401 invalid_api_key.'),
  'auth.challenge': built(authentication, 'A 401 names the scheme in WWW-Authenticate.'),
  'auth.failure-carries-policy': built(
    authentication,
    'A 401 carries the rate-limit policy of the free plan.',
  ),

  // Errors
  'error.validation': built(
    errors,
    'An invalid input is 400 validation_error with { path, code, message } details.',
  ),
  'error.validation.codes': built(errors, 'Details tell required, unknown_field and invalid apart.'),
  'error.unknown-fields.v2': built(errors, 'v2 refuses unknown body fields and names them.'),
  'error.unknown-fields.v1': built(errors, 'v1 ignores unknown body fields.'),
  'error.not-found': built(errors, 'Nothing by that name is 404 not_found.'),
  'error.method-not-allowed': built(errors, 'A path that does not take the method is 405 with Allow.'),
  'error.unparsable': built(errors, 'A body that is not JSON is 400.'),
  'error.too-large': built(errors, 'A body over 5 MB is 413 payload_too_large.'),
  'error.media-type': built(errors, 'A body that is not JSON by its type is 415 unsupported_media_type.'),
  'error.recipient-limited': built(
    errors,
    'The recipient guard is 429 with code RECIPIENT_RATE_LIMITED, its message and Retry-After, in both versions.',
  ),
  'error.recipient-limited.details': built(
    errors,
    'v2 tells the reason short, long or cooldown and retry_after in details.',
  ),

  // Limits
  'limit.plans': built(limits, 'Free has 100, premium 700, enterprise 2,000 requests a minute.'),
  'limit.organization': built(limits, 'Beyond its plan an organization is 429 until the window ends.'),
  'limit.organization.v1-body': built(
    limits,
    'v1 says { message: "Too many requests", docs } and nothing else.',
  ),
  'limit.organization.v2-body': built(limits, 'v2 says rate_limit_exceeded in its error envelope.'),
  'limit.retry-after': built(limits, 'Every 429 has Retry-After in whole seconds of at least one.'),
  'limit.window': built(limits, 'The window is 60 seconds; a new one begins with the full budget.'),
  'limit.shared-by-versions': built(limits, 'v1 and v2 draw on one budget, whatever the token.'),
  'limit.headers': built(
    limits,
    'Authenticated answers carry RateLimit-Policy, RateLimit, RateLimit-Limit, -Remaining, -Reset and the X- names.',
  ),
  'limit.headers.agree': built(limits, 'The three families of rate headers say the same.'),
  'limit.ip': built(limits, 'More than 500 requests in a second from one address are 429.'),
  'guard.short': built(limits, 'A real mailbox gets 5 sends in 10 minutes.'),
  'guard.long': built(limits, 'A real mailbox gets 20 sends in 24 hours.'),
  'guard.cooldown': built(limits, 'After a bounce a real mailbox cools down for an hour first.'),
  'guard.all-doors': built(limits, 'Every door counts for the same guard.'),
  'guard.plan-does-not-cure': built(limits, 'A larger plan does not lift the guard.'),
  'guard.refusals-do-not-count': built(limits, 'A refused send does not count.'),
  'guard.after-hard-bounce': built(
    limits,
    'After the cooldown of a hard bounce the address is suppressed: 200 with last_event suppressed.',
  ),
  'limit.quotas': later(limits, 'quotas', 'An operator may set daily and monthly quotas.'),

  // SMTP submission
  'smtp.tls': built(
    submission,
    'STARTTLS on one port and TLS from the first byte on the other, 1.2 at least.',
  ),
  'smtp.auth': built(
    submission,
    'AUTH PLAIN and LOGIN, only inside TLS; any user name, the token as password.',
  ),
  'smtp.revoked': built(submission, 'A revoked token stops within a second, on open connections too.'),
  'smtp.restricted': built(
    submission,
    'Scope, addresses, domain and recipients that a token is bound to hold here too: 550 5.7.1.',
  ),
  'smtp.brute-force': built(
    submission,
    'A client that guesses passwords is slowed down, then shut out for a while, and no other client is.',
  ),
  'smtp.queued': built(submission, 'A message that was taken answers 250 2.0.0 Ok: queued as eml_….'),
  'smtp.durable': built(submission, '250 comes after the commit.'),
  'smtp.recipients': built(submission, 'Up to 50 recipients, an email record each; beyond them 452 4.5.3.'),
  'smtp.guard': built(submission, 'A recipient that is rate limited is refused at RCPT with 450 4.7.1.'),
  'smtp.suppressed': built(submission, 'A suppressed recipient is accepted and recorded as suppressed.'),
  'smtp.organization-limit': built(submission, 'The organization’s request limit answers 451 4.7.0.'),
  'smtp.size': built(submission, 'A message has at most 10 MB; beyond it 552 5.3.4.'),
  'smtp.from-domain': built(
    submission,
    'From need be of a verified domain only where the operator asks for it: else 550 5.7.1.',
  ),
  'smtp.sender': built(submission, 'Any address may stand in MAIL FROM, or none: returns go where we say.'),
  'smtp.fidelity': built(submission, 'Attachments and inline parts are kept byte for byte; Bcc never leaks.'),
  'smtp.headers': built(
    submission,
    'Idempotency-Key, X-Tags, X-Preview and X-Track are read and removed; Message-ID is kept.',
  ),
  'smtp.well-formed': built(
    submission,
    'A message with a header that is none, or with two From, is refused.',
  ),
  'smtp.smuggling': built(submission, 'A bare CR or LF never ends a message and never begins another.'),
  'smtp.idempotency': built(submission, 'The same Idempotency-Key again sends nothing again.'),
  'smtp.erasure': built(submission, 'The message goes with the last person it was sent to.'),

  // Direct delivery
  'direct.delivered': built(direct, 'Mail goes to the recipient’s own MX, and delivered is its word.'),
  'direct.deferred': built(direct, 'A 4yz is tried again on a growing schedule.'),
  'direct.bounced': built(direct, 'A 5yz about the mailbox bounces, cools down and then suppresses.'),
  'direct.null-mx': built(direct, 'A null MX, or no such domain, bounces without a connection.'),
  'direct.given-up': built(direct, 'After three days of trying a mail is given up.'),
  'direct.warm-up': built(direct, 'A new sending domain has a most for each provider and day.'),

  // What comes back
  'return.refused-early': built(returns, 'Only return paths that we signed are taken, before any data.'),
  'return.forged': built(returns, 'A bounce made up for another’s mail changes nothing.'),
  'return.fresh': built(returns, 'A bounce is believed for 10 days, a complaint for 60.'),
  'return.durable': built(returns, 'A return is answered 250 after the commit, and 451 in trouble.'),
  'return.words-are-data': built(returns, 'What others wrote is kept as data: cut, on one line, visible.'),
  'bounce.as-in-dialogue': built(
    returns,
    'A bounce that comes back later has the effects of one in the dialogue.',
  ),
  'bounce.once': built(returns, 'The same return twice changes nothing twice.'),
  'bounce.classes': built(returns, 'A bounce for policy suppresses no address.'),
  'bounce.delayed-and-delivered': built(returns, 'Reports of delay and of delivery are events.'),
  'bounce.overtakes': built(returns, 'A bounce that overtakes our own record stays the last word.'),
  'bounce.streak': built(
    returns,
    'Five soft bounces in a row suppress for 30 days, whichever way they came.',
  ),
  'bounce.unknown-words': built(returns, 'A return whose words are not understood suppresses no address.'),
  'bounce.auto-reply': built(returns, 'An automatic reply is no bounce.'),
  'complaint.suppresses': built(returns, 'A complaint suppresses for good and marks the subscriber.'),
  'complaint.not-spam': built(returns, 'A report of another kind suppresses no address.'),
  'complaint.provider-address': built(returns, 'A provider may send all its complaints to fbl@.'),
  'complaint.fields': built(returns, 'Mail names where complaints go (RFC 9477).'),
  'suppression.import': built(suppressions, 'Suppressions come in as CSV, with a fault for each bad row.'),
  'suppression.export': built(suppressions, 'Suppressions go out as CSV, page by page.'),
  'domain.daily-look': built(domains, 'A domain’s records are looked at again every day.'),
  'domain.rotation': built(domains, 'A new key signs from the moment its record is seen.'),
  'domain.two-signatures': built(domains, 'Mail is signed with RSA and with Ed25519.'),
  'domain.return-path': built(domains, 'Bounces come back under the domain where its record leads to us.'),
  'verify.batch': built(
    verifying,
    'POST /verify/batch verifies up to 1,000 addresses, each domain asked once.',
  ),

  // Versioning
  'version.paths': built(versioning, 'The version is the path prefix: /api/v1 and /api/v2.'),
  'version.v1-frozen': built(versioning, 'v1 answers byte for byte what its transcripts say.'),
  'version.v2-only': built(versioning, 'Sent emails, batches, domains, tokens and tools are not in v1.'),
  'version.v2-refuses-pages': built(versioning, 'v2 answers 400 to page and cursor.'),
  'version.openapi': built(versioning, 'The contract stands at /openapi.json, with both versions.'),
  'version.client': later(
    versioning,
    'the TypeScript client',
    'Client 2.1.0 talks to v2 and answers { data, error }.',
  ),
  'version.smtp': built(versioning, 'SMTP submission stands outside the versions.'),

  // Idempotency
  'idempotency.replay': built(
    idempotency,
    'A repeated POST with the same key and body answers the same, marked Idempotent-Replayed, and does nothing.',
  ),
  'idempotency.other-body': built(
    idempotency,
    'The same key with another body is 409 invalid_idempotent_request.',
  ),
  'idempotency.in-flight': built(
    idempotency,
    'The same key while the first still runs is 409 with Retry-After 1.',
  ),
  'idempotency.key-form': built(
    idempotency,
    'A key has 1 to 256 printable characters, bare or quoted; else 400 invalid_idempotency_key.',
  ),
  'idempotency.scope': built(idempotency, 'A key holds per organization, method and path.'),
  'idempotency.kept': built(idempotency, 'A key is kept for 24 hours.'),
  'idempotency.failures-not-kept': built(
    idempotency,
    'A refused request is not remembered: its key may be used again.',
  ),

  // Tenancy
  'tenancy.not-found': built(
    tenancy,
    "Another organization's id answers byte for byte what an unknown id answers, but for the request id.",
  ),
  'tenancy.lists': built(tenancy, "A list never shows another organization's rows."),
  'tenancy.keys-per-organization': built(
    tenancy,
    'Addresses, tag names and external ids are unique per organization only.',
  ),

  // Imports
  'import.dry-run': built(
    imports,
    'dry_run of an import answers the counts of its result, and keeps nothing.',
  ),
  'import.preview': built(imports, 'The counts of an import’s preview are those of its result.'),
  'import.fates': built(
    imports,
    'Each row is one of created, updated, unchanged, skipped, duplicate, invalid or refused.',
  ),
  'import.never-up': built(
    imports,
    'An import never moves a subscriber up to ACTIVE; a status in the file may only move down.',
  ),
  'import.consent': built(
    imports,
    'New people without consent are PENDING and asked, or refused where there is no double opt-in.',
  ),
  'import.unasked': built(
    imports,
    'An assistant imports and saves with double opt-in without a question where nothing leaves; no opt-in request of it leaves later, and rows that would get one are refused and counted.',
  ),
  'import.quota': built(imports, 'The file of an import counts in the storage quota until it goes.'),
  'import.erased': built(
    imports,
    'Of an erased person no file and no row of an import is kept, and no import that came before adds them again.',
  ),
  'import.resumes': built(
    imports,
    'An import that dies anywhere goes on where it was, and comes to the same as one that did not.',
  ),

  // Rules for all resources
  'resource.ids': built(resources, 'An id is its prefix and 26 time-sortable characters.'),
  'resource.times': built(resources, 'Times are ISO 8601 in UTC with Z and milliseconds.'),
  'resource.create-status': built(
    resources,
    'v2 creates answer 201; sends, track and verify 200; v1 always 200.',
  ),
  'resource.delete-answer': built(resources, 'v2 deletes answer { object, id, deleted: true }.'),
  'resource.request-id': built(resources, 'Every answer has X-Request-Id; the caller may bring its own.'),
  'resource.no-cors': built(resources, 'No answer allows another origin.'),
  'list.v2.bounds': built(resources, 'v2 limit is 1 to 100, 20 by default.'),
  'list.v2.cursors': built(resources, 'after and before are ids; both together, or an unknown one, is 400.'),
  'list.v2.newest-first': built(
    resources,
    'Lists are newest first, and pages neither repeat nor lose a row.',
  ),
  'list.v1.bounds': built(resources, 'v1 limit is 1 to 100, 50 by default.'),
  'list.v1.page-or-cursor': built(
    resources,
    'v1 takes page from 1, or cursor as the id of the last row seen; both is 400; total is the full count.',
  ),
} as const satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof requirements;
