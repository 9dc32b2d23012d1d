import type { FailureName } from '../../model/failure.ts';

export const failureGuidance: Readonly<Record<FailureName, { when: string; remedy: string }>> = {
  validation_error: {
    when: 'A field is missing, unknown, or has a wrong type or value. The answer names every faulty field: `path` (such as `emails[3].to`), `code` (`required`, `unknown_field`, `invalid`) and a sentence with the allowed values. v1 names one field and ignores unknown fields.',
    remedy:
      'Correct each field in `details` and send the request again. Do not retry it unchanged: it fails again.',
  },
  invalid_idempotency_key: {
    when: 'The header `Idempotency-Key`, or the argument `idempotency_key`, is empty, too long, or contains characters other than printable ASCII.',
    remedy: 'Derive the key from the occasion, such as `receipt-17`, and send again.',
  },
  invalid_from_address: {
    when: 'The sender is empty, contains several mailboxes, or is not an address.',
    remedy:
      'Write `name@domain` or `Name <name@domain>`. A name with a comma needs quotes: `"Lovelace, Ada" <ada@acme.dev>`.',
  },
  workflow_active: {
    when: 'The request deletes an ACTIVE workflow.',
    remedy:
      'Pause the workflow with `POST /workflows/{id}/pause`, then delete it. To hide it, archive it instead.',
  },
  campaign_not_draft: {
    when: 'The request edits, sends or deletes a campaign that is scheduled, being sent, sent or archived.',
    remedy:
      'Cancel a scheduled campaign with `POST /campaigns/{id}/cancel`. Copy a sent campaign with `POST /campaigns/{id}/duplicate`.',
  },
  missing_unsubscribe_url: {
    when: 'A campaign, or a workflow mail, has no visible link to `{{unsubscribeUrl}}`. Hidden links, and links without text, do not count.',
    remedy:
      'Add a link such as `[Leave this list]({{unsubscribeUrl}})` to each body, including the variants of an A/B test.',
  },
  audience_empty: {
    when: 'An assistant or the command line sends a campaign whose audience has no ACTIVE subscriber who may be mailed. REST accepts such a send, with `warnings` in the answer.',
    remedy:
      'Check `GET /campaigns/{id}/audience`, which counts the excluded people by reason. Change the audience, or add people who opted in.',
  },
  scheduled_in_past: {
    when: 'The time in `scheduledAt` has passed, perhaps because it was meant in another time zone.',
    remedy:
      'Pass a time in the future, with an offset or together with `timezone`. Omit it to send immediately.',
  },
  content_verification_failed: {
    when: 'A campaign looks like cold email or phishing, a transactional mail looks like phishing, or a campaign contains placeholders of another system. `badges` name the findings, and `guidance` the changes to make.',
    remedy:
      'Change what the badges name; the same message in other words is refused too. `POST /verify/content` returns the verdict and sends nothing. If a refusal is wrong, write to the operator of the server and include the badge.',
  },
  content_verification_unavailable: {
    when: "The content could not be verified: it is too large, cannot be read, took too long, or the operator's verification service returned no verdict. This does not count as phishing.",
    remedy:
      'Try again in a minute. If the badge begins with `system.content_`, the same content fails again: shorten or simplify it.',
  },
  missing_api_key: {
    when: 'The request has no `Authorization` header.',
    remedy:
      'Send `Authorization: Bearer posthouse_…`. The first start prints a token; `POST /tokens` creates more.',
  },
  invalid_api_key: {
    when: 'The token is unknown, expired or revoked, or the `Authorization` header does not contain `Bearer` and a token.',
    remedy:
      'Use another token. A token created by another token ends with it. A lost token cannot be shown again: create a new one.',
  },
  invalid_signature: {
    when: 'A request to an integration does not prove its sender: the secret is wrong, a proxy changed the body, or a clock is wrong.',
    remedy:
      'Compare the secret with the one at the provider, pass the body on unchanged, and set the clock. `list_integration_events` lists the received requests.',
  },
  restricted_api_key: {
    when: 'The token lacks a scope (named in `details.scope`), may not send to this recipient (`allowed_recipients`), is bound to another domain, or is used from an address outside `ip_allowlist`.',
    remedy: 'Use a token with the permission. You cannot bypass a limit: the operator set it.',
  },
  domain_not_verified: {
    when: 'The sending domain is not verified and the server requires it (direct delivery, or `POSTHOUSE_REQUIRE_VERIFIED_DOMAIN`), or another organization of this server has verified it.',
    remedy:
      'Add the domain with `POST /domains`, publish the returned records, and call `POST /domains/{id}/verify`. Each record shows the DNS answer and the change to make.',
  },
  not_found: {
    when: 'The path, or the resource that it names, does not exist in this organization. Resources of other organizations are not found either.',
    remedy:
      'Find the id with the list of the resource. A subscriber is found by id, email address or `externalId`; a tag or a domain by id or name.',
  },
  method_not_allowed: {
    when: 'The path exists, but does not support this method. The header `Allow` lists the supported methods.',
    remedy: 'Use a method from `Allow`.',
  },
  conflict: {
    when: 'An edit with `expectedRevision` meets a newer revision, a name is already in use, or the state of the resource forbids the operation, such as retrying a mail to a mailbox that does not exist.',
    remedy:
      'Read the resource again, decide whether the change still makes sense, and send it with the new revision.',
  },
  invalid_idempotent_request: {
    when: 'The key was used within 24 hours for a request with another body, or the person in the stored answer was erased in the meantime.',
    remedy: 'Use a new key for a new request. A repeat needs exactly the body of the first request.',
  },
  concurrent_idempotent_requests: {
    when: 'A request with this key is still running, in this process or another.',
    remedy:
      'Wait for the seconds in `Retry-After`, then send the same request with the same key: it returns the first result.',
  },
  payload_too_large: {
    when: 'The body exceeds the limit of its path: 5 MB, or 10 MB for batches. Or one part does, such as HTML over 2 MB. Over SMTP: a message over 10 MB as sent.',
    remedy: 'Split the batch, or link to large files instead of attaching them.',
  },
  unsupported_media_type: {
    when: 'The body is not `application/json` in UTF-8, or is compressed. Or an uploaded import file is compressed or a workbook.',
    remedy:
      'Send `Content-Type: application/json` and plain JSON. Save a workbook as CSV, and unpack a compressed file.',
  },
  rate_limit_exceeded: {
    when: 'The organization has used up the requests of its plan in this minute, the network address sent too many in a second, a token reached its `send_cap`, or the large bodies of a minute are used up.',
    remedy:
      'Wait for the seconds in `Retry-After`; without the header, wait longer after each refusal. A batch counts as one request. The header `RateLimit` of every answer has the remaining requests.',
  },
  RECIPIENT_RATE_LIMITED: {
    when: 'One mailbox got too many mails in ten minutes or a day, or is in a cooldown after a bounce. `details.reason` names the rule. It protects the mailbox: no plan and no other spelling of the address changes it.',
    remedy:
      'Wait for the time in `Retry-After`, which may be a day; do not hold a request open that long. Test with test recipients, which are exempt.',
  },
  internal_server_error: {
    when: 'The server has a bug or a fault. The log has the error under the id in `X-Request-Id`.',
    remedy:
      'Send the request once more with the same idempotency key. If it fails again, give the request id to the operator.',
  },
  cancelled: {
    when: 'The client disconnected, or an assistant cancelled its call, before anything was written.',
    remedy: 'Repeat the request if you still need it.',
  },
  confirmation_required: {
    when: 'An assistant sends to several people, and no person has approved it yet. REST and SMTP never return this.',
    remedy:
      'Show the preview to the person and give them `approval.url`, where they decide within 24 hours. Their approval sends it, once; a repeat of the call with the same arguments returns the result. With `POSTHOUSE_MCP_CONFIRM_BY=assistant`, the answer has a `confirmation_token` instead: after the person agreed, repeat the call with it within 15 minutes.',
  },
  service_unavailable: {
    when: 'The server is starting or stopping, its database is unreachable, or its memory limit is reached at this moment. Nothing of the request was stored.',
    remedy:
      'Retry after `Retry-After` seconds with the same idempotency key. `GET /readyz` returns 200 when the server accepts work again.',
  },
};
