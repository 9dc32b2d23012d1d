import { nextWarmUpDayAt, utcDay, warmUpLimit } from '../model/delivery/warm-up.ts';
import type { EmailRecord } from '../model/email/email.ts';
import type { Job } from '../store/jobs.ts';
import { spendWarmUp } from '../store/records/warm-up.ts';
import { OrganizationStore } from '../store/store.ts';
import type { MayLeave } from '../world/mail/mail.ts';
import type { DomainSigners } from './domain-signers.ts';
import type { Engine } from './scope.ts';

/**
 * Whether a mail may leave for a provider today, by the warm-up plan of its sending domain; what may is counted.
 * @returns undefined where no plan applies
 */
export function warmUpOf(
  engine: Engine,
  job: Job,
  email: EmailRecord,
  domain: DomainSigners | null,
): MayLeave | undefined {
  // A mail that is tried again was counted the first time.
  if (domain === null || !domain.warmUp.on || job.attempts > 1) return undefined;
  const { clock, ids } = engine.world;
  return async (provider) => {
    const now = clock.now();
    const today = utcDay(now);
    const limit = warmUpLimit(today - utcDay(domain.warmUp.firstSentAt ?? now) + 1);
    if (limit === null) return null;
    const may = await engine.store.database.transaction(async (queries) => {
      if (domain.warmUp.firstSentAt === null) {
        await new OrganizationStore(queries, email.organization).domains.noteFirstSent(domain.name, now);
      }
      return await spendWarmUp(queries, email.organization, domain.name, provider, today, limit);
    });
    if (may) return null;
    return {
      until: nextWarmUpDayAt(now, ids.uniform()),
      why: `${domain.name} is new: ${limit.toLocaleString('en')} mails to one provider are enough for today`,
    };
  };
}
