// Printed by `npm run pins` from the catalogue.
/** Result types, and input types shared by several methods. The contract uses the same names. */

export type AbTest = {
  /** Default of each field: the campaign’s */
  variants: {
    name?: string | undefined;
    subject?: string | null | undefined;
    preview?: string | null | undefined;
    content?: string | Record<string, unknown> | null | undefined;
    contentType?: 'MARKDOWN' | 'HTML' | 'TIPTAP' | undefined;
    html?: string | null | undefined;
    markdown?: string | null | undefined;
    tiptap?: Record<string, unknown> | null | undefined;
  }[];
  /** Share of the audience in the test */
  percent: number;
  /** Needs tracking.opens or tracking.clicks on the campaign or the domain */
  metric: 'opens' | 'clicks';
  /** Until the best variant goes to the rest */
  waitMinutes: number;
};

export type AddSuppressionInputOrigin = 'bounce' | 'complaint' | 'manual' | 'unsubscribe';

export type AddSuppressionsAnswer = {
  /** One result per address, in request order */
  data: Suppression[];
};

export type Approval = {
  object: 'approval';
  id: string;
  status: ApprovalStatus;
  tool: string;
  /** Page where a person decides */
  url: string;
  asked_at: string;
  expires_at: string;
  /** null: the operator */
  token: SubscriberTag | null;
  client: string | null;
  preview?: SendPreview | ChangePreview;
  decided_at: string | null;
  /** null: undecided, or decided at the terminal */
  decided_by: SubscriberTag | null;
  /** Note from the person who decided */
  word: string | null;
  /** Result of the approved call: done, or the name of a failure */
  outcome: string | null;
  /** Ids of the objects that the call created or changed */
  ids: string[];
  /** Until then, one repeat of the call returns its result */
  answer_until: string | null;
  /** Current status of the campaigns and workflows in ids */
  states?: {
    object: 'campaign' | 'workflow';
    id: string;
    status: 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'ARCHIVED' | 'ACTIVE' | 'PAUSED';
    paused?: boolean;
  }[];
};

export type ApprovalDecidedPayload = SubscriberDeletedPayload & {
  tool: string;
  /** Page where a person decides */
  url: string;
  decision: 'approved' | 'declined';
  /** null: decided at the terminal */
  by: SubscriberTag | null;
  /** Note from the person who decided */
  word: string | null;
  decided_at: string;
};

export type ApprovalRequestedPayload = SubscriberDeletedPayload & {
  tool: string;
  /** Page where a person decides */
  url: string;
  /** Token that made the request; null: the operator */
  token: SubscriberTag | null;
  /** Client name, as reported by the client */
  client: string | null;
  /** Number of people that an approval covers; null: any number */
  recipients: number | null;
  asked_at: string;
  expires_at: string;
};

export type ApprovalStatus = 'pending' | 'approved' | 'declined' | 'used' | 'expired';

export type Audience = {
  object: 'audience';
  campaignId: string;
  audience: string;
  count: number;
  counted_at: string;
  skipped: Skipped[];
  sample: Sample[];
  warnings: string[];
};

export type AuditEntry = {
  object: 'audit_entry';
  id: string;
  at: string;
  /** null: the operator or a person */
  token: SubscriberTag | null;
  person: SubscriberTag | null;
  client: string | null;
  door: string;
  tool: string;
  effect: string;
  /** Ids from the arguments, ids of created or sent objects, and ids of the badges that caused a refusal. Never an email address */
  about: string[];
  request_id: string;
  /** Recipients of a send refused because of its content, a recipient or a limit */
  refused_recipients: {
    /** null: erased, or your token lacks emails.read */
    first: string | null;
    count: number;
  } | null;
  /** The call, in the form of an email’s cause, with its root token and approval. null: entries from earlier versions */
  cause: Cause[] | null;
  /** done, replayed, not_offered or the name of a failure. null: running or interrupted */
  outcome: string | null;
};

export type Badge = {
  id: string;
  label: string;
  severity: 'info' | 'warn' | 'block';
  path?: string;
  host?: string;
  found?: string;
  meant?: string;
  count?: number;
};

export type Campaign = CampaignSummary & {
  content: string | null;
  contentType: 'MARKDOWN' | 'HTML' | 'TIPTAP';
  html: string | null;
  markdown: string | null;
  tiptap: Record<string, unknown> | null;
  audience: CampaignAudience;
  /** Findings of content verification */
  badges: Badge[];
  /** Reason why a draft cannot be sent, or why sending cannot continue */
  problem: string | null;
  warnings: string[];
  abTest: {
    variants: {
      name: string;
      subject: string | null;
      preview: string | null;
      content: string | null;
      contentType: 'MARKDOWN' | 'HTML' | 'TIPTAP';
      html: string | null;
      markdown: string | null;
      tiptap: Record<string, unknown> | null;
      stats: CampaignStats;
    }[];
    percent: number;
    metric: 'opens' | 'clicks';
    waitMinutes: number;
    /** Index of the variant for the remaining recipients */
    winner: number | null;
  } | null;
  throttle: {
    perHour: number | null;
    perDomain: number | null;
  } | null;
  tracking: {
    opens: boolean | null;
    clicks: boolean | null;
  } | null;
};

export type CampaignAudience = {
  tags: {
    any: string[];
    all: string[];
    none: string[];
  };
  segmentId: string | null;
  filter: Record<string, unknown> | null;
  subscriberIds: string[];
  notReachedBy: string | null;
};

export type CampaignFailedPayload = CampaignScheduledPayload & {
  failed: {
    reason: string;
  };
};

export type CampaignPreview = {
  object: 'campaign_preview';
  campaignId: string;
  /** A/B test variant, from 0 */
  variant: number | null;
  from: string | null;
  reply_to: string | null;
  subject: string | null;
  preview: string | null;
  html: string;
  text: string;
  /** Source of the merge values */
  values: 'subscriber' | 'fallbacks';
  /** Merge fields without a value */
  empty_fields: string[];
  badges: (Badge & {
    guidance: string;
  })[];
  size: {
    html_bytes: number;
    text_bytes: number;
    clipped_by_gmail: boolean;
  };
  warnings: string[];
};

export type CampaignReport = {
  object: 'campaign_report';
  campaignId: string;
  name: string;
  subject: string | null;
  status: CampaignStatus;
  paused: boolean;
  startedAt: string | null;
  sentAt: string | null;
  totals: CampaignStats;
  skipped: {
    reason: string;
    count: number;
  }[];
  rates: {
    name: 'delivered' | 'opened' | 'clicked' | 'clicked_of_opened' | 'unsubscribed' | 'bounced' | 'complained';
    /** 0 to 1; null if the denominator is 0 or the rate is unknown */
    rate: number | null;
    count: number;
    of: 'sent' | 'reached' | 'opened' | 'attempted';
    denominator: number;
  }[];
  series: {
    from: string | null;
    until: string | null;
    bucketMinutes: number;
    buckets: {
      from: string;
      sent: number;
      opened: number;
      clicked: number;
      machineOpened: number;
    }[];
  };
  links: {
    url: string;
    people: number;
    redirectedTo: string | null;
  }[];
  bounces: {
    type: string;
    kind: string;
    count: number;
    /** Sample reply of one mail server */
    sample: string | null;
  }[];
  variants: {
    variant: number;
    name: string;
    subject: string | null;
    sent: number;
    delivered: number;
    opened: number;
    clicked: number;
    openRate: number | null;
    clickRate: number | null;
    winner: boolean;
  }[];
  /** Recipients behind series, links and bounces. If it is below the total, they are an even sample */
  read: {
    recipients: number;
    of: number;
  };
  notes: string[];
};

export type CampaignScheduledPayload = SubscriberDeletedPayload & {
  name: string;
  subject: string | null;
  status: CampaignStatus;
  scheduledAt: string | null;
  sentAt: string | null;
};

export type CampaignStats = {
  recipients: number;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  unsubscribed: number;
  bounced: number;
  complained: number;
  failed: number;
  skipped: number;
  human: OpensAndClicks;
  machine: OpensAndClicks;
};

export type CampaignStatus = 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'ARCHIVED';

export type CampaignSummary = {
  object: 'campaign';
  id: string;
  name: string;
  subject: string | null;
  preview: string | null;
  fromName: string | null;
  fromEmail: string | null;
  replyTo: string | null;
  status: CampaignStatus;
  paused: boolean;
  scheduledAt: string | null;
  timezone: string;
  sentAt: string | null;
  stats: CampaignStats;
  revision: number;
  createdAt: string;
  updatedAt: string;
};

export type Cause = {
  /** Tool name, or workflow_step */
  operation: string;
  door?: string;
  token_id?: string;
  /** Token whose allowance is charged */
  root_token_id?: string;
  person_id?: string;
  /** Client name, as reported by the client */
  program?: string;
  assistant?: boolean;
  /** Whether a test-mode token made the call; such calls send no real mail */
  test?: boolean;
  approval_id?: string;
  workflow_id?: string;
};

export type ChangePreview = {
  object: 'change_preview';
  tool: string;
  changes: string[];
};

export type Consent = {
  /** ISO 8601 date, or date with time */
  at?: string | undefined;
  ip?: string | undefined;
  source?: string | undefined;
};

export type ContentVerification = {
  object: 'content_verification';
  /** review: refused until a person releases it */
  verdict: 'pass' | 'review' | 'block';
  blockReasons: ContentVerificationBlockReason[];
  badges: Badge[];
  documentationUrl: string;
  guidance: string;
};

export type ContentVerificationBlockReason = 'COLD_EMAIL' | 'PHISHING' | 'CREDENTIAL_REQUEST' | 'LOOKALIKE_DOMAIN' | 'PURCHASED_LIST' | 'HIDDEN_TEXT' | 'URL_MISMATCH' | 'MALWARE_LINK' | 'MISSING_IDENTITY';

export type CreateCampaignInputAudience = {
  /** Names or ids of tags */
  tags?: {
    any?: string[] | undefined;
    all?: string[] | undefined;
    none?: string[] | undefined;
  } | undefined;
  segmentId?: string | null | undefined;
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  filter?: Record<string, unknown> | null | undefined;
  /** Campaign id. Selects only people whose mail from that campaign was not accepted, bounced, failed or was canceled */
  notReachedBy?: string | null | undefined;
  subscriberIds?: string[] | undefined;
};

export type CreatedToken = Token & {
  /** Secret, shown only once */
  token: string;
};

export type DeletedCampaign = {
  object: 'campaign';
  id: string;
  deleted: true;
};

export type DeletedDomain = {
  object: 'domain';
  id: string;
  deleted: true;
};

export type DeletedEmails = {
  object: 'emails';
  deleted: number;
  has_more: boolean;
  next_after: string | null;
};

export type DeletedGrant = {
  object: 'grant';
  id: string;
  deleted: true;
};

export type DeletedIntegration = {
  object: 'integration';
  id: string;
  deleted: true;
};

export type DeletedSegment = {
  object: 'segment';
  id: string;
  deleted: true;
};

export type DeletedSubscriber = {
  object: 'subscriber';
  id: string;
  deleted: true;
};

export type DeletedSuppression = {
  object: 'suppression';
  id: string;
  deleted: true;
};

export type DeletedTag = {
  object: 'tag';
  id: string;
  deleted: true;
};

export type DeletedTemplate = {
  object: 'template';
  id: string;
  deleted: true;
};

export type DeletedToken = {
  object: 'token';
  id: string;
  deleted: true;
};

export type DeletedWebhook = {
  object: 'webhook';
  id: string;
  deleted: true;
};

export type DeletedWorkflow = {
  object: 'workflow';
  id: string;
  deleted: true;
};

export type Domain = DomainSummary & {
  /** First direct mail */
  warm_up_started_at: string | null;
  dkim_keys: {
    selector: string;
    algorithm: 'rsa' | 'ed25519';
    /** next: signs once its record is in DNS */
    role: 'signing' | 'next' | 'retired';
    /** When the record of a retired key may be deleted */
    keep_until: string | null;
  }[];
  records: {
    record: 'DKIM' | 'SPF' | 'RETURN_PATH' | 'DMARC' | 'TRACKING' | 'MX';
    type: 'TXT' | 'CNAME' | 'MX';
    /** Fully qualified name */
    name: string;
    /** Value to publish */
    value: string;
    ttl: string;
    /** Priority of an MX record */
    priority?: number;
    status: 'not_started' | 'pending' | 'verified' | 'failed' | 'temporary_failure';
    /** Values in DNS at the last check */
    found?: string[];
    /** Required change */
    advice: string | null;
  }[];
};

export type DomainCreatedPayload = SubscriberDeletedPayload & {
  name: string;
  status: DomainStatus;
  created_at: string;
  verified_at: string | null;
};

export type DomainStatus = 'not_started' | 'pending' | 'verified' | 'partially_verified' | 'partially_failed' | 'failed' | 'temporary_failure';

export type DomainSummary = {
  object: 'domain';
  id: string;
  name: string;
  /** You can send from the domain if it is verified, partially_verified, partially_failed or temporary_failure */
  status: DomainStatus;
  /** Selector of the active RSA key */
  dkim_selector: string;
  dkim_ed25519_selector: string | null;
  custom_return_path: string;
  tracking_subdomain: string | null;
  open_tracking: boolean;
  click_tracking: boolean;
  tls: 'opportunistic' | 'enforced';
  warm_up: boolean;
  created_at: string;
  verified_at: string | null;
  last_checked_at: string | null;
};

export type Email = {
  object: 'email';
  id: string;
  from: string;
  to: string[];
  reply_to: string | null;
  subject: string;
  preview: string | null;
  last_event: EmailLastEvent;
  created_at: string;
  sent_at: string | null;
  message_id: string;
  source?: string | null;
  delivery_mode: 'live' | 'test' | 'captured';
  subscriber_id: string | null;
  campaign_id: string | null;
  workflow_run_id: string | null;
  html: string | null;
  text: string | null;
  /** Calls and workflow steps that caused the email, nearest first. null: mail from earlier versions */
  cause: Cause[] | null;
  /** Template with the version that was sent */
  template: {
    id: string;
    version: number;
  } | null;
  /** Time when POSTHOUSE_RETENTION_DAYS removed html and text */
  content_removed_at: string | null;
  /** Attachments of an email submitted over SMTP */
  attachments: {
    filename: string | null;
    content_type: string;
    size: number;
    /** Content-ID of an image that the HTML shows */
    content_id?: string;
  }[];
  /** Findings of content verification */
  badges: Badge[];
  events: {
    type: 'queued' | 'scheduled' | 'sent' | 'delivered' | 'delivery_delayed' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'suppressed' | 'failed' | 'canceled' | 'reencoded';
    created_at: string;
    machine: boolean;
    data: Record<string, unknown>;
  }[];
};

export type EmailBouncedPayload = EmailQueuedPayload & {
  bounce: {
    type: 'hard' | 'soft';
    subType: string;
    message: string | null;
  };
};

export type EmailClickedPayload = EmailQueuedPayload & {
  click: {
    link: string | null;
    /** Only the network part is stored */
    ipAddress: string | null;
    userAgent: string | null;
    timestamp: string;
    /** Caused by a scanner or an image proxy, not by a person */
    machine: boolean;
  };
};

export type EmailDeliveryDelayedPayload = EmailQueuedPayload & {
  delay: {
    message: string | null;
    next_attempt_at: string | null;
  };
};

export type EmailFailedPayload = EmailQueuedPayload & {
  failed: {
    reason: string | null;
  };
};

export type EmailLastEvent = 'queued' | 'scheduled' | 'sent' | 'delivered' | 'delivery_delayed' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'suppressed' | 'failed' | 'canceled';

export type EmailOpenedPayload = EmailQueuedPayload & {
  open: {
    /** Only the network part is stored */
    ipAddress: string | null;
    userAgent: string | null;
    timestamp: string;
    /** Caused by a scanner or an image proxy, not by a person */
    machine: boolean;
  };
};

export type EmailQueuedPayload = PayloadFields & {
  email_id: string;
  message_id: string;
  from: string;
  to: string[];
  subject: string;
  created_at: string;
  source: EmailSource;
  delivery_mode: 'live' | 'test' | 'captured';
  subscriber_id?: string;
  campaign_id?: string;
};

export type EmailSource = 'api' | 'smtp' | 'campaign' | 'workflow' | 'test';

export type EmailSummary = {
  object: 'email';
  id: string;
  from: string;
  to: string[];
  reply_to: string | null;
  subject: string;
  preview: string | null;
  last_event: EmailLastEvent;
  created_at: string;
  sent_at: string | null;
  message_id: string;
  source: EmailSource;
  delivery_mode: 'live' | 'test' | 'captured';
  subscriber_id: string | null;
  campaign_id: string | null;
  workflow_run_id: string | null;
  /** Reason for delivery_delayed, bounced or failed */
  trouble?: {
    /** Reason group, as in get_email_metrics */
    reason: string;
    bounce?: 'hard' | 'soft';
    message: string | null;
    next_attempt_at?: string;
  };
};

export type EmailsVerifyAnswer = {
  valid: boolean;
  error: string | null;
  code: string | null;
};

export type Event = {
  object: 'event';
  id: string;
  name: string;
  subscriberId: string;
  email: string;
  properties: Record<string, unknown>;
  occurredAt: string;
  receivedAt: string;
};

export type EventTrackedPayload = SubscriberDeletedPayload & {
  name: string;
  subscriberId: string;
  email: string;
  /** null: larger than 8 kB; read the event instead */
  properties: Record<string, unknown> | null;
  occurredAt: string;
  receivedAt: string;
};

export type ExportKind = 'subscribers' | 'emails' | 'events' | 'suppressions' | 'recipients';

export type ExportLink = {
  object: 'export';
  /** Download URL. Keep it secret until it expires */
  url: string;
  expires_at: string;
  kind: ExportKind;
  /** attributes.* means one column per attribute */
  columns: string[];
  /** null: not counted */
  estimated_rows: number | null;
};

export type GetEmailMetricsAnswer = {
  object: 'list';
  data: {
    /** Start of the period */
    period: string;
    group: string | null;
    accepted: number;
    delivered: number;
    delivery_delayed: number;
    bounced_hard: number;
    bounced_soft: number;
    complained: number;
    suppressed: number;
    failed: number;
    opened: number;
    opened_machine: number;
    clicked: number;
    clicked_machine: number;
  }[];
  has_more: boolean;
};

export type Grant = {
  object: 'grant';
  id: string;
  /** URL of the client’s metadata document, or the client’s id on this server */
  client_id: string;
  /** Client name, as reported by the client */
  client_name: string;
  /** API token that approved the grant */
  token_id: string | null;
  /** Person reported by the identity provider, if it made the grant */
  subject: string | null;
  /** Person who approved the grant at the console */
  person: SubscriberTag | null;
  scopes: TokenScope[];
  created_at: string;
  /** Time of the last token refresh */
  refreshed_at: string | null;
  /** Time when the unused grant expires */
  ends_at: string;
  revoked_at: string | null;
};

export type Import = {
  object: 'import';
  id: string;
  status: 'uploading' | 'previewed' | 'queued' | 'in_progress' | 'completed' | 'failed' | 'cancelled';
  file_name: string | null;
  octets: number;
  encoding: string | null;
  separator: string | null;
  /** Service that exported the file */
  preset: 'posthouse' | 'mailchimp' | 'listmonk' | 'plunk' | 'resend' | 'loops' | null;
  columns: {
    header: string;
    field: string;
    guessed: boolean;
  }[];
  sample: string[][];
  on_conflict: string;
  tags: string[];
  /** Proof of consent for rows without their own */
  consent_source: string | null;
  rows_done: number;
  rows_total: number | null;
  /** Counts that the import would produce */
  preview: ImportPreview | null;
  /** Counts so far */
  result: ImportPreview | null;
  warnings: string[];
  error: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
};

export type ImportCompletedPayload = SubscriberDeletedPayload & {
  /** Sum of the other counts */
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  duplicates: number;
  invalid: number;
  refused: number;
  created_at: string;
  ended_at: string;
};

export type ImportFailedPayload = ImportCompletedPayload & {
  reason: string;
};

export type ImportPreview = {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Existing subscribers skipped by on_conflict: skip */
  skipped: number;
  /** Rows that repeat an earlier address */
  duplicates: number;
  invalid: number;
  /** Valid rows without consent or over a limit */
  refused: number;
  /** Created subscribers who must confirm first */
  pending: number;
  /** Imported subscribers whose address is suppressed */
  suppressed: number;
  /** Created and updated subscribers that the file makes UNSUBSCRIBED, BOUNCED or COMPLAINED */
  stopped: number;
  /** Updated and unchanged subscribers who remain unsubscribed, bounced or complained */
  inactive: number;
  /** Counts of invalid and refused rows by reason */
  reasons: Record<string, number>;
  /** Counts of omitted values by field */
  left_out: Record<string, number>;
};

export type Integration = {
  object: 'integration';
  id: string;
  provider: IntegrationProvider;
  name: string | null;
  /** URL for the provider. Its secret part is shown only when it is created */
  url: string;
  /** What a valid request proves: body and time, body only, origin only, or knowledge of the URL */
  proof: 'body+time' | 'body' | 'origin' | 'path';
  /** Whether mail that the send-email hook requests is sent */
  sends: boolean;
  mapping: Record<string, unknown>;
  /** Trusted SNS topic */
  topic: string | null;
  last_received_at: string | null;
  last_fault: string | null;
  last_fault_at: string | null;
  created_at: string;
  updated_at: string;
};

export type IntegrationEvent = {
  object: 'integration_event';
  id: string;
  type: string;
  state: IntegrationEventState;
  outcome: string | null;
  attempts: number;
  received_at: string;
  settled_at: string | null;
};

export type IntegrationEventState = 'waiting' | 'applied' | 'ignored' | 'failed';

export type IntegrationProvider = 'stripe' | 'clerk' | 'polar' | 'supabase' | 'shopify' | 'segment' | 'custom' | 'ses' | 'postmark' | 'sendgrid' | 'mailgun';

export type LinkRedirect = {
  object: 'link_redirect';
  campaignId: string;
  url: string;
  to: string;
  previous: string;
  mails: number;
  redirectedAt: string;
};

export type Mapping = {
  email?: string | undefined;
  externalId?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  locale?: string | undefined;
  timezone?: string | undefined;
  attributes?: Record<string, string> | undefined;
  properties?: Record<string, string> | undefined;
  tags?: string[] | undefined;
  /** Event types to accept, such as customer.*. Default: all */
  events?: string[] | undefined;
  /** known: events do not create subscribers */
  subscribers?: 'save' | 'known' | undefined;
  /** Feedback: host of the mail relay, if not the provider’s default */
  relay?: string | undefined;
  /** Supabase: sender of the auth mails */
  from?: string | undefined;
  /** Supabase: project URL */
  url?: string | undefined;
  /** Supabase: subject and markdown for each type of auth mail */
  mails?: Record<string, {
    subject: string;
    markdown: string;
  }> | undefined;
};

export type OpensAndClicks = {
  opened: number;
  clicked: number;
};

export type Organization = OrganizationSettings & {
  /** live: mail leaves. capture, off: the server or the organization captures it. paused, held: it waits; held after a restore */
  sending_mode: 'live' | 'capture' | 'off' | 'paused' | 'held';
  /** Bytes currently stored */
  storage_octets: number;
};

export type OrganizationExportLink = {
  object: 'export';
  /** Download URL. Keep it secret until it expires */
  url: string;
  expires_at: string;
  kind: 'organization';
};

export type OrganizationLimits = {
  requests_per_minute: number;
  storage_octets_max: number | null;
};

export type OrganizationLogo = {
  url: string;
  width: number;
  height: number;
};

export type OrganizationSending = {
  status: 'active' | 'paused';
  paused_at: string | null;
  paused_by: SubscriberTag | null;
  reason: string | null;
};

export type OrganizationSettings = {
  object: 'organization';
  id: string;
  name: string;
  plan: 'free' | 'premium' | 'enterprise';
  limits: OrganizationLimits;
  /** false: mail is accepted and captured, but not sent */
  sending_enabled: boolean;
  /** paused: all mail waits until a person resumes sending */
  sending: OrganizationSending;
  default_from: string | null;
  /** reply_to for mail without its own */
  default_reply_to: string | null;
  timezone: string;
  double_opt_in: boolean;
  postal_address: string | null;
  logo: OrganizationLogo | null;
  accent_color: string | null;
  verify_transactional: 'block' | 'warn' | 'off';
  created_at: string;
  warnings: string[];
};

export type PayloadFields = {
  /** Increases with each message about the same object. A message with a lower number is older */
  sequence: number;
};

export type PublishedTemplate = Template & {
  /** Findings of content verification */
  badges: Badge[];
};

export type Recipient = {
  object: 'recipient';
  subscriberId: string | null;
  email: string | null;
  state: 'WAITING' | 'ACCEPTED' | 'SKIPPED';
  reason: string | null;
  variant: number | null;
  emailId: string | null;
  lastEvent: EmailLastEvent | null;
  changedAt: string;
  openedAt: string | null;
  clickedAt: string | null;
};

export type Release = {
  object: 'release';
  released: number;
  refused: {
    id: string;
    to: string;
    name: string;
    message: string;
  }[];
  has_more: boolean;
  next_after: string | null;
};

export type RemoveSuppressionsAnswer = {
  data: DeletedSuppression[];
};

export type Replay = {
  object: 'replay';
  integration_id: string;
  /** Events queued again */
  replayed: number;
  /** true: call again for the remaining events */
  has_more: boolean;
};

export type RotatedToken = CreatedToken & {
  /** The old secret works until then */
  old_token_expires_at: string;
};

export type RotatedWebhook = SavedWebhook & {
  /** Shown once. Use it to verify deliveries */
  signing_secret: string;
  /** Both secrets sign until then */
  old_secret_expires_at: string;
};

export type Sample = {
  id: string;
  email: string;
};

export type SavedSubscriber = Subscriber & {
  warnings?: string[];
};

export type SavedTag = Tag & {
  warnings?: string[];
};

export type SavedWebhook = Webhook & {
  /** Shown once. Use it to verify deliveries */
  signing_secret?: string;
};

export type Segment = SegmentSummary & {
  /** Attributes and events in the rule that no subscriber has */
  warnings?: string[];
  /** From get_segment: a scheduled or sending campaign, and an active workflow, that use the segment */
  used_by?: {
    object: 'campaign' | 'workflow';
    id: string;
  }[];
};

export type SegmentSummary = {
  object: 'segment';
  id: string;
  name: string;
  rule: Record<string, unknown>;
  subscriber_count: number | null;
  /** Time of the count. null: not counted yet, call again soon */
  counted_at: string | null;
  created_at: string;
  updated_at: string;
};

export type SendCap = {
  per_hour?: number | null | undefined;
  per_day?: number | null | undefined;
};

export type SendEmailAnswer = {
  id: string;
};

export type SendEmailBatchAnswer = {
  data: SendEmailAnswer[];
  errors?: {
    index: number;
    to: string;
    name: string;
    message: string;
    statusCode: number;
    details?: unknown;
    code?: string;
    blockReasons?: ContentVerificationBlockReason[];
    badges?: Badge[];
    documentationUrl?: string;
    guidance?: string;
    review?: {
      id: string;
      url: string;
    };
  }[];
};

export type SendEmailInputTo = string | string[];

export type SendPreview = {
  object: 'send_preview';
  tool: string;
  from: string | null;
  reply_to?: string;
  subjects: string[];
  subjects_more?: number;
  text: string | null;
  text_for?: string;
  recipients: number;
  at_least: boolean;
  to: string[];
  skipped: Skipped[];
  delivery: 'live' | 'test' | 'captured' | 'mixed';
  scheduled_at: string | null;
  scheduled_local?: string;
  audience?: string;
  ab_test?: string;
  badges: {
    id: string;
    label: string;
    severity: 'info' | 'warn' | 'block';
    host?: string;
    found?: string;
    meant?: string;
    count?: number;
  }[];
  warnings: string[];
};

export type SendTestEmailAnswer = {
  data: SendEmailAnswer[];
};

export type Setup = {
  object: 'setup';
  examined_at: string;
  findings: {
    about: 'server' | 'organization';
    name: string;
    state: 'ok' | 'warn' | 'fail';
    sentence: string;
  }[];
  /** null unless you are the operator, or an admin of the only organization */
  server: {
    version: string;
    database: 'sqlite' | 'postgres';
    queue: {
      due: number;
      later: number;
      running: number;
      oldest_due_at: string | null;
    };
    processes: {
      /** api: requests; worker: jobs; all: both */
      role: 'all' | 'api' | 'worker';
      machine: string;
      version: string;
      started_at: string;
      last_seen_at: string;
      alive: boolean;
    }[];
    disk_free_octets: number | null;
    backed_up_at: string | null;
  } | null;
};

export type Skipped = {
  reason: string;
  count: number;
  rule?: string;
  retry_at?: string;
};

export type Subscriber = {
  object: 'subscriber';
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  attributes: Record<string, string | number | boolean | null>;
  tags: SubscriberTag[];
  status: SubscriberStatus;
  externalId: string | null;
  source: SubscriberSource;
  timezone: string | null;
  locale: string | null;
  consent: SubscriberConsent | null;
  createdAt: string;
  updatedAt: string;
  unsubscribedAt: string | null;
  unsubscribeReason: string | null;
  unsubscribeTopic: string | null;
  lastActivityAt: string | null;
};

export type SubscriberBatch = {
  object: 'subscriber_batch';
  dry_run?: true;
  created: number;
  updated: number;
  /** Dry run only: subscribers that would not change */
  unchanged?: number;
  failed: number;
  /** One result per subscriber, in request order */
  data: {
    /** Position in the request */
    index: number;
    /** unchanged occurs only in a dry run */
    result: 'created' | 'updated' | 'unchanged' | 'failed';
    /** null: failed, or not created yet */
    id: string | null;
    email: string | null;
    /** Only ACTIVE subscribers get campaigns. null: failed */
    status: SubscriberStatus | null;
    error: {
      name: string;
      message: string;
      statusCode: number;
      details?: unknown;
    } | null;
  }[];
  warnings?: string[];
  /** Dry run only: opt-in requests that would be sent */
  preview?: Record<string, unknown>;
};

export type SubscriberConsent = {
  at: string | null;
  ip: string | null;
  source: string | null;
};

export type SubscriberCreatedPayload = SubscriberDeletedPayload & {
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: SubscriberStatus;
  source: SubscriberSource;
  externalId: string | null;
  /** null: larger than 8 kB; read the subscriber instead */
  attributes: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
};

export type SubscriberDeletedPayload = PayloadFields & {
  id: string;
};

export type SubscriberExportLink = {
  object: 'export';
  /** Download URL. Keep it secret until it expires */
  url: string;
  expires_at: string;
  kind: 'subscriber';
  /** Subscriber id; null for an address without a subscriber */
  id: string | null;
};

export type SubscriberSource = 'API' | 'IMPORT' | 'FORM' | 'INTEGRATION' | 'SMTP' | 'EVENT';

export type SubscriberStatus = 'ACTIVE' | 'PENDING' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';

export type SubscriberTag = {
  id: string;
  name: string;
};

export type SubscriberTagAddedPayload = SubscriberDeletedPayload & {
  email: string;
  /** At most 20 per message */
  tags: {
    id: string;
    name: string | null;
  }[];
};

export type SubscriberUnsubscribedPayload = SubscriberCreatedPayload & {
  unsubscribeReason: string | null;
};

export type SubscriberUpdatedPayload = SubscriberCreatedPayload & {
  changed: string[];
};

export type Suppression = {
  object: 'suppression';
  id: string;
  email: string;
  origin: SuppressionOrigin;
  /** Id of the email that caused it */
  source_id: string | null;
  /** marketing: campaigns only */
  scope: 'all' | 'marketing';
  expires_at: string | null;
  created_at: string;
};

export type SuppressionAddedPayload = SubscriberDeletedPayload & {
  email: string;
  origin: SuppressionOrigin;
  scope: 'all' | 'marketing';
  /** Id of the email that caused it */
  source_id: string | null;
  expires_at: string | null;
};

export type SuppressionExport = {
  object: 'suppression_export';
  csv: string;
  has_more: boolean;
  last_id: string | null;
};

export type SuppressionImport = {
  object: 'suppression_import';
  created: number;
  /** Existing suppressions, extended or unchanged */
  existing: number;
  /** Rows that repeat an earlier row */
  duplicates: number;
  failed: number;
  /** The first 100 faults */
  errors: {
    line: number;
    message: string;
  }[];
};

export type SuppressionOrigin = 'bounce' | 'complaint' | 'manual' | 'unsubscribe';

export type Tag = {
  object: 'tag';
  id: string;
  name: string;
  description: string | null;
  color: string | null;
  topic: boolean;
  subscriberCount: number;
  createdAt: string;
};

export type TagApplication = {
  object: 'tag_application';
  /** null: dry run with a tag that does not exist yet */
  tag_id: string | null;
  dry_run: boolean;
  /** Subscribers tagged by this call */
  tagged: number;
  /** Subscribers that already have the maximum number of tags */
  skipped: number;
  /** Dry run only: number of matching subscribers */
  matching?: number;
  /** false: the rest is tagged in the background, or counting ran out of time */
  complete: boolean;
  /** Dry run only: the first subscribers to tag */
  sample?: Sample[];
  warnings?: string[];
};

export type Template = TemplateSummary & {
  /** Version of the content below. null: the draft */
  version: number | null;
  /** Publication of that version */
  published_at: string | null;
  from: string | null;
  reply_to: string | null;
  preview: string | null;
  html: string | null;
  markdown: string | null;
  tiptap: Record<string, unknown> | null;
  variables: TemplateVariable[];
};

export type TemplatePreview = {
  object: 'template_preview';
  id: string;
  /** null: the draft */
  version: number | null;
  from: string | null;
  reply_to: string | null;
  subject: string;
  preview: string | null;
  html: string;
  text: string;
  /** Required variables without a value or a sample */
  missing: string[];
  /** Reasons why publish_template would refuse the content */
  problems: string[];
  /** Findings of content verification */
  badges: Badge[];
};

export type TemplateSummary = {
  object: 'template';
  id: string;
  name: string;
  subject: string;
  /** Version that sends use. null: not published */
  published_version: number | null;
  /** Whether the draft differs from published_version */
  unpublished_changes: boolean;
  created_at: string;
  updated_at: string;
};

export type TemplateType = 'string' | 'number' | 'boolean' | 'date' | 'url';

export type TemplateVariable = {
  name: string;
  type: TemplateType;
  required: boolean;
  sample: string | number | boolean | null;
};

export type TemplateWithVersions = Template & {
  /** Newest versions, at most 20 */
  versions: {
    version: number;
    published_at: string;
  }[];
};

export type Throttle = {
  perHour?: number | null | undefined;
  perDomain?: number | null | undefined;
};

export type Token = {
  object: 'token';
  id: string;
  name: string;
  /** First 12 characters of the secret */
  prefix: string;
  scopes: TokenScope[];
  domain_id: string | null;
  mode: 'live' | 'test';
  allowed_recipients: string[] | null;
  send_cap: TokenSendCap | null;
  /** Only for the token that makes the call. null: no cap */
  send_cap_left?: TokenSendCap | null;
  /** Only for the token that makes the call */
  organization_id?: string;
  /** Only for the token that makes the call */
  organization_name?: string;
  ip_allowlist: string[] | null;
  /** Whether the token was created for or by an assistant */
  assistant: boolean;
  last_used_at: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** Token that created this one; revoking it also revokes this one. null: none. Omitted if not loaded */
  created_by?: string | null;
};

export type TokenScope = 'full_access' | 'sending_access' | 'emails.read' | 'emails.send' | 'subscribers.read' | 'subscribers.write' | 'tags.read' | 'tags.write' | 'events.read' | 'events.write' | 'campaigns.read' | 'campaigns.write' | 'campaigns.send' | 'domains.read' | 'domains.write' | 'suppressions.read' | 'suppressions.write' | 'webhooks.read' | 'webhooks.write' | 'workflows.read' | 'workflows.write' | 'tokens.read' | 'tokens.write' | 'organization.read' | 'organization.write' | 'tools.run' | 'admin';

export type TokenSendCap = {
  per_hour: number | null;
  per_day: number | null;
};

export type Tool = {
  object: 'tool';
  name: string;
  title: string;
  description: string;
  /** JSON Schema 2020-12 */
  input_schema: Record<string, unknown>;
  /** JSON Schema 2020-12 */
  output_schema: Record<string, unknown>;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  scopes: TokenScope[];
  enabled: boolean;
  category: 'core' | 'audience' | 'campaigns' | 'automation' | 'deliverability' | 'admin';
};

export type ToolsRunAnswer = {
  object: 'tool_result';
  name: string;
  /** true: the tool refused the call; structured_content gives the reason */
  is_error: boolean;
  content: {
    type: 'text';
    text: string;
  }[];
  structured_content: Record<string, unknown>;
};

export type TrackedEvent = Event & {
  warnings?: string[];
};

export type Tracking = {
  opens?: boolean | null | undefined;
  clicks?: boolean | null | undefined;
};

export type Variable = {
  name: string;
  type?: TemplateType | undefined;
  required?: boolean | undefined;
  sample?: string | number | boolean | null | undefined;
};

export type Verification = {
  object: 'verification';
  /** Address without the display name, or the input if it cannot be parsed */
  email: string;
  /** false: do not send to this address */
  valid: boolean;
  result: 'deliverable' | 'undeliverable' | 'risky' | 'unknown';
  code: 'INVALID_SYNTAX' | 'DOMAIN_NOT_FOUND' | 'NULL_MX' | 'NO_MX' | 'SUPPRESSED' | 'DISPOSABLE' | 'TIMEOUT' | 'ROLE_ACCOUNT' | null;
  error: string | null;
  /** Likely intended address */
  suggestion: string | null;
  /** null: not checked, or unknown */
  checks: {
    syntax: boolean;
    /** Whether the domain exists */
    domain: boolean | null;
    /** Whether the domain has a mail server: an MX record, or else an address record */
    mx: boolean | null;
    disposable: boolean | null;
    /** Role account, such as info@ */
    role: boolean | null;
    /** Address at a free mail provider */
    free: boolean | null;
    suppressed: boolean | null;
    /** Fixture address; mail to it is simulated */
    test_mode: boolean;
  };
};

export type VerifyEmailAddressesAnswer = {
  /** One result per address, in request order */
  data: Verification[];
  /** Counts by result */
  summary: {
    deliverable: number;
    undeliverable: number;
    risky: number;
    unknown: number;
  };
};

export type Webhook = {
  object: 'webhook';
  id: string;
  url: string;
  /** Empty means all event types */
  events: string[];
  description: string | null;
  status: 'enabled' | 'disabled' | 'auto_disabled';
  /** Reason for the status auto_disabled */
  reason: string | null;
  consecutive_failures: number;
  /** Time of the first failure since the last success */
  failing_since: string | null;
  last_delivery_at: string | null;
  last_success_at: string | null;
  created_at: string;
  updated_at: string;
};

export type WebhookDisabledPayload = SubscriberDeletedPayload & {
  url: string;
  reason: string;
};

export type WebhookEvent = {
  object: 'webhook_event';
  /** Message id, sent in the webhook-id header */
  id: string;
  webhook_id: string;
  type: string;
  /** Id of the object in the event */
  object_id: string;
  created_at: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Number of attempts, including those before a replay */
  attempts: number;
  next_attempt_at: string | null;
  ended_at: string | null;
  last_attempts: WebhookEventLastAttempt[];
  payload: Record<string, unknown>;
};

export type WebhookEventLastAttempt = {
  id: string;
  created_at: string;
  duration_ms: number;
  url: string;
  /** succeeded, or the reason for the failure */
  outcome: string;
  /** null: no response */
  status_code: number | null;
  answer: string | null;
};

export type WebhookEventSummary = {
  object: 'webhook_event';
  /** Message id, sent in the webhook-id header */
  id: string;
  webhook_id: string;
  type: string;
  /** Id of the object in the event */
  object_id: string;
  created_at: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Number of attempts, including those before a replay */
  attempts: number;
  next_attempt_at: string | null;
  ended_at: string | null;
  /** Newest first, only with detail: full */
  last_attempts?: WebhookEventLastAttempt[];
};

export type WebhookReplay = {
  object: 'webhook_replay';
  /** Deliveries queued again */
  replayed: number;
  /** false: call again; for a time range, pass next_after as after */
  complete: boolean;
  next_since: string | null;
  next_after: string | null;
};

export type WebhookSamples = {
  object: 'webhook_samples';
  data: {
    type: string;
    description: string;
    payload: Record<string, unknown>;
  }[];
};

export type WebhookTestPayload = SubscriberDeletedPayload & {
  message: string;
};

export type Workflow = WorkflowSummary & {
  trigger: {
    type: string;
    config: Record<string, unknown>;
  };
  reentry: string;
  exitOn: string[];
  goal: Record<string, unknown> | null;
  quietHours: {
    from: string;
    to: string;
    days: string[];
  } | null;
  mailsMax: {
    count: number;
    per: string;
  } | null;
  timezone: string | null;
  steps: {
    key: string;
    type: string;
    config: Record<string, unknown>;
  }[];
  connections: {
    from: string;
    to: string;
    type: string;
  }[];
  /** Whether the draft differs from the active version */
  draftChanged: boolean;
  warnings: string[];
  stepStats: {
    key: string;
    passed: number;
    mailed: number;
    suppressed: number;
  }[];
  /** Steps with people. stuck: failed, or waiting because the sender may not send */
  stepRuns: {
    key: string;
    open: number;
    stuck: number;
  }[];
  versions: {
    version: number;
    createdAt: string;
  }[];
};

export type WorkflowCancellation = {
  object: 'workflow_cancellation';
  workflowId: string;
  runId: string | null;
  status: 'cancelled' | 'cancelling';
};

export type WorkflowFailedPayload = SubscriberDeletedPayload & {
  name: string;
  status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED';
  /** Version that new runs follow */
  version: number | null;
  /** Reason for the automatic pause */
  problem: string | null;
};

export type WorkflowRun = WorkflowRunSummary & {
  trigger: Record<string, unknown>;
  explanation: string[];
  visits: {
    visit: number;
    step: string;
    arrivedAt: string;
    leftAt: string;
    via: string;
    emailId: string | null;
    because: Record<string, unknown>;
  }[];
};

export type WorkflowRunStartedPayload = SubscriberDeletedPayload & {
  workflowId: string;
  workflowName: string;
  version: number;
  subscriberId: string;
  status: WorkflowRunStatus;
  /** Key of the current step; null: the run has ended */
  step: string | null;
  startedAt: string;
  endedAt: string | null;
  /** Reason why the run ended: finished, goal, left, exit, cancelled, failed … */
  reason: string | null;
};

export type WorkflowRunStatus = 'RUNNING' | 'WAITING' | 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED';

export type WorkflowRunSummary = {
  object: 'workflow_run';
  id: string;
  workflowId: string;
  version: number;
  subscriberId: string;
  email: string | null;
  status: WorkflowRunStatus;
  /** Key of the current step */
  step: string | null;
  waitsFor: WorkflowRunWaitsFor | null;
  /** Reason why the run ended */
  reason: string | null;
  startedAt: string;
  endedAt: string | null;
};

export type WorkflowRunSummaryList = {
  object: 'list';
  data: WorkflowRunSummary[];
  has_more: boolean;
};

export type WorkflowRunWaitsFor = {
  reason: string;
  until: string;
  event?: string;
  problem?: string;
};

export type WorkflowSimulation = {
  object: 'workflow_simulation';
  enters: boolean;
  /** Reason why the person would not enter */
  reason: string | null;
  mails: number;
  path: {
    step: string;
    what: string;
    at: string;
    waits: string[];
    left: string | null;
    via: string | null;
    because: string[];
  }[];
  end: string | null;
  endsAt: string | null;
  warnings: string[];
  backtest: {
    days: number;
    possible: boolean;
    /** Reason why a backtest is not possible, or the basis of its counts */
    note: string | null;
    entered: number;
    mails: number;
    mostMails: number;
    complete: boolean;
  } | null;
};

export type WorkflowStats = {
  started: number;
  completed: number;
  exited: number;
  failed: number;
  cancelled: number;
  /** Completed runs that reached the goal */
  goal: number;
  open: number;
  notEntered: Record<string, number>;
};

export type WorkflowStepPayload = PayloadFields & {
  workflowId: string;
  runId: string;
  step: string;
  subscriberId: string;
  email: string;
  /** Data defined by the step; null: larger than 8 kB */
  data: Record<string, unknown> | null;
};

export type WorkflowSummary = {
  object: 'workflow';
  id: string;
  name: string;
  description: string | null;
  status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED';
  /** Version that new runs follow */
  version: number | null;
  /** Reason for the automatic pause */
  problem: string | null;
  outline: string[];
  stats: WorkflowStats;
  revision: number;
  createdAt: string;
  updatedAt: string;
  activatedAt: string | null;
};

export type WorkflowTrigger = {
  object: 'workflow_trigger';
  workflowId: string;
  subscriberId: string;
};
