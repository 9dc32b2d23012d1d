/** The names are part of the contract. Some failures also have a `code` defined by the specification. */
export const failures = {
  validation_error: { status: 400, sentence: 'The request is not valid' },
  invalid_idempotency_key: {
    status: 400,
    sentence: 'Idempotency-Key must be 1 to 256 printable ASCII characters',
  },
  invalid_from_address: { status: 400, sentence: 'The from address cannot be read as one mailbox' },
  campaign_not_draft: { status: 400, sentence: 'Only a campaign in DRAFT can be edited or sent' },
  missing_unsubscribe_url: {
    status: 400,
    sentence:
      'The content must contain {{unsubscribeUrl}} as a visible link, so that recipients can unsubscribe',
  },
  audience_empty: {
    status: 400,
    sentence: 'The campaign has no recipients: no subscriber in its audience is ACTIVE and can be mailed',
  },
  scheduled_in_past: { status: 400, sentence: 'The time in scheduledAt must be in the future' },
  content_verification_failed: {
    status: 400,
    code: 'CONTENT_BLOCKED',
    sentence: 'The content looks like cold email or phishing, which this server does not send',
  },
  content_verification_unavailable: {
    status: 400,
    code: 'VERIFICATION_UNAVAILABLE',
    sentence: 'The content could not be verified, so nothing was sent; try again shortly',
  },
  missing_api_key: { status: 401, sentence: 'Send your API token as "Authorization: Bearer posthouse_…"' },
  invalid_api_key: { status: 401, sentence: 'This API token is unknown, expired or revoked' },
  invalid_signature: {
    status: 401,
    sentence: 'The request signature is missing, invalid or too old, so the request was not processed',
  },
  restricted_api_key: { status: 403, sentence: 'This API token does not allow this request' },
  domain_not_verified: {
    status: 403,
    sentence: 'The domain of the from address is not verified; add it under /domains and publish its records',
  },
  not_found: { status: 404, sentence: 'There is no resource with this id, name or path' },
  method_not_allowed: { status: 405, sentence: 'This path does not support this method' },
  conflict: {
    status: 409,
    sentence: 'The resource was changed by another request. Read it again, then retry',
  },
  invalid_idempotent_request: {
    status: 409,
    sentence: 'This Idempotency-Key was used within 24 hours for a request with another body',
  },
  concurrent_idempotent_requests: {
    status: 409,
    sentence: 'The first request with this Idempotency-Key is still running; try again in a second',
  },
  payload_too_large: { status: 413, sentence: 'The body is too large for this path' },
  unsupported_media_type: {
    status: 415,
    sentence: 'Send the body as application/json in UTF-8, without a content encoding',
  },
  workflow_active: { status: 409, sentence: 'An ACTIVE workflow cannot be deleted: pause it first' },
  rate_limit_exceeded: { status: 429, sentence: 'Too many requests' },
  RECIPIENT_RATE_LIMITED: {
    status: 429,
    code: 'RECIPIENT_RATE_LIMITED',
    sentence: 'This recipient is temporarily rate limited',
  },
  internal_server_error: {
    status: 500,
    sentence: 'Internal error; the request id identifies it in the server log',
  },
  cancelled: {
    status: 499,
    sentence: 'The request was cancelled before anything was written',
  },
  confirmation_required: {
    status: 428,
    sentence: 'Nothing was sent: a person must approve this send first',
  },
  service_unavailable: { status: 503, sentence: 'The server is starting or stopping; try again shortly' },
} as const satisfies Record<string, { status: number; sentence: string; code?: string }>;

export type FailureName = keyof typeof failures;

export type FieldFault = { path: string; code: 'required' | 'unknown_field' | 'invalid'; message: string };

export type FailureDetails = {
  /** A more specific sentence than the table's. Never contains untrusted text. */
  message?: string;
  details?: unknown;
  /** Additional fields of this failure, sent next to its name and message. */
  fields?: Readonly<Record<string, unknown>>;
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
    this.explanation = more.explanation;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.recipients = more.recipients ?? [];
  }

  get status(): number {
    return failures[this.failure].status;
  }

  get code(): string | undefined {
    const failure: { status: number; code?: string } = failures[this.failure];
    return failure.code;
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
