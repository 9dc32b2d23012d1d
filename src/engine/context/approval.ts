import type { ApprovedPeople } from '../../model/campaign/approved-people.ts';

/**
 * What a person has agreed to: a fingerprint of it, how many people (infinite for any number), and of a campaign who they
 * are, where they were all looked at.
 */
export type Approval = { about: string; recipients: number; people?: ApprovedPeople | null };

/**
 * The most recipients of an invocation that needs approval: a number, of those a person approved (none where the preview
 * was empty), or these addresses alone, where they were mailed without approval.
 */
export type MayMail = number | readonly string[];
