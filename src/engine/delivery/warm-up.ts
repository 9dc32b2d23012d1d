import { nextWarmUpDayAt, utcDay, warmUpLimit } from '../../model/delivery/warm-up.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { Queries } from '../../store/database.ts';
import type { Job } from '../../store/jobs.ts';
import { giveBackWarmUp, spendWarmUp } from '../../store/records/permits/warm-up.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { MayLeave } from '../../world/mail/mail.ts';
import type { Engine } from '../context/scope.ts';
import type { DomainSigners } from '../domains/domain-signers.ts';

export type WarmUp = {
  /** Counts the mail if today's limit for the provider allows it. */
  mayLeave: MayLeave;
  heldBack(): boolean;
  /** Removes the mail from the count, because nothing was tried. */
  giveBack(queries: Queries): Promise<void>;
};

export function createWarmUp(
  engine: Engine,
  job: Job,
  email: EmailRecord,
  domain: DomainSigners | null,
): WarmUp | undefined {
  // The first attempt counted this mail.
  if (domain === null || !domain.warmUp.on || job.attempts > 1) return undefined;
  const { clock, ids } = engine.world;
  const { organization } = email;
  let heldBack = false;
  let counted: { provider: string; day: number } | null = null;
  return {
    async mayLeave(provider) {
      const now = clock.now();
      const day = utcDay(now);
      const limit = warmUpLimit(day - utcDay(domain.warmUp.firstSentAt ?? now) + 1);
      if (limit === null) return null;
      const may = await engine.store.database.transaction(async (queries) => {
        if (domain.warmUp.firstSentAt === null) {
          await new OrganizationStore(queries, organization).domains.noteFirstSent(domain.name, now);
        }
        return await spendWarmUp(queries, organization, domain.name, provider, day, limit);
      });
      if (may) {
        counted = { provider, day };
        return null;
      }
      heldBack = true;
      return {
        until: nextWarmUpDayAt(now, ids.uniform()),
        why: `${domain.name} is warming up: at most ${limit.toLocaleString('en')} mails per provider today`,
      };
    },
    heldBack: () => heldBack,
    async giveBack(queries) {
      if (counted === null) return;
      await giveBackWarmUp(queries, organization, domain.name, counted.provider, counted.day);
    },
  };
}
