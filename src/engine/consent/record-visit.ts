import type { EmailEvent, EmailRecord } from '../../model/email/email.ts';
import {
  type EarlierVisit,
  machineReasons,
  maskToNetwork,
  type VisitKind,
} from '../../model/tracking/machine.ts';
import { keptLink, type RequestContext } from '../../model/tracking/visit.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { recordEmailEvents } from '../ledger/record-email-events.ts';

/** Visits stored per mail and kind, so that neither a flood nor scanners use up the rows meant for the person. */
const keptMax = 10;
const keptOfMachinesMax = 5;

type RecordedVisit = {
  recorded: boolean;
  machine: boolean;
};

/** Stores only the network of the address. @param link as the author wrote it; null for an open */
export async function recordVisit<Answer>(
  scope: Scope,
  email: EmailRecord,
  visited: { kind: VisitKind; visit: RequestContext; link: string | null },
  answer: (recorded: RecordedVisit) => Answer,
): Promise<Answer> {
  // This read refuses most of a flood without waiting for the writer.
  const first = await judged(scope.store, email, visited, scope.now);
  if (!first.room) return answer({ recorded: false, machine: first.event.machine });
  return await scope.commit(async (store) => {
    await store.emails.hold(email.id);
    const { room, event } = await judged(store, email, visited, scope.now);
    if (room) await recordEmailEvents(store, email.id, [event]);
    return answer({ recorded: room, machine: event.machine });
  });
}

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
    network: maskToNetwork(visit.ip),
    user_agent: visit.user_agent,
    ...(machine ? { reasons } : {}),
  };
  return { event: { type: kind, at: now, machine, details }, room };
}

/** The first server counts, because a relay's next server may have accepted the mail later. */
function takenAt(events: readonly EmailEvent[]): number | null {
  return events.find(({ type }) => type === 'sent' || type === 'delivered')?.at ?? null;
}

/** Details may come from an older version, so each is checked. */
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
