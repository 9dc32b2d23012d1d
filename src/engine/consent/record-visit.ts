import type { EmailEvent, EmailRecord } from '../../model/email/email.ts';
import { type EarlierVisit, machineReasons, type VisitKind } from '../../model/tracking/machine.ts';
import { networkOf } from '../../model/tracking/network.ts';
import { keptLink, type RequestContext } from '../../model/tracking/visit.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { recordEmailEvents } from '../ledger/record-email-events.ts';

/**
 * How many opens, and how many clicks, of one mail are kept. Fetching a pixel ten thousand times writes ten rows,
 * and a scanner cannot take the places of the person who comes after it.
 */
const keptMax = 10;
const keptOfMachinesMax = 5;

type RecordedVisit = {
  /** Whether it was written down. */
  recorded: boolean;
  machine: boolean;
};

/**
 * Writes down that a pixel was fetched or a link followed, and whether by a machine. Of the address only the network is
 * kept.
 * @param link as its author wrote it, without a recipient's values; null for an open
 */
export async function recordVisit<Answer>(
  scope: Scope,
  email: EmailRecord,
  visited: { kind: VisitKind; visit: RequestContext; link: string | null },
  answer: (recorded: RecordedVisit) => Answer,
): Promise<Answer> {
  // Most of a flood is refused by a read, without waiting for the writer.
  const first = await judged(scope.store, email, visited, scope.now);
  if (!first.room) return answer({ recorded: false, machine: first.event.machine });
  return await scope.commit(async (store) => {
    await store.emails.hold(email.id);
    const { room, event } = await judged(store, email, visited, scope.now);
    if (room) await recordEmailEvents(store, email.id, [event]);
    return answer({ recorded: room, machine: event.machine });
  });
}

/** The event as it would be kept, and whether there is room for it. */
async function judged(
  store: OrganizationStore,
  email: EmailRecord,
  { kind, visit, link: written }: { kind: VisitKind; visit: RequestContext; link: string | null },
  now: number,
): Promise<{ event: EmailEvent; room: boolean }> {
  const events = await store.emails.events(email.id);
  const link = written === null ? null : keptLink(written);
  const reasons = machineReasons(kind, visit, link, now, {
    takenAt: takenAt(events),
    leaves: email.deliveryMode === 'live',
    earlier: events.flatMap(earlierVisit),
  });
  const machine = reasons.length > 0;
  const kept = events.filter(({ type }) => type === kind);
  const ofMachines = kept.filter((event) => event.machine).length;
  const room = kept.length < keptMax && !(machine && ofMachines >= keptOfMachinesMax);
  const details = {
    ...(link === null ? {} : { link }),
    network: networkOf(visit.ip),
    user_agent: visit.user_agent,
    ...(machine ? { reasons } : {}),
  };
  return { event: { type: kind, at: now, machine, details }, room };
}

/** When the first server took it: the next one, of a relay, may have come later. */
function takenAt(events: readonly EmailEvent[]): number | null {
  return events.find(({ type }) => type === 'sent' || type === 'delivered')?.at ?? null;
}

/** Details may be from any version, so each is checked. */
function earlierVisit({ type, at, details }: EmailEvent): EarlierVisit[] {
  if (type !== 'opened' && type !== 'clicked') return [];
  const { link, network, user_agent, reasons } = details;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return [
    {
      kind: type,
      at,
      reasons: Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [],
      link: text(link),
      network: text(network),
      userAgent: text(user_agent),
    },
  ];
}
