import type { z } from 'zod';
import { dayMs } from '../../../../model/instant.ts';
import type { Token } from '../../../../model/organization/token.ts';
import { type Html, html } from '../../../public/html.ts';
import { badge, type StateWords } from '../../look/parts.ts';
import { inDigits } from '../../number-words.ts';
import { foreign } from '../../shown.ts';

export type TokenShown = z.output<typeof Token>;

type TokenState = 'active' | 'expiring' | 'expired' | 'revoked';

const tokenStates: Readonly<Record<TokenState, StateWords>> = {
  active: { state: 'ok', text: 'Active', picture: 'check' },
  expiring: { state: 'warn', text: 'Expires soon', picture: 'clock' },
  expired: { state: 'still', text: 'Expired', picture: 'clock' },
  revoked: { state: 'still', text: 'Revoked', picture: 'suppressed' },
};

const soonDays = 14;

function readTokenState({ revoked_at, expires_at }: TokenShown, now: number): TokenState {
  if (revoked_at !== null) return 'revoked';
  if (expires_at === null) return 'active';
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'expired';
  return left < soonDays * dayMs ? 'expiring' : 'active';
}

export function tokenBadge(token: TokenShown, now: number): Html {
  const name = readTokenState(token, now);
  const { state, text, picture } = tokenStates[name];
  if (name !== 'expiring') return badge(state, text, picture);
  const days = Math.ceil((Date.parse(token.expires_at!) - now) / dayMs);
  return badge(state, days === 1 ? 'Expires within a day' : `Expires in ${days} days`, picture);
}

export function isWorking(token: TokenShown, now: number): boolean {
  return ['active', 'expiring'].includes(readTokenState(token, now));
}

/** The limits in a few words; null without limits. */
export function describeLimits({
  mode,
  send_cap,
  allowed_recipients,
  ip_allowlist,
  domain_id,
}: TokenShown): Html | null {
  const { per_hour = null, per_day = null } = send_cap ?? {};
  const limits = [
    mode === 'test' && html`Test mail only`,
    per_hour !== null && html`${inDigits(per_hour)} emails an hour`,
    per_day !== null && html`${inDigits(per_day)} emails a day`,
    domain_id !== null && html`One sending domain`,
    allowed_recipients !== null && describeList('Only to', 'recipients', allowed_recipients),
    ip_allowlist !== null && describeList('Only from', 'networks', ip_allowlist),
  ].filter((limit) => limit !== false);
  if (limits.length === 0) return null;
  return html`${limits.map((limit, index) => html`${index === 0 ? null : html`<br>`}${limit}`)}`;
}

function describeList(words: string, noun: string, entries: readonly string[]): Html {
  const [only] = entries;
  if (only === undefined) return html`No ${noun}`;
  return entries.length === 1
    ? html`${words} ${foreign(only)}`
    : html`${words} ${String(entries.length)} ${noun}`;
}
