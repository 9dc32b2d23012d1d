import type { Mailbox } from '../../model/address.ts';
import { type Tracked, untracked } from '../../model/email/tracked.ts';
import type { Engine } from '../context/scope.ts';
import { signersFor } from './domain-signers.ts';

/** What a sender says about tracking; null for what the From domain says. */
type AskedTracking = { opens: boolean | null; clicks: boolean | null };

/**
 * Whether opens and clicks of a mail are followed: as its sender asks, and where they say nothing as its From domain is
 * set. A domain that is not kept here says no.
 *
 * @param organization its key
 * @param fromDomain lower-case ASCII
 * @param asked null for what the domain says
 */
export async function trackingOf(
  engine: Engine,
  organization: number,
  fromDomain: string,
  asked: AskedTracking | null = null,
): Promise<Tracked> {
  if (asked !== null && asked.opens !== null && asked.clicks !== null) {
    return { opens: asked.opens, clicks: asked.clicks };
  }
  const { opens, clicks } = (await signersFor(engine, organization, fromDomain))?.tracked ?? untracked;
  return { opens: asked?.opens ?? opens, clicks: asked?.clicks ?? clicks };
}

/** A mail with whether it is followed. */
export async function trackedSend<Mail extends { from: Mailbox }>(
  engine: Engine,
  organization: number,
  mail: Mail,
  asked: AskedTracking | null = null,
): Promise<Mail & { tracked: Tracked }> {
  return { ...mail, tracked: await trackingOf(engine, organization, mail.from.domain, asked) };
}
