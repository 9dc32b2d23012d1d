import { secondMs } from '../model/instant.ts';
import type { PublishedRecord, PublishingTargets } from '../model/sending-domain/published-records.ts';
import { judgeRecord } from '../model/sending-domain/published-records.ts';
import { afterCheck, type Look, recordKey, recordsOf, type SendingDomain } from '../model/sending-domain.ts';
import type { World } from '../world/world.ts';
import { type Deadline, deadline } from './answer-in-time.ts';

/** All questions to DNS about one domain together. */
const dnsTotalMs = 8 * secondMs;

/**
 * Looks up every record of a domain and answers the domain as it stands after that. Nothing is written: the
 * caller writes it if the domain has not changed in between.
 *
 * @param now epoch milliseconds
 */
export async function checkDomain(
  { clock, resolver }: Pick<World, 'clock' | 'resolver'>,
  domain: SendingDomain,
  targets: PublishingTargets,
  now: number,
): Promise<SendingDomain> {
  const limit = deadline(clock, dnsTotalMs);
  try {
    const looks = await Promise.all(
      recordsOf(domain, targets).map(
        async (record) => [recordKey(record), await lookUp(resolver, limit, record, targets)] as const,
      ),
    );
    return afterCheck(domain, targets, new Map(looks), now);
  } finally {
    limit.end();
  }
}

/** Asks the names of a record in order, up to the first that has something of its kind. */
async function lookUp(
  resolver: World['resolver'],
  limit: Deadline,
  record: PublishedRecord,
  targets: PublishingTargets,
): Promise<Look> {
  for (const name of record.lookUp) {
    const answer = await limit.answer(() =>
      record.type === 'TXT' ? resolver.txt(name) : resolver.cname(name),
    );
    if (answer.kind === 'unavailable') return answer;
    if (answer.kind !== 'found') continue;
    if (judgeRecord(record, answer.value, targets).verdict === 'missing') continue;
    return { kind: 'answered', texts: answer.value };
  }
  return { kind: 'answered', texts: [] };
}
