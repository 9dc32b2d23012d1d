import type { TokenLimits } from '../../model/organization/token.ts';
import { leftOfCap, type SendCap, type SpanCount } from '../../model/sending/send-cap.ts';
import type { Queries } from '../../store/database.ts';
import { lookAtSendCounts } from '../../store/records/permits/send-caps.ts';

/** Null for a token without a cap. */
export async function capLeft(
  queries: Queries,
  { key, sendCap }: Pick<TokenLimits, 'sendCap'> & { key: number },
  now: number,
): Promise<SendCap | null> {
  if (sendCap === null) return null;
  const counts = await lookAtSendCounts(queries, [key]);
  const of = (span: 'hour' | 'day'): SpanCount =>
    counts.find((count) => count.span === span) ?? { startedAt: 0, sends: 0 };
  return leftOfCap(sendCap, { hour: of('hour'), day: of('day') }, now);
}
