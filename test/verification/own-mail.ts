import { accounts } from './own-mail/accounts.ts';
import { coldApproaches } from './own-mail/cold-approaches.ts';
import { coldElsewhere } from './own-mail/cold-elsewhere.ts';
import { coldSales } from './own-mail/cold-sales.ts';
import { heldAccounts } from './own-mail/held-accounts.ts';
import { heldColdApproaches } from './own-mail/held-cold-approaches.ts';
import { heldColdElsewhere } from './own-mail/held-cold-elsewhere.ts';
import { heldColdSales } from './own-mail/held-cold-sales.ts';
import { heldMoney } from './own-mail/held-money.ts';
import { heldNews } from './own-mail/held-news.ts';
import type { OwnMail } from './own-mail/mail.ts';
import { money } from './own-mail/money.ts';
import { news } from './own-mail/news.ts';

export type { Lang, OwnMail } from './own-mail/mail.ts';

/**
 * The project's own test mail for its content verifier. All of it is invented, and the verifier may be tuned
 * on all of it: the second halves were held back once and have been read since. The mail held back now is
 * `fresh-mail.ts`.
 */

/** Honest mail that looks risky. It has to pass. */
export const riskyHonest: readonly OwnMail[] = [...accounts, ...money, ...news];
export const riskyHonestHeldBack: readonly OwnMail[] = [...heldAccounts, ...heldMoney, ...heldNews];

/** Unsolicited approaches. A campaign of them has to be blocked. */
export const cold: readonly OwnMail[] = [...coldSales, ...coldApproaches, ...coldElsewhere];
export const coldHeldBack: readonly OwnMail[] = [
  ...heldColdSales,
  ...heldColdApproaches,
  ...heldColdElsewhere,
];
