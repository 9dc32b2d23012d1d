import type { Mailbox } from '../../model/address.ts';
import { type Tracked, untracked } from '../../model/email/tracked.ts';
import type { Engine } from '../context/scope.ts';
import { signersFor } from './domain-signers.ts';

/** Null leaves the choice to the From domain. */
type AskedTracking = { opens: boolean | null; clicks: boolean | null };

/** The sender's choice wins over the setting of `fromDomain` (lower-case ASCII). An unknown domain tracks nothing. */
export async function resolveTracking(
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

export async function trackedSend<Mail extends { from: Mailbox }>(
  engine: Engine,
  organization: number,
  mail: Mail,
  asked: AskedTracking | null = null,
): Promise<Mail & { tracked: Tracked }> {
  return { ...mail, tracked: await resolveTracking(engine, organization, mail.from.domain, asked) };
}
