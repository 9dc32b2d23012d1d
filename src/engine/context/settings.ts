import type { ApprovalMode } from '../../model/sending/approval-mode.ts';

export type Settings = {
  baseUrl: string;
  delivery: 'capture' | 'relay' | 'direct';
  requireVerifiedDomain: boolean;
  testRunners: readonly string[];
  guardScope: 'organization' | 'instance';
  /** Domain of the VERP return path; null if bounces go to the From address. */
  bounceDomain: string | null;
  /** Port on which this server accepts bounces. 0 turns it off. */
  inboundPort?: number;
  /** SPF mechanisms of the sending servers. Derived from the relay or this host if empty. */
  spf?: readonly string[];
  relayHosts?: readonly string[];
  /** Used in EHLO and Received. */
  hostName: string;
  /** Days to keep the content of settled mail; 0 or absent: forever. */
  retentionDays?: number;
  /** Allows webhooks to private networks, http and any port. Otherwise only https to port 443 on the public internet. */
  webhookAllowPrivate?: boolean;
  /** Sends of an assistant that need an approval; `bulk` by default. */
  approvalMode?: ApprovalMode;
  /** SMTP submission; absent if it is off. A port of 0 is off. */
  submission?: { host: string; starttlsPort: number; tlsPort: number };
  /** OAuth of this server; absent if it is off. `open`: clients may register themselves. */
  oauth?: 'open' | 'closed';
  /** URI schemes of apps, to which OAuth may redirect besides the known ones. */
  redirectSchemes?: readonly string[];
};
