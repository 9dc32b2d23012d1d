import type { ApprovedPeople } from '../../model/campaign/approved-people.ts';

/**
 * A person's approval: a fingerprint of the content, the maximum number of recipients (`Infinity` for any), and for a campaign
 * its people, if all were read.
 */
export type Approval = {
  about: string;
  recipients: number;
  people?: ApprovedPeople | null;
  /** Epoch milliseconds. Later changes by assistants are not approved. */
  shownAt: number;
  /** Set if decided at the console or the terminal. */
  id?: string;
};

/**
 * The mailboxes that a call's mail may reach. `permitFor` decides it once per call; the code that accepts mail or enrolls
 * recipients enforces it.
 */
export type SendPermit =
  /** The caller is no assistant, or `POSTHOUSE_MCP_CONFIRM=never`. */
  | { kind: 'open' }
  | { kind: 'approved'; approval: Approval }
  /**
   * Without approval: real recipients count against the allowance of `budget` (a root token) when the mail is accepted. `only`:
   * the previewed people, if any. `counted`: people counted in advance.
   */
  | { kind: 'allowance'; budget: string; only?: readonly string[]; counted?: readonly string[] }
  /** No mail may leave: the call needed no approval because its mail is captured or goes to fixtures. */
  | { kind: 'contained' };

export const openPermit: SendPermit = { kind: 'open' };

export function approvalOf(permit: SendPermit): Approval | undefined {
  return permit.kind === 'approved' ? permit.approval : undefined;
}
