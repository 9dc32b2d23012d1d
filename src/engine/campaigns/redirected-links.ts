import type { Turn } from '../../concurrency/fair-turns.ts';
import type { RedirectedLink } from '../../model/content/links/redirected-links.ts';
import { followLink, type TrackedTarget } from '../../model/content/links/tracked-links.ts';
import { fillTemplate } from '../../model/content/slots.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { listLinkRedirects } from '../../store/records/mail/link-redirects.ts';
import { loadBody } from '../content/load-body.ts';
import { findTrackedTargets } from '../content/read-bodies.ts';
import { valuesToSend } from '../content/system-links.ts';
import type { Scope } from '../context/scope.ts';
import { redirectTargets } from './redirect-link.ts';

/** Returns the corrected links of one mail, with its values filled in. */
export async function redirectedLinks(
  { engine, store, signal }: Pick<Scope, 'engine' | 'store' | 'signal'>,
  email: EmailRecord,
): Promise<RedirectedLink[]> {
  if (email.campaignId === null) return [];
  const newest = new Map(
    (await listLinkRedirects(store, email.campaignId)).map((one) => [one.digest, one.target]),
  );
  const body = newest.size === 0 ? null : await loadBody(engine, email);
  if (body === null) return [];
  const look: Pick<Turn, 'rank' | 'signal'> = { rank: 'public', signal };
  const values = valuesToSend(engine, email);
  const links: RedirectedLink[] = [];
  for (const { digest, target } of await findTrackedTargets(engine, store.organization, body, look)) {
    const url = newest.get(digest);
    if (url === undefined) continue;
    const to = correctedTarget(
      await redirectTargets(engine, store.organization, url, { signal, rank: 'public' }),
      values,
    );
    if (to !== null) links.push({ from: fillTemplate(target, values), to });
  }
  return links;
}

/** Null if the link leads nowhere. */
export function correctedTarget(
  [target]: readonly TrackedTarget[],
  values: Parameters<typeof followLink>[2],
): string | null {
  return target === undefined ? null : (followLink([target], `1-${target.digest}`, values)?.target ?? null);
}
