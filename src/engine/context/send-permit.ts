import type { ApprovedPeople } from '../../model/campaign/approved-people.ts';

/** `about`: a fingerprint of the content. `recipients`: the maximum. `people`: set if all were read. */
export type Approval = {
  about: string;
  recipients: number;
  people?: ApprovedPeople | null;
  /** Epoch milliseconds. Later changes by assistants are not approved. */
  shownAt: number;
  /** Set if decided at the console or the terminal. */
  id?: string;
};

/** The mailboxes that a call's mail may reach. The code that accepts mail or enrolls recipients enforces it. */
export type SendPermit =
  /** The caller is no assistant, or `POSTHOUSE_MCP_CONFIRM=never`. `reviewed`: fingerprint of the content that a person saw. */
  | { kind: 'open'; reviewed?: string }
  | { kind: 'approved'; approval: Approval }
  /**
   * Real recipients count against the allowance of `budget` (a root token) at acceptance. `only`: the
   * previewed people. `counted`: people counted in advance.
   */
  | { kind: 'allowance'; budget: string; only?: readonly string[]; counted?: readonly string[] }
  /** No mail may leave: the call needed no approval because its mail is captured or goes to fixtures. */
  | { kind: 'contained' };

export const openPermit: SendPermit = { kind: 'open' };

export function approvalOf(permit: SendPermit): Approval | undefined {
  return permit.kind === 'approved' ? permit.approval : undefined;
}
