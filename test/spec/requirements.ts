/**
 * The requirements, one sentence each: the public specification first, then our decisions on what it leaves open. The
 * state `built` needs a test that verifies the requirement (`verifies.ts`, checked by `requirements.test.ts`); `later`
 * names the missing part of the platform.
 */

import { requirementsOfAssistants } from './assistants/requirements-of-assistants.ts';
import { requirementsOfIntegrations } from './requirements/requirements-of-integrations.ts';
import { requirementsOfWebhookDelivery } from './requirements/requirements-of-webhook-delivery.ts';
import { requirementsOfWebhooks } from './requirements/requirements-of-webhooks.ts';
import { requirementsOfWorkflows } from './requirements/requirements-of-workflows.ts';

/** Parts of the platform that are still missing. */
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
const returns = 'returned mail';
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
  'fixture.accepted': built(
    testMode,
    'A send to a fixture is accepted and returns an id like any other send.',
  ),
  'fixture.never-on-the-wire': built(testMode, 'No mail to a fixture recipient leaves the server.'),
  'fixture.ends-delivered': built(testMode, 'A fixture mail has delivery_mode test and ends as delivered.'),
  'fixture.plays-outcomes': built(
    testMode,
    'The local parts bounce, complaint, delay and open, alone or with +label, simulate that outcome.',
  ),
  'fixture.real-mail-leaves': built(testMode, 'Mail to a real mailbox takes the normal delivery path.'),
  'fixture.runner-prefix': built(testMode, 'A local part that begins with <runner>-test- is a fixture.'),
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
    'The address in the brackets decides, even if the display name looks like an address.',
  ),
  'fixture.exempt-from-guards': built(testMode, 'Fixtures are exempt from the recipient guards.'),
  'fixture.gate.api': built(
    testMode,
    'Sends over the transactional API pass the gate, in v1 and v2, single and in batches.',
  ),
  'fixture.gate.test-emails': built(testMode, 'Test emails pass the same gate.'),
  'fixture.gate.campaigns': built(testMode, 'Campaign mail passes the same gate.'),
  'fixture.gate.workflows': later(testMode, 'workflows', 'Workflow mail passes the same gate.'),
  'fixture.gate.smtp': built(testMode, 'Submitted mail passes the same gate.'),

  // Sending
  'send.when-sending-is-off': built(
    sending,
    'If sending is off, a real mail is accepted and captured: last_event queued, delivery_mode captured.',
  ),
  'send.v2.answer': built(sending, 'v2 returns { id } with an eml_ id and without a success wrapper.'),
  'send.v2.to-one': built(sending, 'v2 takes `to` as a string or an array of exactly one string.'),
  'send.v2.exactly-one-body': built(
    sending,
    'v2 takes exactly one of html, tiptap and markdown; otherwise it returns 400.',
  ),
  'send.v2.required-fields': built(sending, 'from, to and subject are required.'),
  'send.v2.reply-to': built(sending, 'v2 names the reply address reply_to.'),
  'send.v2.preview': built(sending, 'preview is the preview text, in both versions, at most 200 characters.'),
  'send.v2.refused-fields': built(
    sending,
    'v2 rejects content, contentType, attachments, template, topic_id, scheduled_at, react, tracking and replyTo, by name.',
  ),
  'send.merge-fields': built(sending, 'Markdown takes {{name}}-style placeholders, with {{name|default}}.'),
  'send.merge-fields.unknown': built(
    sending,
    'An unknown placeholder becomes empty; braces are never mailed.',
  ),
  'send.merge-fields.names': built(
    sending,
    '{{name}} is the first and last name, {{firstName}} and {{lastName}} are each alone, and {{attributes.x}} is an attribute.',
  ),
  'send.from-one-mailbox': built(
    sending,
    'A from that is not a single mailbox returns 400 invalid_from_address.',
  ),
  'send.sizes': built(
    sending,
    'Limits: subject 998 characters, html 2 MB, markdown and tiptap 1 MB, tiptap depth 50.',
  ),
  'send.v1.answer': built(sending, 'v1 returns { success, message, id }.'),
  'send.v1.content-types': built(
    sending,
    'v1 content is MARKDOWN by default, HTML or TIPTAP, and becomes the matching v2 body.',
  ),
  'send.v1.tiptap-as-text': built(
    sending,
    'v1 accepts TIPTAP content as the JSON text of a document or as the document itself.',
  ),
  'send.v1.to-one': built(sending, 'v1 takes `to` as a single string only.'),
  'send.v1.reply-to': built(sending, 'v1 replyTo becomes reply_to.'),
  'send.v1.tracking': built(
    sending,
    'v1 applies its tracking field; v2 uses the setting of the sending domain.',
  ),
  'send.batch': built(
    sending,
    'POST /emails/batch takes 1 to 100 send bodies and returns { data: [{ id }] }. v2 only.',
  ),
  'send.batch.strict': built(
    sending,
    'A strict batch, the default, is all or nothing: a 400 locates the fault as [index].field.',
  ),
  'send.batch.permissive': built(
    sending,
    'A permissive batch sends the valid mails and lists { index, name, message, statusCode } for the others.',
  ),
  'send.batch.guarded-whole': built(
    sending,
    'The recipient guard counts every mail of a batch before any is queued.',
  ),
  'send.batch.one-request': built(sending, 'A batch counts as one request against the organization limit.'),
  'send.suppressed': built(
    sending,
    'Mail to a suppressed address returns 200 and gets last_event suppressed.',
  ),
  'send.requires-verified-domain': built(
    sending,
    'If verified domains are required, an unverified From domain returns 403 domain_not_verified.',
  ),

  // Sent emails
  'email.get': built(emails, 'GET /emails/{id} returns the email with last_event, html and text. v2 only.'),
  'email.list-without-bodies': built(
    emails,
    'GET /emails returns the list envelope without html and text. v2 only.',
  ),
  'email.list-filters': built(
    emails,
    'Emails can be filtered by last_event, to, from, subscriber, campaign, source, created_after, created_before and query.',
  ),
  'email.fields': built(emails, 'An email has the specified snake_case fields; get adds its events.'),
  'email.follow': built(emails, 'last_event tracks a mail from acceptance to its final state.'),
  'email.retry': built(emails, 'POST /emails/{id}/retry retries a failed email.'),
  'email.machine-events': built(emails, 'A machine open or click never replaces a human or delivery event.'),
  'email.tracked-links': built(
    emails,
    'A tracked link redirects to the URL that its author wrote, and a modified link redirects nowhere else.',
  ),
  'email.metrics': later(emails, 'metrics', 'GET /emails/metrics counts by day, domain and event.'),

  // Address verification
  'verify.v2': built(verifying, 'POST /api/v2/verify returns the full verification.'),
  'verify.v2-old-path': built(verifying, 'POST /api/v2/emails/verify returns { valid, error, code }.'),
  'verify.v1': built(verifying, 'POST /api/v1/emails/verify returns { success, valid, error, code }.'),
  'verify.fixture': built(verifying, 'A fixture address is valid without a DNS query.'),
  'verify.codes': built(
    verifying,
    'INVALID_SYNTAX, DOMAIN_NOT_FOUND, NO_MX, NULL_MX, DISPOSABLE and SUPPRESSED are distinguished.',
  ),
  'verify.valid-with-code': built(
    verifying,
    'TIMEOUT and ROLE_ACCOUNT are reported in code, with valid true and error null.',
  ),
  'verify.always-200': built(verifying, 'A well-formed request about an invalid address returns 200.'),
  'verify.display-name': built(verifying, 'The address may be written as Name <a@b>.'),

  // Subscribers
  'subscriber.upsert': built(subscribers, 'Create is an upsert by address, which is stored in lower case.'),
  'subscriber.upsert.status': built(
    subscribers,
    'v2 returns 201 for a new subscriber and 200 for an existing one; v1 always 200.',
  ),
  'subscriber.upsert.no-resurrection': built(
    subscribers,
    'An upsert never reactivates an unsubscribed subscriber unless resubscribe is true.',
  ),
  'subscriber.upsert.tags': built(subscribers, 'Create takes tags by name or id and creates unknown names.'),
  'subscriber.fields': built(
    subscribers,
    'A subscriber has the specified camelCase fields, in both versions.',
  ),
  'subscriber.addressed': built(subscribers, '{subscriber} is an id, an address or ext:<externalId>.'),
  'subscriber.get': built(subscribers, 'GET /subscribers/{subscriber} returns the subscriber.'),
  'subscriber.update': built(
    subscribers,
    'PATCH changes only the given fields; attributes merge key by key and null deletes a key.',
  ),
  'subscriber.update.trigger-workflows': built(
    subscribers,
    'An update accepts triggerWorkflows in the body and in the query.',
  ),
  'subscriber.update.silent': built(
    subscribers,
    'With triggerWorkflows false an update starts no workflow; the body wins over the query.',
  ),
  'subscriber.unsubscribe': built(
    subscribers,
    'POST …/unsubscribe sets the status UNSUBSCRIBED and can be repeated.',
  ),
  'subscriber.tags.add': built(subscribers, 'POST …/tags adds 1 to 100 tags and returns the subscriber.'),
  'subscriber.tags.remove': built(subscribers, 'DELETE …/tags removes the tags in the body or in ?tags=.'),
  'subscriber.list.v2': built(subscribers, 'v2 lists with limit, after, before, status, tag and query.'),
  'subscriber.list.v1': built(
    subscribers,
    'v1 lists with page or cursor and returns { success, subscribers, total }.',
  ),
  'subscriber.list.status': built(
    subscribers,
    'status is matched case-insensitively; an unknown status returns 400.',
  ),
  'subscriber.list.created-after': built(subscribers, 'v2 also filters subscribers by created_after.'),
  'subscriber.erase': built(subscribers, 'DELETE /subscribers/{subscriber} erases a person. v2 only.'),
  'subscriber.batch.dry-run': built(
    subscribers,
    'A batch with dry_run returns the results and saves nothing.',
  ),
  'subscriber.batch': built(
    subscribers,
    'POST /subscribers/batch saves 1 to 1,000 subscribers with a result for each. v2 only.',
  ),
  'subscriber.export': built(
    subscribers,
    'Subscribers are exported as CSV with tags, consent and attributes, and an import restores the export.',
  ),
  'export.link': built(
    exporting,
    'A link downloads one file of one organization for 15 minutes, and ends with its token or OAuth grant.',
  ),
  'export.stable': built(
    exporting,
    'A row that exists throughout an export appears in it once, regardless of concurrent writes.',
  ),
  'export.bounded': built(
    exporting,
    'A slow or lost client occupies at most one page and one of its organization’s two export slots.',
  ),
  'export.audited': built(exporting, 'The audit log records who exported data, at every door.'),
  'export.scopes': built(exporting, 'Each kind of export needs the scope that reads its data.'),
  'export.organization': built(
    exporting,
    'All data of an organization is exported as one archive, without secrets.',
  ),
  'export.person': built(
    exporting,
    'All data about a person is exported as one document, without data about others.',
  ),
  'export.tenancy': built(
    exporting,
    'An export has no data of other organizations and no data of erased people.',
  ),
  'subscriber.import': later(subscribers, 'imports and exports', 'A CSV import runs as a job.'),
  'subscriber.list.rule': built(subscribers, 'GET /subscribers accepts a rule as JSON in ?rule=.'),
  'rule.count': built(subscribers, 'event.<name> takes { operator: count_gte | count_lt, value, within }.'),
  'rule.count.workflow': built(subscribers, 'A workflow rule with a count is rejected with an alternative.'),
  'rule.last-time': built(
    subscribers,
    'A rule can compare the last time of an event, an open or a click with a given time.',
  ),
  'subscriber.segment-filter': built(subscribers, 'Subscribers can be filtered by segment.'),
  'subscriber.one-click': built(
    subscribers,
    'A POST to the List-Unsubscribe URL unsubscribes without sign-in and can be repeated (RFC 8058).',
  ),
  'subscriber.link-get': built(subscribers, 'A GET of a link changes nothing.'),
  'subscriber.preferences': built(
    subscribers,
    'On their preference page, people choose topics and can subscribe again.',
  ),
  'subscriber.double-opt-in': built(
    subscribers,
    'A subscriber with double opt-in is PENDING until confirmed.',
  ),

  // Tags
  'tag.create': built(tags, 'POST /tags creates a tag; an existing name returns the existing tag with 200.'),
  'tag.names': built(tags, 'A tag name has 1 to 64 characters and is unique case-insensitively.'),
  'tag.get': built(tags, 'GET /tags/{tag} accepts an id or a name.'),
  'tag.list.v2': built(tags, 'v2 lists tags with limit, after, before and query.'),
  'tag.list.v1': built(tags, 'v1 returns { success, tags, total }.'),
  'tag.apply': built(tags, 'POST /tags/{tag}/apply tags every subscriber that matches a rule or a segment.'),
  'tag.apply.dry-run': built(
    tags,
    'apply_tag with dry_run returns the count and a sample, and writes nothing.',
  ),
  'tag.apply.resumes': built(
    tags,
    'A large apply_tag tags the first subscribers in the call and the others in the background, each once.',
  ),
  'tag.apply.starts': built(
    tags,
    'apply_tag starts the same workflows as adding the tag to each subscriber.',
  ),
  'tag.change': built(tags, 'PATCH and DELETE /tags/{tag} change and delete a tag. v2 only.'),
  'tag.fields': built(tags, 'A tag has id, name, description, color, subscriberCount and createdAt.'),

  // Events
  'event.track': built(events, 'POST /events records a named event for a subscriber.'),
  'event.track.v1': built(events, 'v1 returns { success, event, eventId }.'),
  'event.track.aliases': built(events, 'event and data are aliases of name and properties.'),
  'event.track.one-subscriber': built(
    events,
    'Exactly one of email, subscriberId and externalId identifies the subscriber.',
  ),
  'event.track.unknown-email': built(
    events,
    'An unknown address becomes a subscriber; an existing subscriber keeps its status.',
  ),
  'event.track.not-in-future': built(events, 'occurredAt may be at most 5 minutes in the future.'),
  'event.list.v2': built(
    events,
    'GET /subscribers/{subscriber}/events lists with limit, after, before and name.',
  ),
  'event.list.v1': built(events, 'v1 returns { success, events, total }.'),
  'event.fields': built(
    events,
    'An event has id, name, subscriberId, email, properties, occurredAt and receivedAt.',
  ),
  'event.starts-workflows': built(events, 'Events and subscriber updates can start workflows.'),
  'event.webhooks': built(events, 'Webhooks report events.'),

  // Domains, tokens, tools
  'domain.crud': built(domains, 'Domains can be added, listed, read and deleted under /domains. v2 only.'),
  'domain.change': built(domains, 'PATCH /domains/{id} changes the settings of a domain.'),
  'domain.records': built(domains, 'A domain lists its required DNS records and the current DNS answers.'),
  'domain.check': built(domains, 'POST /domains/{id}/verify checks DNS again.'),
  'domain.dkim-rotation': built(domains, 'POST /domains/{id}/rotate-dkim creates a new key.'),
  'token.secret-once': built(tokens, 'The secret of a token appears only in the response that created it.'),
  'token.prefix': built(tokens, 'Every secret begins with posthouse_.'),
  'token.revoke': built(tokens, 'A revoked token returns 401.'),
  'token.mint': built(tokens, 'A token can only create tokens with the same or fewer scopes.'),
  'token.scopes': built(tokens, 'A call outside the scopes of its token returns 403 restricted_api_key.'),
  'token.test-mode': built(tokens, 'With a test token every recipient is treated as a fixture.'),
  'token.allowed-recipients': built(
    tokens,
    'A recipient outside allowed_recipients returns 403 restricted_api_key.',
  ),
  'token.send-cap': built(
    tokens,
    'A token over its send_cap returns 429 rate_limit_exceeded with Retry-After.',
  ),
  'token.ip-allowlist': built(tokens, 'A call from outside ip_allowlist returns 403 restricted_api_key.'),
  'token.change': built(
    tokens,
    'PATCH /tokens/{id} changes the permissions of a token from its next call on.',
  ),
  'token.rotate': built(
    tokens,
    'POST /tokens/{id}/rotate creates a new secret; the old secret works for 24 hours.',
  ),
  'suppression.crud': built(
    suppressions,
    'Suppressions can be added, listed, read and removed, by id or address.',
  ),
  'suppression.marketing-only': built(
    suppressions,
    'A suppression of scope marketing does not stop transactional mail.',
  ),
  'suppression.batch': built(suppressions, 'A batch adds or removes 1 to 100 suppressions.'),
  'organization.read-and-change': built(
    organizations,
    'Tokens read and change their own organization by GET and PATCH /organization.',
  ),
  'organization.operator-tools': built(
    organizations,
    'Operator tools create, change and list organizations; ordinary tokens do not see these tools.',
  ),
  'tools.v2': built(toolsArea, '/api/v2/tools lists tools and runs them by name.'),
  'tools.admin': built(
    toolsArea,
    '/api/v1/admin/tools returns { success, tools } and { success, tool, result } to admin tokens.',
  ),
  'tools.mcp': built(toolsArea, 'The MCP endpoint at /mcp offers the operations as tools.'),
  'tools.cli': built(toolsArea, 'The command line lists tools and runs them by name.'),
  'tools.refusals': built(
    toolsArea,
    'Invalid arguments return 400; a refusal by a tool returns 200 with is_error.',
  ),

  // Campaigns
  'campaign.crud': built(campaigns, 'Campaigns can be listed, created, read, updated and deleted.'),
  'campaign.envelope.v1': built(campaigns, 'v1 returns { success, campaign, campaignId }.'),
  'campaign.create.named': built(campaigns, 'Create requires only a name or a subject.'),
  'campaign.content': built(
    campaigns,
    'The body is content with contentType, or in v2 exactly one of html, markdown and tiptap; the response has both forms.',
  ),
  'campaign.audience': built(
    campaigns,
    'The audience takes tags by id or name; an unknown tag returns 400 with its name.',
  ),
  'campaign.edit.only-draft': built(
    campaigns,
    'Only a DRAFT campaign can be edited; any other status returns 400.',
  ),
  'campaign.edit.revision': built(campaigns, 'An edit with a stale expectedRevision returns 409.'),
  'campaign.warnings': built(
    campaigns,
    'Create and update return the findings of content verification as warnings and never reject them.',
  ),
  'campaign.delete': built(
    campaigns,
    'Deleting a SCHEDULED campaign cancels it; deleting a SENDING campaign returns 400.',
  ),
  'campaign.send.only-draft': built(
    campaigns,
    'Only a DRAFT campaign can be sent; any other status returns 400.',
  ),
  'campaign.send.placeholder': built(campaigns, 'Content without {{unsubscribeUrl}} returns 400.'),
  'campaign.send.future': built(campaigns, 'A scheduledAt in the past returns 400.'),
  'campaign.send.scheduled': built(
    campaigns,
    'Send returns status SCHEDULED; without scheduledAt, sending starts immediately.',
  ),
  'campaign.send.timezone': built(
    campaigns,
    'timezone defaults to UTC; an offset in the time takes precedence.',
  ),
  'campaign.send.answer.v2': built(campaigns, 'v2 returns the campaign without a wrapper.'),
  'campaign.send.not-found': built(
    campaigns,
    'An unknown campaign, or a campaign of another organization, returns 404.',
  ),
  'campaign.send.verified': built(
    campaigns,
    'Content verification runs on every send and blocks cold email and phishing.',
  ),
  'campaign.send.verifier-down': built(campaigns, 'An unavailable verifier returns 400.'),
  'campaign.send.verification-fields': built(
    campaigns,
    'A block returns code, blockReasons, badges, documentationUrl and guidance.',
  ),
  'campaign.lifecycle': built(
    campaigns,
    'A campaign moves between DRAFT, SCHEDULED, SENDING, SENT and ARCHIVED only as specified.',
  ),
  'campaign.pause': built(
    campaigns,
    'A paused campaign stays SENDING and sends nothing until it is resumed.',
  ),
  'campaign.end': built(
    campaigns,
    'A SENDING campaign can be ended permanently: it becomes ARCHIVED, keeps its sent mails and sends no more.',
  ),
  'campaign.redirect-link': built(
    campaigns,
    'The target of a tracked link can be corrected after sending: verified with the stored content, with immediate effect.',
  ),
  'campaign.audience.not-reached': built(
    campaigns,
    'An audience can be the subscribers that another campaign has not reached.',
  ),
  'campaign.test': built(campaigns, 'A test goes to 1 to 10 addresses through the same gate, marked [Test].'),

  // Envelopes
  'envelope.v2.list': built(envelopes, 'v2 lists are { object: "list", data, has_more }.'),
  'envelope.v2.resource': built(
    envelopes,
    'A v2 resource has no wrapper and no success field, and states its kind in object.',
  ),
  'envelope.v2.error': built(envelopes, 'v2 errors are { name, message, statusCode } and optional details.'),
  'envelope.v1.subscriber': built(
    envelopes,
    'v1 returns { success: true, subscriber } for create, get and every change.',
  ),
  'envelope.v1.error': built(
    envelopes,
    'v1 errors are { success: false, message, error, code }; code is the upper case of error.',
  ),
  'envelope.v1.no-object': built(envelopes, 'v1 resources have no object field.'),

  // Authentication
  'auth.bearer': built(authentication, 'Every call sends Authorization: Bearer <token>.'),
  'auth.both-versions': built(
    authentication,
    'One token works for v1 and v2 and belongs to one organization.',
  ),
  'auth.missing': built(authentication, 'A call without a token returns 401 missing_api_key.'),
  'auth.invalid': built(authentication, 'An unknown, revoked or expired token returns 401 invalid_api_key.'),
  'auth.challenge': built(authentication, 'A 401 names the scheme in WWW-Authenticate.'),
  'auth.failure-carries-policy': built(
    authentication,
    'A 401 carries the rate-limit policy of the free plan.',
  ),

  // Errors
  'error.validation': built(
    errors,
    'Invalid input returns 400 validation_error with { path, code, message } details.',
  ),
  'error.validation.codes': built(errors, 'Details distinguish required, unknown_field and invalid.'),
  'error.unknown-fields.v2': built(errors, 'v2 rejects unknown body fields and names them.'),
  'error.unknown-fields.v1': built(errors, 'v1 ignores unknown body fields.'),
  'error.not-found': built(errors, 'An unknown object or path returns 404 not_found.'),
  'error.method-not-allowed': built(errors, 'A method that a path does not support returns 405 with Allow.'),
  'error.unparsable': built(errors, 'A body that is not valid JSON returns 400.'),
  'error.too-large': built(errors, 'A body over 5 MB returns 413 payload_too_large.'),
  'error.media-type': built(
    errors,
    'A body with another media type than JSON returns 415 unsupported_media_type.',
  ),
  'error.recipient-limited': built(
    errors,
    'The recipient guard returns 429 with code RECIPIENT_RATE_LIMITED, its message and Retry-After, in both versions.',
  ),
  'error.recipient-limited.details': built(
    errors,
    'v2 returns the reason short, long or cooldown, and retry_after, in details.',
  ),

  // Limits
  'limit.plans': built(
    limits,
    'The free plan allows 100 requests a minute, premium 700 and enterprise 2,000.',
  ),
  'limit.organization': built(limits, 'Over its plan, an organization gets 429 until the window ends.'),
  'limit.organization.v1-body': built(limits, 'v1 returns exactly { message: "Too many requests", docs }.'),
  'limit.organization.v2-body': built(limits, 'v2 returns rate_limit_exceeded in its error envelope.'),
  'limit.retry-after': built(limits, 'Every 429 has a Retry-After of at least one whole second.'),
  'limit.window': built(limits, 'The window is 60 seconds; each new window has the full budget.'),
  'limit.shared-by-versions': built(limits, 'v1 and v2 share one budget across all tokens.'),
  'limit.headers': built(
    limits,
    'Authenticated responses have RateLimit-Policy, RateLimit, RateLimit-Limit, -Remaining, -Reset and the X- names.',
  ),
  'limit.headers.agree': built(limits, 'The three families of rate headers agree.'),
  'limit.ip': built(limits, 'An address with more than 500 requests in a second gets 429.'),
  'guard.short': built(limits, 'A real mailbox accepts 5 sends in 10 minutes.'),
  'guard.long': built(limits, 'A real mailbox accepts 20 sends in 24 hours.'),
  'guard.cooldown': built(limits, 'After a bounce a real mailbox has a cooldown of one hour.'),
  'guard.all-doors': built(limits, 'Sends through every door count against the same guard.'),
  'guard.plan-does-not-cure': built(limits, 'A larger plan does not lift the guard.'),
  'guard.refusals-do-not-count': built(limits, 'A refused send does not count.'),
  'guard.after-hard-bounce': built(
    limits,
    'After the cooldown of a hard bounce the address is suppressed: sends return 200 with last_event suppressed.',
  ),
  'limit.quotas': later(limits, 'quotas', 'An operator can set daily and monthly quotas.'),

  // SMTP submission
  'smtp.tls': built(
    submission,
    'One port offers STARTTLS and the other implicit TLS, both with TLS 1.2 or later.',
  ),
  'smtp.auth': built(
    submission,
    'AUTH PLAIN and LOGIN work only inside TLS, with any user name and the token as the password.',
  ),
  'smtp.revoked': built(
    submission,
    'A revoked token stops working within a second, even on open connections.',
  ),
  'smtp.restricted': built(
    submission,
    'The scopes, addresses, domain and recipients of a token apply to SMTP too: violations get 550 5.7.1.',
  ),
  'smtp.brute-force': built(
    submission,
    'A client that guesses passwords is slowed down and then blocked for a while, without effect on other clients.',
  ),
  'smtp.queued': built(submission, 'An accepted message gets 250 2.0.0 Ok: queued as eml_….'),
  'smtp.durable': built(submission, 'The 250 reply follows the commit.'),
  'smtp.recipients': built(
    submission,
    'A message has at most 50 recipients, each with an email record; further recipients get 452 4.5.3.',
  ),
  'smtp.guard': built(submission, 'A rate-limited recipient is rejected at RCPT with 450 4.7.1.'),
  'smtp.suppressed': built(submission, 'A suppressed recipient is accepted and recorded as suppressed.'),
  'smtp.organization-limit': built(
    submission,
    'Over the organization’s request limit, the reply is 451 4.7.0.',
  ),
  'smtp.size': built(submission, 'A message over 10 MB gets 552 5.3.4.'),
  'smtp.from-domain': built(
    submission,
    'An unverified From domain gets 550 5.7.1 only if the operator requires verified domains.',
  ),
  'smtp.sender': built(
    submission,
    'MAIL FROM may have any address or none: returns go to our own return path.',
  ),
  'smtp.fidelity': built(
    submission,
    'Attachments and inline parts stay byte-for-byte identical; Bcc never leaks.',
  ),
  'smtp.headers': built(
    submission,
    'Idempotency-Key, X-Tags, X-Preview and X-Track are read and removed; Message-ID is kept.',
  ),
  'smtp.well-formed': built(
    submission,
    'A message with a malformed header line or two From headers is rejected.',
  ),
  'smtp.smuggling': built(submission, 'A bare CR or LF never ends one message or begins another.'),
  'smtp.idempotency': built(submission, 'A repeated Idempotency-Key sends nothing.'),
  'smtp.erasure': built(submission, 'The message is deleted when its last recipient is erased.'),

  // Direct delivery
  'direct.delivered': built(
    direct,
    'Mail goes to the recipient’s own MX; delivered means that the MX accepted it.',
  ),
  'direct.deferred': built(direct, 'A 4yz reply is retried with increasing delays.'),
  'direct.bounced': built(
    direct,
    'A 5yz reply about the mailbox is a bounce, starts a cooldown and then suppresses the address.',
  ),
  'direct.null-mx': built(direct, 'A null MX or an unknown domain is a bounce without a connection.'),
  'direct.given-up': built(direct, 'A mail fails after three days of attempts.'),
  'direct.warm-up': built(direct, 'A new sending domain has a daily maximum for each provider.'),

  // Returned mail
  'return.refused-early': built(returns, 'Only return paths with our signature are accepted, before DATA.'),
  'return.forged': built(returns, 'A forged bounce for another sender’s mail changes nothing.'),
  'return.fresh': built(returns, 'A bounce is accepted for 10 days and a complaint for 60.'),
  'return.durable': built(returns, 'A return gets 250 after the commit, and 451 on an internal error.'),
  'return.words-are-data': built(
    returns,
    'Text of others is stored as data: truncated, on one line, and visible.',
  ),
  'bounce.as-in-dialogue': built(
    returns,
    'A bounce that is returned later has the same effects as a rejection in the SMTP dialogue.',
  ),
  'bounce.once': built(returns, 'A repeated return changes nothing.'),
  'bounce.classes': built(returns, 'A policy bounce suppresses no address.'),
  'bounce.delayed-and-delivered': built(returns, 'Reports of delay and delivery are recorded as events.'),
  'bounce.overtakes': built(
    returns,
    'A bounce that arrives before our own record of the delivery remains the final state.',
  ),
  'bounce.streak': built(
    returns,
    'Five consecutive soft bounces of any kind suppress an address for 30 days.',
  ),
  'bounce.unknown-words': built(returns, 'A return with unknown wording suppresses no address.'),
  'bounce.auto-reply': built(returns, 'An automatic reply is not a bounce.'),
  'complaint.suppresses': built(
    returns,
    'A complaint suppresses the address permanently and marks the subscriber.',
  ),
  'complaint.not-spam': built(returns, 'A report that is not about spam suppresses no address.'),
  'complaint.provider-address': built(returns, 'A provider may send all its complaints to fbl@.'),
  'complaint.fields': built(returns, 'Mail names the address for complaints (RFC 9477).'),
  'suppression.import': built(
    suppressions,
    'Suppressions can be imported as CSV, with a fault for each invalid row.',
  ),
  'suppression.export': built(suppressions, 'Suppressions are exported as CSV, page by page.'),
  'domain.daily-look': built(domains, 'The records of a domain are checked every day.'),
  'domain.rotation': built(domains, 'A new key signs as soon as its record is found in DNS.'),
  'domain.two-signatures': built(domains, 'Mail is signed with RSA and Ed25519.'),
  'domain.return-path': built(domains, 'Bounces return under the sending domain if its record points to us.'),
  'verify.batch': built(
    verifying,
    'POST /verify/batch verifies up to 1,000 addresses and queries each domain once.',
  ),

  // Versioning
  'version.paths': built(versioning, 'The version is the path prefix: /api/v1 and /api/v2.'),
  'version.v1-frozen': built(versioning, 'v1 responses match their transcripts byte for byte.'),
  'version.v2-only': built(versioning, 'Sent emails, batches, domains, tokens and tools are only in v2.'),
  'version.v2-refuses-pages': built(versioning, 'v2 returns 400 for page and cursor.'),
  'version.openapi': built(versioning, '/openapi.json is the contract of both versions.'),
  'version.client': later(
    versioning,
    'the TypeScript client',
    'Client 2.1.0 uses v2 and returns { data, error }.',
  ),
  'version.smtp': built(versioning, 'SMTP submission is independent of the API versions.'),

  // Idempotency
  'idempotency.replay': built(
    idempotency,
    'A repeated POST with the same key and body returns the same response, marked Idempotent-Replayed, and has no further effect.',
  ),
  'idempotency.other-body': built(
    idempotency,
    'The same key with another body returns 409 invalid_idempotent_request.',
  ),
  'idempotency.in-flight': built(
    idempotency,
    'The same key during the first request returns 409 with Retry-After 1.',
  ),
  'idempotency.key-form': built(
    idempotency,
    'A key has 1 to 256 printable characters, bare or quoted; other keys return 400 invalid_idempotency_key.',
  ),
  'idempotency.scope': built(idempotency, 'A key applies to one organization, method and path.'),
  'idempotency.kept': built(idempotency, 'A key is stored for 24 hours.'),
  'idempotency.failures-not-kept': built(
    idempotency,
    'A refused request is not stored: its key can be reused.',
  ),

  // Tenancy
  'tenancy.not-found': built(
    tenancy,
    'An id of another organization returns the same bytes as an unknown id, except for the request id.',
  ),
  'tenancy.lists': built(tenancy, 'A list never has rows of another organization.'),
  'tenancy.keys-per-organization': built(
    tenancy,
    'Addresses, tag names and external ids are unique per organization only.',
  ),

  // Imports
  'import.dry-run': built(
    imports,
    'An import with dry_run returns the counts of its result and stores nothing.',
  ),
  'import.preview': built(imports, 'The preview of an import has the same counts as its result.'),
  'import.fates': built(
    imports,
    'Each row is one of created, updated, unchanged, skipped, duplicate, invalid or refused.',
  ),
  'import.never-up': built(
    imports,
    'An import never makes a subscriber ACTIVE; a status in the file can only lower the current status.',
  ),
  'import.consent': built(
    imports,
    'New people without consent become PENDING and get an opt-in request, or are rejected if the organization does not use double opt-in.',
  ),
  'import.unasked': built(
    imports,
    'If no mail can leave, an assistant imports and saves with double opt-in without an approval; its opt-in requests are not sent later, and rows that would cause one are rejected and counted.',
  ),
  'import.quota': built(
    imports,
    'The file of an import counts against the storage quota until it is deleted.',
  ),
  'import.erased': built(
    imports,
    'The files and rows of an erased person are deleted, and earlier imports cannot add the person again.',
  ),
  'import.resumes': built(
    imports,
    'An interrupted import continues and ends with the same result as an uninterrupted one.',
  ),

  // Rules for all resources
  'resource.ids': built(resources, 'An id is a prefix and 26 time-sortable characters.'),
  'resource.times': built(resources, 'Times are ISO 8601 in UTC with Z and milliseconds.'),
  'resource.create-status': built(
    resources,
    'v2 creates return 201; sends, track and verify 200; v1 always 200.',
  ),
  'resource.delete-answer': built(resources, 'v2 deletes return { object, id, deleted: true }.'),
  'resource.request-id': built(resources, 'Every response has X-Request-Id; the caller can supply its own.'),
  'resource.no-cors': built(resources, 'No response allows another origin.'),
  'list.v2.bounds': built(resources, 'In v2, limit is 1 to 100 and defaults to 20.'),
  'list.v2.cursors': built(
    resources,
    'after and before are ids; both together, or a malformed id, returns 400.',
  ),
  'list.v2.newest-first': built(
    resources,
    'Lists are newest first, and pages neither repeat nor lose a row.',
  ),
  'list.v1.bounds': built(resources, 'In v1, limit is 1 to 100 and defaults to 50.'),
  'list.v1.page-or-cursor': built(
    resources,
    'v1 takes page from 1, or cursor as the id of the last row; both together return 400; total is the full count.',
  ),
} as const satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof requirements;
