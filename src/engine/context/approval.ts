import type { ApprovedPeople } from '../../model/campaign/approved-people.ts';

/**
 * What a person has agreed to: a fingerprint of it, how many people (infinite for any number), and of a campaign who they
 * are, where they were all looked at.
 */
export type Approval = { about: string; recipients: number; people?: ApprovedPeople | null };

/**
 * Whom an invocation may mail at most, where a person's word is asked for: so many people, of those a person agreed to or
 * none where nobody was foreseen, or these addresses alone, where they were mailed unasked.
 */
export type MayMail = number | readonly string[];
