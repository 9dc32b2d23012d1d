import type { ApprovalMode } from '../../model/sending/approval-mode.ts';

/** What the operator chose, as the engine needs it. */
export type Settings = {
  baseUrl: string;
  delivery: 'capture' | 'relay' | 'direct';
  requireVerifiedDomain: boolean;
  testRunners: readonly string[];
  guardScope: 'organization' | 'instance';
  /** The domain of the VERP return path, or null where bounces go to the From address. */
  bounceDomain: string | null;
  /** The SPF mechanisms that the operator names for what sends; empty, or left out: what is known of it decides. */
  spf?: readonly string[];
  /** The hosts of the relays that mail leaves through. */
  relayHosts?: readonly string[];
  /** What this instance calls itself to other mail servers: a host name, in EHLO and in Received. */
  hostName: string;
  /** For so long the content of settled mail is kept; 0, or left out: for ever. */
  retentionDays?: number;
  /**
   * Webhooks may lead into private networks, by http and to any port. False, or left out: to the public internet alone, by
   * https to port 443.
   */
  webhookAllowPrivate?: boolean;
  /** Which sends of an assistant need an approval, at every door; `bulk` when left out. */
  approvalMode?: ApprovalMode;
};
