import { parseMailbox } from '../../model/address.ts';
import type { Failure } from '../../model/failure.ts';
import { refusedByToken } from '../../model/sending/gates.ts';
import { type SpanCount, spendSendCap } from '../../model/sending/send-cap.ts';
import { capRefusal, tokenRefusal } from '../../model/sending/token-refusal.ts';
import { holdSendCounts, lookAtSendCounts, type SendCount } from '../../store/records/permits/send-caps.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Settings } from '../context/settings.ts';
import { confirmationSender } from './opt-in-mail.ts';

/** Applies a token's sending limits to the opt-in requests that it causes. */
type OptInLimits = {
  /** Counts the request in the token's cap unless it is refused. */
  judge(email: string): Failure | null;
  counts(): SendCount[];
};

export function mayRefuseOptIn(token: Caller['token']): boolean {
  return token !== null && (token.allowedRecipients ?? token.domainId ?? token.sendCap) !== null;
}

/** @param reading `hold` locks the cap's counts until the transaction ends; `look` only reads them */
export async function optInLimits(
  settings: Settings,
  { queries, domains }: Pick<OrganizationStore, 'queries' | 'domains'>,
  { organization, token }: Pick<Caller, 'organization' | 'token'>,
  now: number,
  reading: 'hold' | 'look',
): Promise<OptInLimits> {
  if (token === null) return { judge: () => null, counts: () => [] };
  const from = confirmationSender(settings, organization);
  // A deleted domain may send nothing, and no sender has an empty domain.
  const tokenDomain = token.domainId && ((await domains.byId(token.domainId))?.name ?? '');
  const { allowedRecipients, sendCap } = token;
  const readCounts = reading === 'hold' ? holdSendCounts : lookAtSendCounts;
  const read = await readCounts(queries, sendCap ? [token.key] : []);
  let counts = { hour: spanOf(read, 'hour'), day: spanOf(read, 'day') };
  return {
    judge(email) {
      const to = parseMailbox(email);
      if (!to.ok) throw new Error('a kept address cannot be read');
      const verdict = refusedByToken({ mailbox: to.mailbox, from, allowedRecipients, tokenDomain });
      if (verdict) return tokenRefusal(verdict, to.mailbox);
      if (sendCap === null) return null;
      const spent = spendSendCap(sendCap, counts, 1, now);
      if ('retryAfterSeconds' in spent) return capRefusal(sendCap, spent.retryAfterSeconds);
      counts = spent;
      return null;
    },
    counts() {
      if (sendCap === null) return [];
      return (['hour', 'day'] as const).map((span) => ({ token: token.key, span, ...counts[span] }));
    },
  };
}

function spanOf(counts: readonly SendCount[], span: SendCount['span']): SpanCount {
  const { startedAt, sends } = counts.find((one) => one.span === span) ?? { startedAt: 0, sends: 0 };
  return { startedAt, sends };
}
