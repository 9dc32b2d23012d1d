import type { ApprovedPeople } from '../../model/campaign/approved-people.ts';

/**
 * A person's approval of a call: a fingerprint of the approved content, the maximum number of recipients (`Infinity` for any
 * number), and for a campaign its people, if all of them were read.
 */
export type Approval = {
  about: string;
  recipients: number;
  people?: ApprovedPeople | null;
  /** When the person was shown it, epoch milliseconds. Later changes by assistants are not part of it. */
  shownAt: number;
  /** Of an approval that was decided at the console or the terminal. */
  id?: string;
};

/**
 * Decides which mailboxes the mail of one call may reach. `permitFor` (src/contract/send-permits.ts) decides it once per call, and
 * the code that accepts mail or enrolls recipients enforces it.
 */
export type SendPermit =
  /** The caller is no assistant, or `POSTHOUSE_MCP_CONFIRM=never`. */
  | { kind: 'open' }
  /** A person approved exactly this. */
  | { kind: 'approved'; approval: Approval }
  /**
   * No person approved it: real recipients are counted against the allowance of `budget` (a root token), in the transaction that
   * accepts the mail. `only`: the people in its preview, if it has one. `counted`: the people counted for a call whose mail is
   * accepted before or after it.
   */
  | { kind: 'allowance'; budget: string; only?: readonly string[]; counted?: readonly string[] }
  /** No mail may leave: the call needed no approval because its mail is captured or goes to fixtures. */
  | { kind: 'contained' };

export const openPermit: SendPermit = { kind: 'open' };

/** Returns the approval a permit rests on, if any. */
export function approvalOf(permit: SendPermit): Approval | undefined {
  return permit.kind === 'approved' ? permit.approval : undefined;
}
