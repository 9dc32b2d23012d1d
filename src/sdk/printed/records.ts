// Printed by `npm run pins` from the catalogue.
/** Result types, and input types shared by several methods. The contract uses the same names. */

export type AbTest = {
  /** Default: the campaign’s */
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
  /** Of the audience */
  percent: number;
  /** Needs tracking.opens or tracking.clicks, here or of the domain */
  metric: 'opens' | 'clicks';
  waitMinutes: number;
};

export type AddSuppressionInputOrigin = 'bounce' | 'complaint' | 'manual' | 'unsubscribe';

export type AddSuppressionsAnswer = {
  /** One for each address, in its order */
  data: Suppression[];
};

export type Approval = {
  object: 'approval';
  id: string;
  status: ApprovalStatus;
  tool: string;
  /** Where a person decides */
  url: string;
  asked_at: string;
  expires_at: string;
  /** null: the operator */
  token: SubscriberTag | null;
  client: string | null;
  preview?: SendPreview | ChangePreview;
  decided_at: string | null;
  /** null: undecided, or at the terminal */
  decided_by: SubscriberTag | null;
  /** What the person said with it */
  word: string | null;
  /** Of a used one: done or a failure */
  outcome: string | null;
  /** Of what it made or changed */
  ids: string[];
  /** Until then one repeat of the call gets its answer */
  answer_until: string | null;
  /** Current status of campaigns and workflows among ids */
  states?: {
    object: 'campaign' | 'workflow';
    id: string;
    status: 'DRAFT' | 'SCHEDULED' | 'SENDING' | 'SENT' | 'ARCHIVED' | 'ACTIVE' | 'PAUSED';
    paused?: boolean;
  }[];
};

export type ApprovalDecidedPayload = SubscriberDeletedPayload & {
  tool: string;
  /** Where a person decides */
  url: string;
  decision: 'approved' | 'declined';
  /** null: at the terminal */
  by: SubscriberTag | null;
  /** What the person said with it */
  word: string | null;
  decided_at: string;
};

export type ApprovalRequestedPayload = SubscriberDeletedPayload & {
  tool: string;
  /** Where a person decides */
  url: string;
  /** Who asks; null: the operator */
  token: SubscriberTag | null;
  /** The program, as it says of itself */
  client: string | null;
  /** How many people a yes is for; null: any number */
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
  /** Ids in its arguments, of what it made or sent, and of the badges it was refused for; never an email address */
  about: string[];
  request_id: string;
  /** Of a send that its content, a recipient or a limit refused */
  refused_recipients: {
    /** null once erased, or without emails.read */
    first: string | null;
    count: number;
  } | null;
  /** The call in the form of an email’s cause, with its root token and approval; null in entries of earlier versions */
  cause: {
    /** The tool, or workflow_step */
    operation: string;
    door?: string;
    token_id?: string;
    /** The token whose allowance pays */
    root_token_id?: string;
    person_id?: string;
    /** The client, as it names itself */
    program?: string;
    assistant?: boolean;
    /** A test-mode token, which causes no live mail */
    test?: boolean;
    approval_id?: string;
    workflow_id?: string;
  }[] | null;
  /** done, replayed, not_offered or a failure; null: running or cut off */
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
  /** What verification noticed */
  badges: Badge[];
  /** What refuses a send of a draft, or why it cannot go on now */
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
    /** Index of the variant the others get */
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
  /** Of the A/B test, from 0 */
  variant: number | null;
  from: string | null;
  reply_to: string | null;
  subject: string | null;
  preview: string | null;
  html: string;
  text: string;
  /** What the merge fields were filled with */
  values: 'subscriber' | 'fallbacks';
  /** Merge fields that came out empty */
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
    /** 0 to 1; null when there is nothing to divide by, or it cannot be known */
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
    /** What one server said */
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
  /** Series, links and bounces are of so many recipients; fewer than all is an even sample */
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

export type ChangePreview = {
  object: 'change_preview';
  tool: string;
  changes: string[];
};

export type Consent = {
  /** ISO 8601 date, or date and time */
  at?: string | undefined;
  ip?: string | undefined;
  source?: string | undefined;
};

export type ContentVerification = {
  object: 'content_verification';
  /** block: a send of it is refused */
  verdict: 'pass' | 'block';
  blockReasons: ContentVerificationBlockReason[];
  badges: Badge[];
  documentationUrl: string;
  guidance: string;
};

export type ContentVerificationBlockReason = 'COLD_EMAIL' | 'PHISHING' | 'CREDENTIAL_REQUEST' | 'LOOKALIKE_DOMAIN' | 'PURCHASED_LIST' | 'HIDDEN_TEXT' | 'URL_MISMATCH' | 'MALWARE_LINK' | 'MISSING_IDENTITY';

export type CreateCampaignInputAudience = {
  /** any, all, none: names or ids */
  tags?: {
    any?: string[] | undefined;
    all?: string[] | undefined;
    none?: string[] | undefined;
  } | undefined;
  segmentId?: string | null | undefined;
  /** {field, operator, value}, {and: […]} or {or: […]}; fields tags, attributes.x, event.x, email_opened …; operators eq, gt, in, within ("30 days"), count_gte … */
  filter?: Record<string, unknown> | null | undefined;
  /** Campaign: only people without an accepted mail of it, or whose mail bounced, failed or was canceled */
  notReachedBy?: string | null | undefined;
  subscriberIds?: string[] | undefined;
};

export type CreatedToken = Token & {
  /** Shown this once */
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
  records: {
    record: 'DKIM' | 'SPF' | 'RETURN_PATH' | 'DMARC' | 'TRACKING' | 'MX';
    type: 'TXT' | 'CNAME' | 'MX';
    /** The full name */
    name: string;
    /** What to publish */
    value: string;
    ttl: string;
    /** Of an MX record */
    priority?: number;
    status: 'not_started' | 'pending' | 'verified' | 'failed' | 'temporary_failure';
    /** What DNS answered at the last check */
    found?: string[];
    /** What to change */
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
  /** Mail may come from it when verified, partially_verified, partially_failed or temporary_failure */
  status: DomainStatus;
  /** Of the RSA key that signs */
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
  /** The calls and workflow steps that led to it, nearest first; null for mail of earlier versions */
  cause: {
    /** The tool, or workflow_step */
    operation: string;
    door?: string;
    token_id?: string;
    /** The token whose allowance pays */
    root_token_id?: string;
    person_id?: string;
    /** The client, as it names itself */
    program?: string;
    assistant?: boolean;
    /** A test-mode token, which causes no live mail */
    test?: boolean;
    approval_id?: string;
    workflow_id?: string;
  }[] | null;
  /** When html and text were removed, by POSTHOUSE_RETENTION_DAYS */
  content_removed_at: string | null;
  /** Of a mail submitted over SMTP */
  attachments: {
    filename: string | null;
    content_type: string;
    size: number;
  }[];
  /** What verification noticed */
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
    /** Its network alone is kept */
    ipAddress: string | null;
    userAgent: string | null;
    timestamp: string;
    /** Made by a scanner or an image proxy, not by a person */
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
    /** Its network alone is kept */
    ipAddress: string | null;
    userAgent: string | null;
    timestamp: string;
    /** Made by a scanner or an image proxy, not by a person */
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
  /** Why it is delivery_delayed, bounced or failed */
  trouble?: {
    /** As get_email_metrics groups by */
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
  /** null: more than 8 kB; read the event */
  properties: Record<string, unknown> | null;
  occurredAt: string;
  receivedAt: string;
};

export type ExportKind = 'subscribers' | 'emails' | 'events' | 'suppressions';

export type ExportLink = {
  object: 'export';
  /** Downloads the file; a secret until it expires */
  url: string;
  expires_at: string;
  kind: ExportKind;
  /** attributes.*: one column per attribute */
  columns: string[];
  /** null: not counted */
  estimated_rows: number | null;
};

export type GetEmailMetricsAnswer = {
  object: 'list';
  data: {
    /** When it begins */
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
  /** URL of the client’s metadata document, or its id on this server */
  client_id: string;
  /** As the client calls itself */
  client_name: string;
  /** The API token that approved it */
  token_id: string | null;
  /** The person that the identity provider named, where no API token approved it */
  subject: string | null;
  scopes: TokenScope[];
  created_at: string;
  /** When it last got tokens */
  refreshed_at: string | null;
  /** When it ends if it is not used */
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
  /** Whose export it is */
  preset: 'posthouse' | 'mailchimp' | 'listmonk' | 'plunk' | 'resend' | 'loops' | null;
  columns: {
    header: string;
    field: string;
    guessed: boolean;
  }[];
  sample: string[][];
  on_conflict: string;
  rows_done: number;
  rows_total: number | null;
  /** What it would do */
  preview: ImportPreview | null;
  /** What it has done */
  result: ImportPreview | null;
  warnings: string[];
  error: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
};

export type ImportCompletedPayload = SubscriberDeletedPayload & {
  /** The sum of the others */
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
  /** Existed, with on_conflict skip */
  skipped: number;
  /** Repeat an address of an earlier row */
  duplicates: number;
  invalid: number;
  /** Readable, but without consent or against a limit */
  refused: number;
  /** Of created: must confirm first */
  pending: number;
  /** Of imported: get no mail */
  suppressed: number;
  /** Of created and updated: become UNSUBSCRIBED, BOUNCED or COMPLAINED, as the file says */
  stopped: number;
  /** Of updated and unchanged: had left, bounced or complained, and stay so */
  inactive: number;
  /** Of invalid and refused */
  reasons: Record<string, number>;
  /** Texts not taken, by field */
  left_out: Record<string, number>;
};

export type Integration = {
  object: 'integration';
  id: string;
  provider: IntegrationProvider;
  name: string | null;
  /** Where the provider sends to; the secret in it is shown once, when it is made */
  url: string;
  /** What each request proves: its body and time, its body, its origin alone, or that it knows the URL */
  proof: 'body+time' | 'body' | 'origin' | 'path';
  /** Whether the send-email hook sends mail */
  sends: boolean;
  mapping: Record<string, unknown>;
  /** The SNS topic that is believed */
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
  /** The types that are taken, such as customer.*; default all */
  events?: string[] | undefined;
  /** known: events add no subscribers */
  subscribers?: 'save' | 'known' | undefined;
  /** Feedback: the relay that mail goes by, where it is not the host of the provider */
  relay?: string | undefined;
  /** Supabase: the sender of its mails */
  from?: string | undefined;
  /** Supabase: the URL of the project */
  url?: string | undefined;
  /** Supabase: subject and markdown of each kind of mail */
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
  /** Currently stored */
  storage_octets: number;
};

export type OrganizationExportLink = {
  object: 'export';
  /** Downloads the file; a secret until it expires */
  url: string;
  expires_at: string;
  kind: 'organization';
};

export type OrganizationLimits = {
  requests_per_minute: number;
  storage_octets_max: number | null;
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
  /** false: mail is accepted and captured, never sent */
  sending_enabled: boolean;
  /** paused: all mail waits until a person calls resume_sending */
  sending: OrganizationSending;
  default_from: string | null;
  /** The reply_to of mail that names none */
  default_reply_to: string | null;
  timezone: string;
  double_opt_in: boolean;
  postal_address: string | null;
  verify_transactional: 'block' | 'warn' | 'off';
  created_at: string;
  warnings: string[];
};

export type PayloadFields = {
  /** Grows with each message about one object: a message with a lower one than the last seen is older */
  sequence: number;
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
  /** Call again for more */
  has_more: boolean;
};

export type RotatedToken = CreatedToken & {
  /** The secret before works until then */
  old_token_expires_at: string;
};

export type RotatedWebhook = SavedWebhook & {
  /** Shown once; verify deliveries by it */
  signing_secret: string;
  /** Until then both sign */
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
  /** Shown once; verify deliveries by it */
  signing_secret?: string;
};

export type Segment = SegmentSummary & {
  /** Attributes and events of the rule that no subscriber has */
  warnings?: string[];
};

export type SegmentSummary = {
  object: 'segment';
  id: string;
  name: string;
  rule: Record<string, unknown>;
  subscriber_count: number | null;
  /** As of when; null: not counted yet, ask again soon */
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
  }[];
};

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
  /** Dry run: already up to date */
  unchanged?: number;
  failed: number;
  /** One per subscriber, in request order */
  data: {
    /** Position in the request */
    index: number;
    /** unchanged: dry run only */
    result: 'created' | 'updated' | 'unchanged' | 'failed';
    /** Null if failed, or not created yet */
    id: string | null;
    email: string | null;
    /** Only ACTIVE gets campaigns; null: failed */
    status: SubscriberStatus | null;
    error: {
      name: string;
      message: string;
      statusCode: number;
      details?: unknown;
    } | null;
  }[];
  warnings?: string[];
  /** Dry run: the opt-in requests to send */
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
  /** null: more than 8 kB; read the subscriber */
  attributes: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
};

export type SubscriberDeletedPayload = PayloadFields & {
  id: string;
};

export type SubscriberExportLink = {
  object: 'export';
  /** Downloads the file; a secret until it expires */
  url: string;
  expires_at: string;
  kind: 'subscriber';
  /** Subscriber id; null for other addresses */
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
  /** At most 20 a message */
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
  /** The email it came from */
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
  /** The email it came from */
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
  /** Stood before: prolonged or left */
  existing: number;
  /** Rows that repeat another */
  duplicates: number;
  failed: number;
  /** The first 100 */
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
  /** Null: dry run with a tag that does not exist yet */
  tag_id: string | null;
  dry_run: boolean;
  /** Subscribers that this call tags */
  tagged: number;
  /** Already have the most tags allowed */
  skipped: number;
  /** Dry run: all matching subscribers */
  matching?: number;
  /** False: others are tagged in the background, or counting ran out of time */
  complete: boolean;
  /** Dry run: the first subscribers to tag */
  sample?: Sample[];
  warnings?: string[];
};

export type Throttle = {
  perHour?: number | null | undefined;
  perDomain?: number | null | undefined;
};

export type Token = {
  object: 'token';
  id: string;
  name: string;
  /** First 12 characters */
  prefix: string;
  scopes: TokenScope[];
  domain_id: string | null;
  mode: 'live' | 'test';
  allowed_recipients: string[] | null;
  send_cap: TokenSendCap | null;
  /** Only of the token of the call; null: no cap */
  send_cap_left?: TokenSendCap | null;
  /** Only of the token of the call */
  organization_id?: string;
  /** Only of the token of the call */
  organization_name?: string;
  ip_allowlist: string[] | null;
  /** Made for an assistant, or by one */
  assistant: boolean;
  last_used_at: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** Where it is read: the token that created it, revoked with which it is; null: none */
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
  /** true: the tool refused, and structured_content says why */
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

export type Verification = {
  object: 'verification';
  /** The address without a display name; as given when it cannot be read */
  email: string;
  /** false: do not send to it */
  valid: boolean;
  result: 'deliverable' | 'undeliverable' | 'risky' | 'unknown';
  code: 'INVALID_SYNTAX' | 'DOMAIN_NOT_FOUND' | 'NULL_MX' | 'NO_MX' | 'SUPPRESSED' | 'DISPOSABLE' | 'TIMEOUT' | 'ROLE_ACCOUNT' | null;
  error: string | null;
  /** The address that may have been meant */
  suggestion: string | null;
  /** null: not looked at, or not known */
  checks: {
    syntax: boolean;
    /** The domain exists */
    domain: boolean | null;
    /** A server takes its mail: by MX, or by its address records where it has no MX */
    mx: boolean | null;
    disposable: boolean | null;
    /** Read by a job, not a person */
    role: boolean | null;
    /** Of a free mail provider */
    free: boolean | null;
    suppressed: boolean | null;
    /** A fixture: mail to it is never really sent */
    test_mode: boolean;
  };
};

export type VerifyEmailAddressesAnswer = {
  /** One for each address, in its order */
  data: Verification[];
  /** How many of each result */
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
  /** Empty: every kind */
  events: string[];
  description: string | null;
  status: 'enabled' | 'disabled' | 'auto_disabled';
  /** Why it is auto_disabled */
  reason: string | null;
  consecutive_failures: number;
  /** The first failure since the last success */
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
  /** The message: webhook-id of its requests */
  id: string;
  webhook_id: string;
  type: string;
  /** What it is about */
  object_id: string;
  created_at: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Those before a replay too */
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
  /** succeeded, or what failed */
  outcome: string;
  /** null: no answer */
  status_code: number | null;
  answer: string | null;
};

export type WebhookEventSummary = {
  object: 'webhook_event';
  /** The message: webhook-id of its requests */
  id: string;
  webhook_id: string;
  type: string;
  /** What it is about */
  object_id: string;
  created_at: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Those before a replay too */
  attempts: number;
  next_attempt_at: string | null;
  ended_at: string | null;
  /** With detail full, the newest first */
  last_attempts?: WebhookEventLastAttempt[];
};

export type WebhookReplay = {
  object: 'webhook_replay';
  /** Deliveries due now */
  replayed: number;
  /** false: call again, for a range with next_after as after */
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
  /** The draft is not what the active version does */
  draftChanged: boolean;
  warnings: string[];
  stepStats: {
    key: string;
    passed: number;
    mailed: number;
    suppressed: number;
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
  /** What new runs follow */
  version: number | null;
  /** Why it paused itself */
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
  /** The key of the step that it is at; null when it is over */
  step: string | null;
  startedAt: string;
  endedAt: string | null;
  /** Why it is over: finished, goal, left, exit, cancelled, failed … */
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
  /** The key of the step that it is at */
  step: string | null;
  waitsFor: WorkflowRunWaitsFor | null;
  /** Why it is over */
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
  /** Why they would not enter */
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
    /** Why not possible, or what it is counted from */
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
  /** Of those completed */
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
  /** As the step says; null: more than 8 kB */
  data: Record<string, unknown> | null;
};

export type WorkflowSummary = {
  object: 'workflow';
  id: string;
  name: string;
  description: string | null;
  status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED';
  /** What new runs follow */
  version: number | null;
  /** Why it paused itself */
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
