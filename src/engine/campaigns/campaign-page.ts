import { type Mailbox, parseMailbox } from '../../model/address.ts';
import { allowedNow, calculateBurst, nextAfter } from '../../model/campaign/pace.ts';
import type { WaitingRecipient } from '../../store/records/campaigns/recipients.ts';
import type { CampaignMails } from './sending/campaign-mails.ts';

/** Smaller with active neighbors, because a page blocks the event loop. */
const pageMailsMax = { alone: 200, beside: 25 };

export type CampaignPage = {
  mails: { subscriber: number; variant: number | null; email: string; to: Mailbox }[];
  passed: { subscriber: number; variant: number | null; reason: string }[];
  /** Last key read; null at the end. Recipients left waiting may be before it. */
  through: number | null;
};

/** Limits a page to a minute's worth of the throttle and to the token's cap. */
export function pageMails({ campaign, caller }: CampaignMails, isAlone: boolean): number {
  const perHour = campaign.throttle?.perHour ?? null;
  const cap = caller.token?.sendCap;
  const limits = [cap?.per_hour, cap?.per_day, perHour === null ? null : calculateBurst(perHour)];
  return Math.max(
    1,
    Math.min(pageMailsMax[isAlone ? 'alone' : 'beside'], ...limits.filter((limit) => limit != null)),
  );
}

/** `winner`: the variant for recipients without one. `paces`: next allowed send by recipient domain, epoch ms. */
export function sortPage(
  { campaign }: CampaignMails,
  rows: readonly WaitingRecipient[],
  through: number | null,
  winner: number | null,
  paces: ReadonlyMap<string, number>,
  now: number,
): CampaignPage {
  const page: CampaignPage = { mails: [], passed: [], through };
  const perDomain = campaign.throttle?.perDomain ?? null;
  const allowed = new Map<string, number>();
  for (const { subscriber, variant: own, email, status } of rows) {
    const variant = own ?? winner;
    const recipient = readRecipient({ email, status });
    if ('reason' in recipient) {
      page.passed.push({ subscriber, variant, ...recipient });
      continue;
    }
    const { to } = recipient;
    const { domain } = to;
    if (perDomain !== null) {
      const room = allowed.get(domain) ?? allowedNow(perDomain, paces.get(domain), now);
      allowed.set(domain, room - 1);
      // Left for the next round.
      if (room <= 0) continue;
    }
    page.mails.push({ subscriber, variant, email: recipient.email, to });
  }
  return page;
}

/** Decides whether a waiting recipient is passed to the gates. */
export function readRecipient({
  email,
  status,
}: Pick<WaitingRecipient, 'email' | 'status'>): { email: string; to: Mailbox } | { reason: string } {
  if (email === null || status === null) return { reason: 'erased' };
  if (status !== 'ACTIVE') return { reason: status.toLowerCase() };
  const read = parseMailbox(email);
  return read.ok ? { email, to: read.mailbox } : { reason: 'invalid_address' };
}

export function pacesAfter(
  mails: CampaignPage['mails'],
  perDomain: number,
  before: ReadonlyMap<string, number>,
  now: number,
): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { to } of mails) amounts.set(to.domain, (amounts.get(to.domain) ?? 0) + 1);
  return new Map(
    [...amounts].map(([domain, amount]) => [domain, nextAfter(perDomain, before.get(domain), amount, now)]),
  );
}
