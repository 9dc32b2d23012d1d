import { coldEnglishOthers } from './fresh-mail/cold-english-others.ts';
import { coldEnglishSales } from './fresh-mail/cold-english-sales.ts';
import { coldGermanDutch } from './fresh-mail/cold-german-dutch.ts';
import { coldRomance } from './fresh-mail/cold-romance.ts';
import { honestAccounts } from './fresh-mail/honest-accounts.ts';
import { honestGermanDutch } from './fresh-mail/honest-german-dutch.ts';
import { honestMoney } from './fresh-mail/honest-money.ts';
import { honestPeople } from './fresh-mail/honest-people.ts';
import { honestRomance } from './fresh-mail/honest-romance.ts';
import type { OwnMail } from './own-mail.ts';

/**
 * Test mail by another author, written without looking at the verifier or at the mail it was tuned on. All of
 * it is invented. It measures how the verifier handles unknown mail, but only once: after tuning the verifier
 * on it, new mail has to be written.
 */

/** Honest mail that looks risky. It has to pass. */
export const freshHonest: readonly OwnMail[] = [
  ...honestAccounts,
  ...honestMoney,
  ...honestPeople,
  ...honestGermanDutch,
  ...honestRomance,
];

/** Unsolicited approaches, each as one person would write it. A campaign of them has to be blocked. */
export const freshCold: readonly OwnMail[] = [
  ...coldEnglishSales,
  ...coldEnglishOthers,
  ...coldGermanDutch,
  ...coldRomance,
];
