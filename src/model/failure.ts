type FailureEntry = {
  status: number;
  sentence: string;
  code?: string;
  /** Text of its page in the documentation. */
  when: string;
  remedy: string;
};

/** The names are part of the contract. Some failures also have a `code` defined by the specification. */
export const failures = {
  validation_error: {
    status: 400,
    sentence: 'The request is not valid',
    when: 'A field is missing, unknown, or has a wrong type or value. The answer names every faulty field: `path` (such as `emails[3].to`), `code` (`required`, `unknown_field`, `invalid`) and a sentence with the allowed values. v1 names one field and ignores unknown fields.',
    remedy:
      'Correct each field in `details` and send the request again. Do not retry it unchanged: it fails again.',
  },
  invalid_idempotency_key: {
    status: 400,
    sentence: 'Idempotency-Key must be 1 to 256 printable ASCII characters',
    when: 'The header `Idempotency-Key`, or the argument `idempotency_key`, is empty, too long, or contains characters other than printable ASCII.',
    remedy: 'Derive the key from the occasion, such as `receipt-17`, and send again.',
  },
  invalid_from_address: {
    status: 400,
    sentence: 'The from address cannot be read as one mailbox',
    when: 'The sender is empty, contains several mailboxes, or is not an address.',
    remedy:
      'Write `name@domain` or `Name <name@domain>`. A name with a comma needs quotes: `"Lovelace, Ada" <ada@acme.dev>`.',
  },
  campaign_not_draft: {
    status: 400,
    sentence: 'Only a campaign in DRAFT can be edited or sent',
    when: 'The request edits, sends or deletes a campaign that is scheduled, being sent, sent or archived.',
    remedy:
      'Cancel a scheduled campaign with `POST /campaigns/{id}/cancel`. Copy a sent campaign with `POST /campaigns/{id}/duplicate`.',
  },
  missing_unsubscribe_url: {
    status: 400,
    sentence:
      'The content must contain {{unsubscribeUrl}} as a visible link, so that recipients can unsubscribe',
    when: 'A campaign, or a workflow mail, has no visible link to `{{unsubscribeUrl}}`. Hidden links, and links without text, do not count.',
    remedy:
      'Add a link such as `[Leave this list]({{unsubscribeUrl}})` to each body, including the variants of an A/B test.',
  },
  audience_empty: {
    status: 400,
    sentence: 'The campaign has no recipients: no subscriber in its audience is ACTIVE and can be mailed',
    when: 'An assistant or the command line sends a campaign whose audience has no ACTIVE subscriber who may be mailed. REST accepts such a send, with `warnings` in the answer.',
    remedy:
      'Check `GET /campaigns/{id}/audience`, which counts the excluded people by reason. Change the audience, or add people who opted in.',
  },
  scheduled_in_past: {
    status: 400,
    sentence: 'The time in scheduledAt must be in the future',
    when: 'The time in `scheduledAt` has passed, perhaps because it was meant in another time zone.',
    remedy:
      'Pass a time in the future, with an offset or together with `timezone`. Omit it to send immediately.',
  },
  content_verification_failed: {
    status: 400,
    code: 'CONTENT_BLOCKED',
    sentence: 'The content looks like cold email or phishing, which this server does not send',
    when: 'A campaign looks like cold email or phishing, a transactional mail looks like phishing, or a campaign contains placeholders of another system. `badges` name the findings, and `guidance` the changes to make. With the code `CONTENT_REVIEW`, a person can release the content at `review.url`.',
    remedy:
      'Change what the badges name; the same message in other words is refused too. `POST /verify/content` returns the verdict and sends nothing. If a refusal is wrong, write to the operator of the server and include the badge.',
  },
  content_verification_unavailable: {
    status: 400,
    code: 'VERIFICATION_UNAVAILABLE',
    sentence: 'The content could not be verified, so nothing was sent; try again shortly',
    when: "The content could not be verified: it is too large, cannot be read, took too long, or the operator's verification service returned no verdict. This does not count as phishing.",
    remedy:
      'Try again in a minute. If the badge begins with `system.content_`, the same content fails again: shorten or simplify it.',
  },
  missing_api_key: {
    status: 401,
    sentence: 'Send your API token as "Authorization: Bearer posthouse_…"',
    when: 'The request has no `Authorization` header.',
    remedy:
      'Send `Authorization: Bearer posthouse_…`. The first start prints a token; `POST /tokens` creates more.',
  },
  invalid_api_key: {
    status: 401,
    sentence: 'This API token is unknown, expired or revoked',
    when: 'The token is unknown, expired or revoked, or the `Authorization` header does not contain `Bearer` and a token.',
    remedy:
      'Use another token. A token created by another token ends with it. A lost token cannot be shown again: create a new one.',
  },
  invalid_signature: {
    status: 401,
    sentence: 'The request signature is missing, invalid or too old, so the request was not processed',
    when: 'A request to an integration does not prove its sender: the secret is wrong, a proxy changed the body, or a clock is wrong.',
    remedy:
      'Compare the secret with the one at the provider, pass the body on unchanged, and set the clock. `list_integration_events` lists the received requests.',
  },
  restricted_api_key: {
    status: 403,
    sentence: 'This API token does not allow this request',
    when: 'The token lacks a scope (named in `details.scope`), may not send to this recipient (`allowed_recipients`), is bound to another domain, or is used from an address outside `ip_allowlist`.',
    remedy: 'Use a token with the permission. You cannot bypass a limit: the operator set it.',
  },
  domain_not_verified: {
    status: 403,
    sentence: 'The domain of the from address is not verified; add it under /domains and publish its records',
    when: 'The sending domain is not verified and the server requires it (direct delivery, or `POSTHOUSE_REQUIRE_VERIFIED_DOMAIN`), or another organization of this server has verified it.',
    remedy:
      'Add the domain with `POST /domains`, publish the returned records, and call `POST /domains/{id}/verify`. Each record shows the DNS answer and the change to make.',
  },
  not_found: {
    status: 404,
    sentence: 'There is no resource with this id, name or path',
    when: 'The path, or the resource that it names, does not exist in this organization. Resources of other organizations are not found either.',
    remedy:
      'Find the id with the list of the resource. A subscriber is found by id, email address or `externalId`; a tag or a domain by id or name.',
  },
  method_not_allowed: {
    status: 405,
    sentence: 'This path does not support this method',
    when: 'The path exists, but does not support this method. The header `Allow` lists the supported methods.',
    remedy: 'Use a method from `Allow`.',
  },
  conflict: {
    status: 409,
    sentence: 'The resource was changed by another request. Read it again, then retry',
    when: 'An edit with `expectedRevision` meets a newer revision, a name is already in use, or the state of the resource forbids the operation, such as retrying a mail to a mailbox that does not exist.',
    remedy:
      'Read the resource again, decide whether the change still makes sense, and send it with the new revision.',
  },
  invalid_idempotent_request: {
    status: 409,
    sentence: 'This Idempotency-Key was used within 24 hours for a request with another body',
    when: 'The key was used within 24 hours for a request with another body, or the person in the stored answer was erased in the meantime.',
    remedy: 'Use a new key for a new request. A repeat needs exactly the body of the first request.',
  },
  concurrent_idempotent_requests: {
    status: 409,
    sentence: 'The first request with this Idempotency-Key is still running; try again in a second',
    when: 'A request with this key is still running, in this process or another.',
    remedy:
      'Wait for the seconds in `Retry-After`, then send the same request with the same key: it returns the first result.',
  },
  payload_too_large: {
    status: 413,
    sentence: 'The body is too large for this path',
    when: 'The body exceeds the limit of its path: 5 MB, or 10 MB for batches. Or one part does, such as HTML over 2 MB. Over SMTP: a message over 10 MB as sent.',
    remedy: 'Split the batch, or link to large files instead of attaching them.',
  },
  unsupported_media_type: {
    status: 415,
    sentence: 'Send the body as application/json in UTF-8, without a content encoding',
    when: 'The body is not `application/json` in UTF-8, or is compressed. Or an uploaded import file is compressed or a workbook.',
    remedy:
      'Send `Content-Type: application/json` and plain JSON. Save a workbook as CSV, and unpack a compressed file.',
  },
  workflow_active: {
    status: 409,
    sentence: 'An ACTIVE workflow cannot be deleted: pause it first',
    when: 'The request deletes an ACTIVE workflow.',
    remedy:
      'Pause the workflow with `POST /workflows/{id}/pause`, then delete it. To hide it, archive it instead.',
  },
  rate_limit_exceeded: {
    status: 429,
    sentence: 'Too many requests',
    when: 'The organization has used up the requests of its plan in this minute, the network address sent too many in a second, a token reached its `send_cap`, or the large bodies of a minute are used up.',
    remedy:
      'Wait for the seconds in `Retry-After`; without the header, wait longer after each refusal. A batch counts as one request. The header `RateLimit` of every answer has the remaining requests.',
  },
  RECIPIENT_RATE_LIMITED: {
    status: 429,
    code: 'RECIPIENT_RATE_LIMITED',
    sentence: 'This recipient is temporarily rate limited',
    when: 'One mailbox got too many mails in ten minutes or a day, or is in a cooldown after a bounce. `details.reason` names the rule. It protects the mailbox: no plan and no other spelling of the address changes it.',
    remedy:
      'Wait for the time in `Retry-After`, which may be a day; do not hold a request open that long. Test with test recipients, which are exempt.',
  },
  internal_server_error: {
    status: 500,
    sentence: 'Internal error; the request id identifies it in the server log',
    when: 'The server has a bug or a fault. The log has the error under the id in `X-Request-Id`.',
    remedy:
      'Send the request once more with the same idempotency key. If it fails again, give the request id to the operator.',
  },
  cancelled: {
    status: 499,
    sentence: 'The request was cancelled before anything was written',
    when: 'The client disconnected, or an assistant cancelled its call, before anything was written.',
    remedy: 'Repeat the request if you still need it.',
  },
  confirmation_required: {
    status: 428,
    sentence: 'Nothing was sent: a person must approve this send first',
    when: 'An assistant sends to several people, and no person has approved it yet. REST and SMTP never return this.',
    remedy:
      'Show the preview to the person and give them `approval.url`, where they decide within 24 hours. Their approval sends it, once; a repeat of the call with the same arguments returns the result. With `POSTHOUSE_MCP_CONFIRM_BY=assistant`, the answer has a `confirmation_token` instead: after the person agreed, repeat the call with it within 15 minutes.',
  },
  service_unavailable: {
    status: 503,
    sentence: 'The server is starting or stopping; try again shortly',
    when: 'The server is starting or stopping, its database is unreachable, or its memory limit is reached at this moment. Nothing of the request was stored.',
    remedy:
      'Retry after `Retry-After` seconds with the same idempotency key. `GET /readyz` returns 200 when the server accepts work again.',
  },
} as const satisfies Record<string, FailureEntry>;

export type FailureName = keyof typeof failures;

export type FieldFault = { path: string; code: 'required' | 'unknown_field' | 'invalid'; message: string };

export type FailureDetails = {
  /** A more specific sentence than the table's. Never contains untrusted text. */
  message?: string;
  details?: unknown;
  /** Additional fields of this failure, sent next to its name and message. */
  fields?: Readonly<Record<string, unknown>>;
  /** Replaces the code of the table. */
  code?: string;
  /** Reason for assistants, if the specification fixes `message` and `details`. */
  explanation?: string;
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  recipients?: readonly string[];
};

/** Thrown anywhere, and caught in one place per interface. */
export class Failure extends Error {
  readonly failure: FailureName;
  readonly details: unknown;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly code: string | undefined;
  readonly explanation: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Mailbox keys for the audit log only; never shown to callers. */
  recipients: readonly string[];

  constructor(name: FailureName, more: FailureDetails = {}) {
    super(more.message ?? failures[name].sentence);
    this.name = 'Failure';
    this.failure = name;
    this.details = more.details;
    this.fields = more.fields;
    this.code = more.code ?? (failures[name] as FailureEntry).code;
    this.explanation = more.explanation;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.recipients = more.recipients ?? [];
  }

  get status(): number {
    return failures[this.failure].status;
  }
}

/** Reported by MCP, `/tools` and the command line. */
export type ToolError = { name: string; message: string; details?: unknown };

export function toToolError({ failure, message, code, fields, details }: Failure): ToolError {
  return {
    name: failure,
    message,
    ...(code !== undefined && { code }),
    ...fields,
    ...(details !== undefined && { details }),
  };
}

export function invalidField(path: string, message: string, code: FieldFault['code'] = 'invalid'): Failure {
  return invalidFields([{ path, code, message }]);
}

/** Lists every fault; the message is the first one's, with its field. */
export function invalidFields(faults: readonly FieldFault[]): Failure {
  const first = faults[0];
  const message = first ? `${first.path === '' ? 'The body' : first.path} ${first.message}` : undefined;
  return new Failure('validation_error', {
    ...(message === undefined ? {} : { message }),
    details: faults,
  });
}
