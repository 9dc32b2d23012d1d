import type { FailureName } from '../../model/failure.ts';

export const failureGuidance: Readonly<Record<FailureName, { when: string; remedy: string }>> = {
  validation_error: {
    when: 'A field is missing, is of another type or value than the operation takes, or is not known to it. One answer names every faulty field: `path` (such as `emails[3].to`), `code` (`required`, `unknown_field`, `invalid`) and a sentence that says what is allowed. v1 names one field and passes over unknown ones.',
    remedy:
      'Correct each field in `details` and send the request again. The same request fails again, so do not retry it.',
  },
  invalid_idempotency_key: {
    when: 'The header `Idempotency-Key`, or the argument `idempotency_key`, is empty, too long, or has characters beyond printable ASCII.',
    remedy: 'Make the key from the occasion, such as `receipt-17`, and send again.',
  },
  invalid_from_address: {
    when: 'The sender is empty, names several mailboxes, or is no address.',
    remedy:
      'Write `name@domain` or `Name <name@domain>`. A name with a comma needs quotes: `"Lovelace, Ada" <ada@acme.dev>`.',
  },
  workflow_active: {
    when: 'An ACTIVE workflow is deleted.',
    remedy:
      'Pause it with `POST /workflows/{id}/pause`, then delete it. To keep it out of the way instead, archive it.',
  },
  campaign_not_draft: {
    when: 'A campaign was to be edited, sent or deleted that is scheduled, in progress, sent or archived.',
    remedy:
      'Take a scheduled campaign back with `POST /campaigns/{id}/cancel`; copy one that was sent with `POST /campaigns/{id}/duplicate`.',
  },
  missing_unsubscribe_url: {
    when: 'A campaign, or a mail of a workflow, has no visible link to `{{unsubscribeUrl}}`. Hidden links, and links without text, do not count.',
    remedy:
      'Add a link such as `[Leave this list]({{unsubscribeUrl}})` to each body, variants of an A/B test too.',
  },
  audience_empty: {
    when: 'An assistant or the command line sends a campaign whose audience has no ACTIVE subscriber who may be mailed. REST takes such a send, with `warnings` in the answer.',
    remedy:
      'Look at `GET /campaigns/{id}/audience`: it counts who is left out, and why. Change the audience, or add people who opted in.',
  },
  scheduled_in_past: {
    when: 'The time in `scheduledAt` is over, perhaps because it was meant in another zone.',
    remedy:
      'Give a time in the future, with an offset or together with `timezone`. Leave it out to send at once.',
  },
  content_verification_failed: {
    when: 'A campaign looks like cold e-mail or phishing, or a transactional mail looks like phishing. Or a campaign contains placeholders of another system. `badges` name what was noticed, `guidance` what to change.',
    remedy:
      'Change what the badges name; rewording the same thing is refused as well. `POST /verify/content` answers the verdict and sends nothing. A wrong refusal: write to the operator of the server, with the badge.',
  },
  content_verification_unavailable: {
    when: 'The content could not be judged: it is too large, cannot be read, took too long, or a verification service of the operator gave no verdict. This is never taken for phishing.',
    remedy:
      'Try again in a minute. Where the badge begins with `system.content_`, the same content ends the same way: shorten or simplify it.',
  },
  missing_api_key: {
    when: 'The request has no `Authorization` header.',
    remedy:
      'Send `Authorization: Bearer posthouse_…`. The first start prints a token; `POST /tokens` makes more.',
  },
  invalid_api_key: {
    when: 'The token is unknown, expired or revoked, or the `Authorization` header is not `Bearer` and a token.',
    remedy:
      'Use another token. A token that another one minted ends with it, and a lost one cannot be read back: make a new one.',
  },
  invalid_signature: {
    when: 'A request to an integration carries no valid proof of its sender: a wrong secret, a body that a proxy changed, or a clock that is off.',
    remedy:
      'Compare the secret with the one shown by the provider, pass on the body byte for byte, and set the clock. `list_integration_events` shows what was received.',
  },
  restricted_api_key: {
    when: 'The token lacks a scope (`details.scope` names it), may not write to this recipient (`allowed_recipients`), is bound to another domain, or is used from an address outside `ip_allowlist`.',
    remedy: 'Use a token that may do this. There is no way around a limit: it is a decision of the operator.',
  },
  domain_not_verified: {
    when: 'The domain of the sender is not verified where that is required (direct delivery, or `POSTHOUSE_REQUIRE_VERIFIED_DOMAIN`), or another organization of this instance has verified it.',
    remedy:
      'Add the domain with `POST /domains`, publish the records of the answer, and call `POST /domains/{id}/verify`: each record says what DNS answered and what to change.',
  },
  not_found: {
    when: 'The path, or the resource it names, does not exist in this organization. A resource of another organization is not found either.',
    remedy:
      'Look the id up with the list of the resource. Subscribers are found by id, email address or `externalId`; tags and domains by id or name.',
  },
  method_not_allowed: {
    when: 'The path exists, but not for this method. The header `Allow` names those it takes.',
    remedy: 'Use a method of `Allow`.',
  },
  conflict: {
    when: 'An edit with `expectedRevision` meets a newer revision, a name is in use already, or the state of the resource does not allow this, such as a retry of a mail whose mailbox does not exist.',
    remedy:
      'Read the resource again, decide whether the change still makes sense, and send it with the new revision.',
  },
  invalid_idempotent_request: {
    when: 'The key was used within 24 hours for a request with another body, or the person in its remembered answer was erased since.',
    remedy: 'A new request needs a new key. A repeat needs the very body of the first one.',
  },
  concurrent_idempotent_requests: {
    when: 'A request with this key is still running, here or in another process.',
    remedy:
      'Wait as long as `Retry-After` says, then send the same request with the same key: it is answered the first result.',
  },
  payload_too_large: {
    when: 'The body is over the limit of its path: 5 MB, 10 MB for batches; or a part of it is, such as 2 MB of HTML. Over SMTP: a message of more than 10 MB as it is sent.',
    remedy: 'Split the batch, or link to large files instead of sending them.',
  },
  unsupported_media_type: {
    when: 'The body is not `application/json` in UTF-8, or it is compressed. An uploaded import file is compressed or a workbook.',
    remedy:
      'Send `Content-Type: application/json` and plain JSON. Save a workbook as CSV, and unpack a compressed file.',
  },
  rate_limit_exceeded: {
    when: 'The organization used up the requests of its plan in this minute, the network address sent too many in a second, a token reached its `send_cap`, or the large bodies of a minute are used up.',
    remedy:
      'Wait as many seconds as `Retry-After` says; without it, wait longer after each refusal. A batch counts as one request. `RateLimit` says in every answer where you stand.',
  },
  RECIPIENT_RATE_LIMITED: {
    when: 'One mailbox got too many mails in ten minutes or a day, or rests after a bounce. `details.reason` names the rule. It protects the mailbox: no plan and no other spelling of the address lifts it.',
    remedy:
      'Wait as long as `Retry-After` says, which may be a day; do not hold a request open that long. Test with fixtures, which are exempt.',
  },
  internal_server_error: {
    when: 'A fault of the server. It is logged under the id in `X-Request-Id`.',
    remedy:
      'Send once more with the same idempotency key. If it fails again, give the request id to the operator.',
  },
  cancelled: {
    when: 'The client went away, or an assistant cancelled its call, before anything was written.',
    remedy: 'Nothing to mend. Repeat the request if you still want it.',
  },
  confirmation_required: {
    when: 'An assistant asks for a send to several people, and no person has approved it yet. REST and SMTP never answer this.',
    remedy:
      'Show the preview of the answer to the person and give them `approval.url`, where they decide within 24 hours. Their yes sends it, once; a repeat of the call with the same arguments answers what came of it. With `POSTHOUSE_MCP_CONFIRM_BY=assistant` the answer carries a `confirmation_token` instead: after their yes, repeat the call with it within 15 minutes.',
  },
  service_unavailable: {
    when: 'The server starts or stops, its database is out of reach, or too much is in memory at this moment. Nothing of the request was kept.',
    remedy:
      'Retry after `Retry-After` seconds with the same idempotency key. `GET /readyz` says when it takes work again.',
  },
};
