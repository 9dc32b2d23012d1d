import { dayMs } from '../../model/instant.ts';
import type { Queries } from '../../store/database.ts';
import { instanceValue, remember } from '../../store/records/instance/instance.ts';
import {
  type ContentCandidate,
  dueRevisits,
  nextContents,
  removeContents,
  revisitContents,
} from '../../store/records/mail/kept-content.ts';
import type { Engine } from '../context/scope.ts';

const stretchMails = 200;

const placeName = 'content sweep';

/** Each mail is read once in key order, and again later if its retention time has not ended. */
export async function removeOldContents({ store: { database }, world, settings }: Engine): Promise<void> {
  const days = settings.retentionDays ?? 0;
  if (days === 0) return;
  const now = world.clock.now();
  const keptMs = days * dayMs;
  const sort = async (queries: Queries, mails: readonly ContentCandidate[]): Promise<void> => {
    const kept = mails.filter(({ body }) => body.kind !== 'removed');
    const isPast = ({ pending, settledAt }: ContentCandidate): boolean =>
      !pending && settledAt + keptMs <= now;
    await revisitContents(
      queries,
      kept
        .filter((mail) => !isPast(mail))
        .map(({ key, pending, settledAt }) => ({ key, at: pending ? now + dayMs : settledAt + keptMs })),
    );
    await removeContents(queries, kept.filter(isPast), now);
  };
  const revisit = async (queries: Queries): Promise<boolean> => {
    const due = await dueRevisits(queries, now, stretchMails);
    await sort(queries, due);
    return due.length > 0;
  };
  const walk = async (queries: Queries): Promise<boolean> => {
    const place = Number((await instanceValue(queries, placeName)) ?? 0);
    const next = await nextContents(queries, place, stretchMails);
    const young = next.findIndex(({ createdAt }) => createdAt + keptMs > now);
    const old = young < 0 ? next : next.slice(0, young);
    await sort(queries, old);
    const last = old.at(-1);
    if (last) await remember(queries, placeName, String(last.key));
    return young < 0 && next.length > 0;
  };
  while (await database.transaction(revisit)) {}
  while (await database.transaction(walk)) {}
}
