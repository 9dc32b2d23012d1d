// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { EmailLastEvent, ExportKind, ExportLink, OrganizationExportLink, SubscriberExportLink, SuppressionOrigin } from '../records.ts';

export type ExportCsvInput = {
  kind: ExportKind;
  /** ACTIVE, PENDING, UNSUBSCRIBED, BOUNCED, COMPLAINED */
  status?: string | undefined;
  /** Name or id */
  tag?: string | undefined;
  /** Name or id */
  segment?: string | undefined;
  /** Emails only */
  last_event?: EmailLastEvent | undefined;
  /** Emails only; id */
  campaign?: string | undefined;
  /** Events only */
  name?: string | undefined;
  /** Emails and events only; id, email or ext:<externalId> */
  subscriber?: string | undefined;
  /** Suppressions only */
  origin?: SuppressionOrigin | undefined;
  /** Part of the address, name or subject */
  query?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadSubscribersInput = {
  /** ACTIVE, PENDING, UNSUBSCRIBED, BOUNCED, COMPLAINED */
  status?: string | undefined;
  /** Name or id */
  tag?: string | undefined;
  /** Name or id */
  segment?: string | undefined;
  /** Part of the address, name or subject */
  query?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadEmailsInput = {
  /** Emails only */
  last_event?: EmailLastEvent | undefined;
  /** Emails only; id */
  campaign?: string | undefined;
  /** Emails and events only; id, email or ext:<externalId> */
  subscriber?: string | undefined;
  /** Part of the address, name or subject */
  query?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadEventsInput = {
  /** Events only */
  name?: string | undefined;
  /** Emails and events only; id, email or ext:<externalId> */
  subscriber?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

export type ExportsDownloadSuppressionsInput = {
  /** Suppressions only */
  origin?: SuppressionOrigin | undefined;
  /** Part of the address, name or subject */
  query?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Default: all */
  columns?: string[] | undefined;
  /** Start with a byte order mark, for Excel */
  bom?: boolean | undefined;
};

/** Methods of `posthouse.exports`. */
export type ExportsMethods = {
  /**
   * Get a link to a CSV file, valid for 15 minutes. status, tag and segment filter only subscribers.
   * @example
   * await posthouse.exports.csv({ kind: 'subscribers', columns: ['email', 'status', 'attributes.plan'] })
   */
  csv(input: ExportCsvInput, options?: CallOptions): Call<ExportLink, WriteFailure>;
  /**
   * Get a link to a JSON file with all data about one person. Also works for an address without a subscriber. The link is valid for 15 minutes.
   * @example
   * await posthouse.exports.subscriber('ada@example.com')
   */
  subscriber(subscriber: string, options?: CallOptions): Call<SubscriberExportLink, WriteFailure | 'not_found'>;
  /**
   * Get a link to a ZIP archive with all data of the organization. The link is valid for 15 minutes. The archive contains no secrets or private keys.
   * @example
   * await posthouse.exports.organization()
   */
  organization(options?: CallOptions): Call<OrganizationExportLink, WriteFailure>;
  /**
   * Download subscribers as CSV. Streams the rows as they are read, newest first. Needs the scope `subscribers.read`. At most two files of an organization are downloaded at the same time.
   * @example
   * await posthouse.exports.downloadSubscribers()
   */
  downloadSubscribers(input?: ExportsDownloadSubscribersInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download emails as CSV. Streams the rows as they are read, newest first. Needs the scope `emails.read`. At most two files of an organization are downloaded at the same time.
   * @example
   * await posthouse.exports.downloadEmails()
   */
  downloadEmails(input?: ExportsDownloadEmailsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download events as CSV. Streams the rows as they are read, newest first. Needs the scope `events.read`. At most two files of an organization are downloaded at the same time.
   * @example
   * await posthouse.exports.downloadEvents()
   */
  downloadEvents(input?: ExportsDownloadEventsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download suppressions as CSV. Streams the rows as they are read, newest first. Needs the scope `suppressions.read`. At most two files of an organization are downloaded at the same time.
   * @example
   * await posthouse.exports.downloadSuppressions()
   */
  downloadSuppressions(input?: ExportsDownloadSuppressionsInput, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download the organization. Streams all data of the organization as a ZIP archive. Needs the scope `full_access`.
   * @example
   * await posthouse.exports.downloadOrganization()
   */
  downloadOrganization(options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure>;
  /**
   * Download all data of one person. Streams one JSON document. Needs the scopes that read subscribers, events, emails, campaigns, suppressions and the organization.
   * @example
   * await posthouse.exports.downloadSubscriber('ada@example.com')
   */
  downloadSubscriber(subscriber: string, options?: CallOptions): Call<ReadableStream<Uint8Array>, CallFailure | 'not_found'>;
};
