import type { ApprovalMode } from '../../model/sending/approval-mode.ts';

/** Configuration the engine reads. */
export type Settings = {
  baseUrl: string;
  delivery: 'capture' | 'relay' | 'direct';
  requireVerifiedDomain: boolean;
  testRunners: readonly string[];
  guardScope: 'organization' | 'instance';
  /** The domain of the VERP return path, or null where bounces go to the From address. */
  bounceDomain: string | null;
  /** SPF mechanisms for the servers that send. Derived from the relay or this host if empty or left out. */
  spf?: readonly string[];
  /** Relay hosts for outgoing mail. */
  relayHosts?: readonly string[];
  /** Host name of this instance in EHLO and Received. */
  hostName: string;
  /** Days to keep the content of settled mail; 0 or left out: forever. */
  retentionDays?: number;
  /** Allows webhooks to private networks, over http and to any port. Otherwise only https to port 443 on the public internet. */
  webhookAllowPrivate?: boolean;
  /** Which sends of an assistant need an approval, at every door; `bulk` when left out. */
  approvalMode?: ApprovalMode;
};
